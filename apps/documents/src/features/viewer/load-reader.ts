/** Loads the reader. Callers share this import: the bundler would give a second one a copy of the chunk. */
export const loadReader = () => import('../reader/reader');
