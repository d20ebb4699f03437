import { withoutUnprintable } from '@tomekeeper/contracts-values';

/** Characters that some file system rejects, and trailing dots and spaces, which Windows strips. */
const REFUSED = /[/\\<>:"|?*]/g;
const LOST_AT_THE_END = /[. ]+$/;
/** Names of devices on Windows, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?=\.|$)/i;
/** Linux, macOS and Windows store at most 255 bytes or characters. */
const MAX_BYTES = 255;
/** Space for a number and the extension of a text: ` (999999).json`. */
const RESERVED_BYTES = 14;

/** Assigns unique, portable paths to the files of an archive. */
export class ArchiveNames {
  private readonly taken = new Set<string>();

  /** @returns `folder/name`, numbered if the path exists */
  pathFor(folder: string, name: string): string {
    const safeFolder = safePart(folder, 'campaign');
    const safeName = safePart(name, 'document');
    for (let copy = 1; ; copy++) {
      const path = `${safeFolder}/${copy === 1 ? safeName : numbered(safeName, copy)}`;
      // Many file systems are case-insensitive.
      const key = path.toLowerCase();
      if (this.taken.has(key)) continue;
      this.taken.add(key);
      return path;
    }
  }
}

function safePart(text: string, fallback: string): string {
  const flat = withoutUnprintable(text).replace(REFUSED, '-').trim();
  const { base, ending } = split(flat.normalize('NFC'));
  const bytes = MAX_BYTES - RESERVED_BYTES - Buffer.byteLength(ending);
  const part = `${shorten(base, bytes)}${ending}`
    .replace(LOST_AT_THE_END, '')
    .replace(RESERVED, '$1_');
  return part || fallback;
}

/** Shortens text without splitting an emoji or a letter and its accents. */
function shorten(text: string, maxBytes: number): string {
  let short = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > maxBytes) break;
    short += segment;
  }
  return short;
}

function numbered(name: string, copy: number): string {
  const { base, ending } = split(name);
  return `${base} (${copy})${ending}`;
}

function split(name: string): { base: string; ending: string } {
  const ending = /(?<=.)\.[^. ]{1,12}$/u.exec(name)?.[0] ?? '';
  return { base: name.slice(0, name.length - ending.length), ending };
}
