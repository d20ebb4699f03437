import { IMPORT_LIMITS } from '@tomekeeper/contracts-document';
import { fileSize } from '@tomekeeper/ui/file-input';
import type { Found, FoundFile } from '../../../uploads/bulk-upload/found-files';
import { counted } from '../import-words';

/** A single file, or files that the browser packs into a zip. */
export interface ImportSource {
  /** Name of the uploaded file. */
  name: string;
  files: readonly PackedFile[];
  /** Bytes of all files. */
  size: number;
}

export interface PackedFile {
  /** Within the zip. */
  path: string;
  file: File;
}

/** Bounds of a scan: one file more than allowed, so that a folder with too many is recognized. */
export const SCAN_BOUNDS = { files: IMPORT_LIMITS.entries + 1, entries: 4 * IMPORT_LIMITS.entries };

/** Settings, history and system files of editors; {@link Found} contains no other hidden files. */
const SKIPPED: ReadonlySet<string> = new Set([
  '.obsidian',
  '.git',
  '.trash',
  '.DS_Store',
  '__MACOSX',
]);

/** Files to import, or the reason why they cannot be imported. */
export function sourceOf({ files: found, isCutShort, unreadable }: Found): ImportSource | string {
  const files = found
    .map(packed)
    .filter(({ path }) => !path.split('/').some(isSkipped))
    .sort((one, other) => BY_PATH.compare(one.path, other.path));
  const size = files.reduce((sum, { file }) => sum + file.size, 0);
  const [first] = files;
  const [missing] = unreadable;
  if (missing !== undefined)
    return `${missing} could not be read. Nothing was uploaded. Close it in other programs, then choose the folder again.`;
  if (!first) return 'No files to import here. Choose a folder with notes, or a zip.';
  if (isCutShort || files.length > IMPORT_LIMITS.entries) return tooMany(files.length, isCutShort);
  if (size > IMPORT_LIMITS.unpackedBytes) return tooLarge(size);
  const root = found.find(({ folders }) => folders.length > 0)?.folders[0];
  const isSingle = files.length === 1 && !first.path.includes('/');
  return { name: isSingle ? first.file.name : `${root ?? 'Files'}.zip`, files, size };
}

/** Whether the files of a source have to be packed. */
export const isPacked = ({ files: [first, ...others] }: ImportSource): boolean =>
  others.length > 0 || (first?.path.includes('/') ?? false);

const packed = ({ file, folders }: FoundFile): PackedFile => ({
  path: [...folders, file.name].join('/'),
  file,
});

/** Order of the review; browsers list folders in any order. */
const BY_PATH = new Intl.Collator('en', { numeric: true });

const isSkipped = (name: string): boolean => SKIPPED.has(name);

const tooMany = (count: number, isCutShort: boolean): string =>
  `${isCutShort ? `More than ${IMPORT_LIMITS.entries.toLocaleString('en')} files` : counted(count, 'file')} at once. ` +
  `At most ${IMPORT_LIMITS.entries.toLocaleString('en')} can be imported. Import the folders one after the other.`;

function tooLarge(size: number): string {
  const limit = fileSize(IMPORT_LIMITS.unpackedBytes);
  const own = fileSize(size);
  return (
    `These files have ${own === limit ? `a little more than ${limit}` : own}. At most ${limit} can be imported at once. ` +
    'Leave out large files, or import the folders one after the other.'
  );
}
