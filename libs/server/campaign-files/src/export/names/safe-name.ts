// Names of files that every file system and Obsidian accept.

/** UTF-8 bytes of a name, with its extension. */
export const MAX_NAME_BYTES = 120;

/** Of Windows, and characters with a meaning in wiki links; invisible characters that change the direction of text. */
const UNSAFE =
  // eslint-disable-next-line no-control-regex -- control characters are the subject
  /[\u0000-\u001f\u007f-\u009f<>:"/\\|?*#^[\]\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffd-\uffff]/g;
/** Names of devices on Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?=$|\s*\.)/i;
const EXTENSION = /(?<=.)\.[a-z\d]{1,10}$/i;

/** @returns the name without folders, in NFC; `Untitled` if nothing is left */
export function safeName(name: string): string {
  const cleaned = name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(UNSAFE, ' ')
    .replaceAll(/%{2,}/g, '%')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  const free = DEVICE.test(cleaned) ? `_${cleaned}` : cleaned;
  return free === '' ? 'Untitled' : free;
}

/** Splits the extension from a file name. */
export function splitExtension(name: string): { stem: string; extension: string } {
  const extension = EXTENSION.exec(name)?.[0] ?? '';
  return { stem: name.slice(0, name.length - extension.length), extension };
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Shortens the stem so that stem and ending have at most `MAX_NAME_BYTES`. Characters stay whole. */
export function fitName(stem: string, ending: string): string {
  let left = MAX_NAME_BYTES - Buffer.byteLength(ending);
  if (Buffer.byteLength(stem) <= left) return stem + ending;
  let fitting = '';
  for (const { segment } of graphemes.segment(stem)) {
    left -= Buffer.byteLength(segment);
    if (left < 0) break;
    fitting += segment;
  }
  return `${safeName(fitting)}${ending}`;
}

/** Equal for names that are the same file on a file system that ignores case or Unicode forms. */
export const foldedName = (name: string): string =>
  name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFC');
