/** Loads the reader. All callers share this import: the bundler would give a second one a copy of the chunk. */
export const loadReader = () => import('../reader/reader');
