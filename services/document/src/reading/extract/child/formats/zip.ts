import { inflateRawSync } from 'node:zlib';
import { decode } from '../decode';
import { Refused } from '../refused';

const MEGABYTE = 1024 * 1024;
/** Bytes of one entry, and of all that are read; what the directory says of sizes is not believed. */
const MAX_ENTRY = 64 * MEGABYTE;
const MAX_TOTAL = 256 * MEGABYTE;
const MAX_ENTRIES = 20_000;
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_LENGTH = 22;
const MAX_COMMENT = 65_535;

interface Entry {
  method: number;
  isLocked: boolean;
  packed: number;
  size: number;
  at: number;
}

/** A zip file, of which entries are unpacked when they are asked for, within bounds that its own words do not move. */
export class Zip {
  private readonly entries = new Map<string, Entry>();
  private left = MAX_TOTAL;

  constructor(private readonly file: Buffer) {
    const end = this.findEnd();
    const count = file.readUInt16LE(end + 10);
    let at = file.readUInt32LE(end + 16);
    if (count > MAX_ENTRIES) throw new Refused('too_large');
    for (let index = 0; index < count; index++) {
      if (at + 46 > file.length || file.readUInt32LE(at) !== ENTRY) throw new Refused('damaged');
      const length = file.readUInt16LE(at + 28);
      const name = file.toString('utf8', at + 46, at + 46 + length);
      this.entries.set(name.replaceAll('\\', '/'), {
        method: file.readUInt16LE(at + 10),
        isLocked: (file.readUInt16LE(at + 8) & 1) === 1,
        packed: file.readUInt32LE(at + 20),
        size: file.readUInt32LE(at + 24),
        at: file.readUInt32LE(at + 42),
      });
      at += 46 + length + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
    }
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  /** @throws {Refused} when it is larger than may be, locked or broken */
  bytes(name: string): Buffer | undefined {
    const entry = this.entries.get(name);
    if (!entry) return undefined;
    if (entry.isLocked) throw new Refused('locked');
    if (entry.size > MAX_ENTRY) throw new Refused('too_large');
    const { file } = this;
    if (entry.at + 30 > file.length) throw new Refused('damaged');
    const from =
      entry.at + 30 + file.readUInt16LE(entry.at + 26) + file.readUInt16LE(entry.at + 28);
    const packed = file.subarray(from, from + entry.packed);
    const bytes = entry.method === 0 ? packed : this.unpacked(packed, entry.method);
    this.left -= bytes.length;
    if (this.left < 0) throw new Refused('too_large');
    return bytes;
  }

  text(name: string): string | undefined {
    const bytes = this.bytes(name);
    return bytes && decode(bytes, declared(bytes));
  }

  private unpacked(packed: Buffer, method: number): Buffer {
    if (method !== 8) throw new Refused('damaged');
    try {
      return inflateRawSync(packed, { maxOutputLength: Math.min(MAX_ENTRY, this.left) });
    } catch (error) {
      const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
      throw new Refused(isLarge ? 'too_large' : 'damaged');
    }
  }

  private findEnd(): number {
    const { file } = this;
    const last = file.length - END_LENGTH;
    for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at--)
      if (file.readUInt32LE(at) === END) return at;
    throw new Refused('damaged');
  }
}

const declared = (bytes: Buffer): string | undefined =>
  /^\W*<\?xml[^>]{1,200}encoding\s*=\s*["']([\w-]{2,30})/i.exec(
    bytes.toString('latin1', 0, 300),
  )?.[1];
