import { crc32, deflateRawSync } from 'node:zlib';

export interface MadeEntry {
  name: string | Buffer;
  content?: string | Buffer;
  /** Values in the headers; the actual ones by default. */
  size?: number;
  crc?: number;
  method?: number;
  isLocked?: boolean;
  /** Unix mode, such as that of a symbolic link. */
  mode?: number;
  /** Whether the name is marked as UTF-8. */
  isUtf8?: boolean;
}

/** A zip file as programs write it, or with lies in it. */
export function madeZip(entries: readonly MadeEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const bytes = Buffer.from((entry.content ?? '') as string);
    const name = Buffer.from(entry.name as string);
    const packed = entry.method === 0 ? bytes : deflateRawSync(bytes);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE((entry.isLocked ? 1 : 0) | ((entry.isUtf8 ?? true) ? 0x800 : 0), 2);
    about.writeUInt16LE(entry.method ?? 8, 4);
    about.writeUInt32LE(entry.crc ?? crc32(bytes), 10);
    about.writeUInt32LE(packed.length, 14);
    about.writeUInt32LE(entry.size ?? bytes.length, 18);
    about.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), about, name, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03'), about, rest, name]));
    parts.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06'), end]);
}

export type Files = Record<string, string | Buffer>;

export const zipOf = (files: Files): Buffer =>
  madeZip(Object.entries(files).map(([name, content]) => ({ name, content })));
