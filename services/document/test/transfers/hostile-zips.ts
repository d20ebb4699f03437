import { createHash } from 'node:crypto';
import { ZipFile } from 'yazl';
import { bytesOf, zipOf } from './transfer-app';

const LOCAL = Buffer.from('PK\x03\x04');
const LISTED = Buffer.from('PK\x01\x02');

/** Replaces bytes of a zip by as many others, such as a name in both of its headers. */
export function withBytes(zip: Buffer, from: string, to: string): Buffer {
  if (from.length !== to.length) throw new Error('The length of a name is in other places too.');
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
}

/** Changes each entry in both of its headers. @param change gets the offset of the flags in a header */
function withHeaders(zip: Buffer, change: (bytes: Buffer, flags: number) => void): Buffer {
  const bytes = Buffer.from(zip);
  for (const [signature, flags] of [
    [LOCAL, 6],
    [LISTED, 8],
  ] as const)
    for (let at = bytes.indexOf(signature); at >= 0; at = bytes.indexOf(signature, at + 4))
      change(bytes, at + flags);
  return bytes;
}

export const encrypted = (zip: Buffer): Buffer =>
  withHeaders(zip, (bytes, flags) => (bytes[flags]! |= 1));

/** Entries that declare this unpacked size. */
export const declaring = (zip: Buffer, size: number): Buffer =>
  withHeaders(zip, (bytes, flags) => bytes.writeUInt32LE(size, flags + 16));

/** Entries that are symbolic links. */
export function asLinks(zip: Buffer): Buffer {
  const bytes = Buffer.from(zip);
  for (let at = bytes.indexOf(LISTED); at >= 0; at = bytes.indexOf(LISTED, at + 4)) {
    bytes[at + 5] = 3; // made by Unix
    bytes.writeUInt32LE((0o120777 << 16) >>> 0, at + 38);
  }
  return bytes;
}

export function manyEntries(count: number): Promise<Buffer> {
  const zip = new ZipFile();
  for (let at = 0; at < count; at += 1)
    zip.addBuffer(Buffer.from('x'), `${at}.md`, { compress: false });
  zip.end();
  return bytesOf(zip.outputStream);
}

export const sha256 = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex');

export interface CraftedNote {
  id: string;
  title?: string;
  audience?: 'gm' | 'party';
  passages: { text: string; audience?: unknown; href?: string }[];
  [property: string]: unknown;
}

/** An archive of the format `tomekeeper` that no export wrote. */
export function craftedArchive(
  notes: readonly CraftedNote[],
  other: Record<string, string | Buffer> = {},
): Promise<Buffer> {
  const viewer = { format: 1, campaign: { title: 'A', game_system: '' }, viewer: 'gm' };
  const files: Record<string, string | Buffer> = { 'tomekeeper.json': JSON.stringify(viewer) };
  for (const [at, { passages, ...note }] of notes.entries())
    files[`passages/${at}.json`] = JSON.stringify({
      ...{ title: `Note ${at}`, tags: [], audience: 'gm', aliases: [] },
      markdown: { path: `notes/${at}.md`, sha256: sha256('') },
      ...note,
      passages: passages.map(({ text, audience, href }) => ({
        kind: 'paragraph',
        content: { inlines: [{ text, href }] },
        audience,
      })),
    });
  return zipOf({ ...files, ...other });
}
