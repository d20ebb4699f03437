import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import { withoutUnprintable } from '@tomekeeper/contracts-values';
import { refusedField } from './document.errors';

/** A file name as it is kept: any Unicode, but no path and nothing that hides what it says. */
export function cleanFileName(name: string): string {
  const parts = withoutUnprintable(name)
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
