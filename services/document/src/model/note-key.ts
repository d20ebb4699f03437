import { randomUUID } from 'node:crypto';

// A note has no file. Its key, of an object that does not exist, distinguishes its row from a file, in the trash as well.

const BEFORE = 'notes/';

/** Content type of notes. */
export const NOTE_TYPE = 'text/markdown';

export const noteKey = (): string => `${BEFORE}${randomUUID()}`;

export const isNote = ({ s3_key }: { s3_key: string }): boolean => s3_key.startsWith(BEFORE);

/** SQL condition for document rows that are notes. */
export const IS_NOTE = `s3_key LIKE '${BEFORE}%'`;
