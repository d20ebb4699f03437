import { noteTitle } from '@tomekeeper/contracts-document';

// eslint-disable-next-line no-control-regex -- control characters are the subject
const NO_LINE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
/** Characters of a title or file name. */
const MAX_LINE = 255;

/** PostgreSQL stores neither null characters nor halves of surrogate pairs. */
export const cleanText = (text: string): string => text.toWellFormed().replaceAll('\0', '');

/** Text without line breaks and marks that change the direction of text. */
export const withoutMarks = (text: string): string => text.replaceAll(NO_LINE, ' ');

/** A title or file name. */
export function cleanLine(text: string): string {
  const line = withoutMarks(text).slice(0, MAX_LINE).toWellFormed().trim();
  // Invisible characters are no name.
  return noteTitle.safeParse(line).data ?? 'Untitled';
}
