import { randomUUID } from 'node:crypto';

// A note has no file. Its row has a key all the same, of an object that never is: by that it is told from a file, also where
// the release before moved its row.

const BEFORE = 'notes/';

export const noteKey = (): string => `${BEFORE}${randomUUID()}`;

export const isNote = ({ s3_key }: { s3_key: string }): boolean => s3_key.startsWith(BEFORE);

/** The same of a row of documents, in SQL. */
export const IS_NOTE = `s3_key LIKE '${BEFORE}%'`;
