import { createHash } from 'node:crypto';
import type { ArchiveSection } from '@tomekeeper/contracts-document';

// Paths in an archive of the format `tomekeeper`.

export const MANIFEST_PATH = 'tomekeeper.json';
export const FILES_PATH = 'files.json';
export const NOTES_FOLDER = 'notes';
export const FILES_FOLDER = 'files';
export const PASSAGES_FOLDER = 'passages';
const TEXTS_FOLDER = 'texts';

const entryName = (id: string): string =>
  /^[a-z\d-]{1,64}$/.test(id) ? id : sha256(id).slice(0, 40);

/** The path of the exact passages of a note. */
export const passagesPath = (id: string): string => `${PASSAGES_FOLDER}/${entryName(id)}.json`;

/** The path of the text of a file. */
export const textPath = (id: string): string => `${TEXTS_FOLDER}/${entryName(id)}.json`;

/** The path of the records of a section: one JSON object per line. */
export const sectionPath = (section: ArchiveSection): string => `campaign/${section}.jsonl`;

/** In hexadecimal digits. */
export const sha256 = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex');
