import {
  DEFAULT_CONTENT_TYPE,
  DOCUMENT_LIMITS,
  mediaTypeOf,
  noteTitle,
} from '@tomekeeper/contracts-document';
import { hasVisibleText, withoutUnprintable } from '@tomekeeper/contracts-values';
import { invalidField } from './document.errors';

/**
 * Normalizes a file name: any Unicode, without paths and characters that disguise the name; empty if no visible
 * character remains.
 */
export function cleanFileName(name: string): string {
  const parts = withoutUnprintable(name)
    .split(/[/\\]/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '.' && part !== '..');
  const last = (parts.at(-1) ?? '').normalize('NFC');
  return hasVisibleText(last) ? last : '';
}

/** The name of a file that was uploaded; one with nothing left in it gets a plain name. */
export function uploadedFileName(name: string, field: string): string {
  return withinLimit(cleanFileName(name) || 'document', field);
}

/** A name that someone chose; it must say something. */
export function chosenFileName(name: string, field: string): string {
  const cleaned = cleanFileName(name);
  if (cleaned === '') throw invalidField(field, 'File name must not be empty.');
  return withinLimit(cleaned, field);
}

/** Validates the title of a note: one line of text, slashes allowed. */
export function chosenTitle(title: string, field: string): string {
  const { data, error } = noteTitle.safeParse(title);
  if (data === undefined) throw invalidField(field, error.issues[0]?.message ?? 'Give it a title.');
  return data;
}

interface NamedFile {
  original_filename: string;
  content_type: string;
}

/**
 * Title of a document whose file is replaced: keeps the title, but uses the new file's extension if its type differs.
 * Titles or files without an extension change nothing.
 */
export function nameForFile(before: NamedFile, file: NamedFile): string {
  const name = before.original_filename;
  const [was, is] = [endingOf(name), endingOf(file.original_filename)];
  if (!was || !is || was.toLowerCase() === is.toLowerCase() || isSameKind(before, file))
    return name;
  const room = DOCUMENT_LIMITS.fileNameLength - [...is].length;
  return [...name.slice(0, -was.length)].slice(0, room).join('') + is;
}

/** Title of a note that a file becomes: its name without the extension. */
export const titleOfFile = (name: string): string => {
  const ending = endingOf(name);
  return ending === '' ? name : name.slice(0, -ending.length).trim() || name;
};

/** File name of a note that gets its file back: its title, with the extension of the file. */
export function fileNameOfNote(title: string, file: string): string {
  const ending = endingOf(file);
  const room = DOCUMENT_LIMITS.fileNameLength - [...ending].length;
  return cleanFileName([...title].slice(0, room).join('') + ending) || file;
}

/** Letters and digits after the last dot, with a letter among them: `Session 1.5` and `.notes` have none. */
const endingOf = (name: string): string =>
  /(?<=.)\.(?=\d*[a-z])[a-z\d]{1,8}$/i.exec(name)?.[0] ?? '';

function isSameKind(one: NamedFile, other: NamedFile): boolean {
  const [a, b] = [mediaTypeOf(one.content_type), mediaTypeOf(other.content_type)];
  return a === b && a !== DEFAULT_CONTENT_TYPE;
}

function withinLimit(name: string, field: string): string {
  if ([...name].length > DOCUMENT_LIMITS.fileNameLength)
    throw invalidField(
      field,
      `File name must have at most ${DOCUMENT_LIMITS.fileNameLength} characters.`,
    );
  return name;
}
