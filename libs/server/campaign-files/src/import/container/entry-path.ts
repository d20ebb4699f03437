/** Settings and caches of operating systems, Obsidian and Git. */
const JUNK =
  /^(?:__macosx|\.ds_store|thumbs\.db|desktop\.ini|\.obsidian|\.trash|\.git(?:attributes|hub|ignore|keep|modules)?|\._.*|icon\r)$/i;
/** Zero bytes, absolute paths and drives. `Q: who?` is the title of a note. */

const UNSAFE = /\0|^\/|^[a-z]:(?! )/i;
/** UTF-16 units of a path and of each part. */
const MAX_PATH = 1000;
const MAX_PART = 255;
// eslint-disable-next-line no-control-regex -- control characters are the subject
const CONTROLS = /[\u0001-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** @returns the relative path in NFC with slashes; undefined for a path that is absolute, leads out of its folder, or is too long */
export function safePath(name: string): string | undefined {
  const path = name.toWellFormed().normalize('NFC').replaceAll('\\', '/');
  if (UNSAFE.test(path)) return undefined;
  const parts = path
    .split('/')
    .map((part) => part.replace(CONTROLS, ''))
    .filter((part) => part !== '' && part !== '.');
  const isUnsafe = parts.some((part) => part.trim() === '..' || part.length > MAX_PART);
  const joined = parts.join('/');
  return isUnsafe || joined === '' || joined.length > MAX_PATH ? undefined : joined;
}

/** Of an unsafe path, for the list of problems. */
export const displayedPath = (path: string): string => path.replace(/\p{C}/gu, '').slice(0, 200);

export const isJunk = (name: string): boolean =>
  name.split(/[/\\]/).some((part) => JUNK.test(part));

/** Equal for paths that some file systems do not distinguish, and for names as links write them. */
export const foldPath = (path: string): string =>
  path.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The folders of a path, outermost first. */
export const foldersOf = (path: string): string[] => path.split('/').slice(0, -1);

/** Lower-case, without the dot; empty if there is none. */
export const extensionOf = (path: string): string =>
  /.\.([^./\s]{1,16})$/.exec(baseName(path))?.[1]?.toLowerCase() ?? '';

export function withoutExtension(name: string): string {
  const extension = extensionOf(name);
  return extension === '' ? name : name.slice(0, -extension.length - 1);
}
