import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import { refusedField } from './document.errors';

/** Control characters, line and paragraph separators, and marks that turn the reading direction. */
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** A file name as it is kept: any Unicode, but no path and nothing that hides what it says. */
export function cleanFileName(name: string): string {
  const parts = name
    .toWellFormed()
    .replace(UNPRINTABLE, '')
    .split(/[/\\]/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '.' && part !== '..');
  return (parts.at(-1) ?? '').normalize('NFC');
}

/** The name of a file that was uploaded; one with nothing left in it gets a plain name. */
export function uploadedFileName(name: string, field: string): string {
  return withinLimit(cleanFileName(name) || 'document', field);
}

/** A name that someone chose; it must say something. */
export function chosenFileName(name: string, field: string): string {
  const cleaned = cleanFileName(name);
  if (cleaned === '') throw refusedField(field, 'File name must not be empty.');
  return withinLimit(cleaned, field);
}

function withinLimit(name: string, field: string): string {
  if ([...name].length > DOCUMENT_LIMITS.fileNameLength)
    throw refusedField(
      field,
      `File name must have at most ${DOCUMENT_LIMITS.fileNameLength} characters.`,
    );
  return name;
}
