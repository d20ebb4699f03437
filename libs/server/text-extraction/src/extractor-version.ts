/** Increase with each change that matters to stored texts: their files are extracted again. */
export const EXTRACTOR_VERSION = 5;
