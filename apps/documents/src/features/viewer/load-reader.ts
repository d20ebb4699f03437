/** Loads the reader, in one chunk with the document page, which needs both. Callers share this import. */
export const loadReader = () => import(/* webpackChunkName: "viewer" */ '../reader/reader');
