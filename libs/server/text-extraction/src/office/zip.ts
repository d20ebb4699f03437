import { inflateRawSync } from 'node:zlib';
import { decode } from '../text/decode';
import { ExtractionError } from '../extraction-error';

const MEGABYTE = 1024 * 1024;
/** Maximum bytes of one entry and of all entries read. Declared sizes are not trusted. */
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

/** Unpacks entries of a zip file on demand, within limits. */
export class Zip {
  private readonly entries = new Map<string, Entry>();
  private left = MAX_TOTAL;

  constructor(private readonly file: Buffer) {
    const end = this.findEnd();
    const count = file.readUInt16LE(end + 10);
    let at = file.readUInt32LE(end + 16);
    if (count > MAX_ENTRIES) throw new ExtractionError('too_large');
    for (let index = 0; index < count; index++) {
      if (at + 46 > file.length || file.readUInt32LE(at) !== ENTRY)
        throw new ExtractionError('damaged');
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

  /** @throws {ExtractionError} when the entry is too large, encrypted or damaged */
  bytes(name: string): Buffer | undefined {
    const entry = this.entries.get(name);
    if (!entry) return undefined;
    if (entry.isLocked) throw new ExtractionError('locked');
    if (entry.size > MAX_ENTRY) throw new ExtractionError('too_large');
    const { file } = this;
    if (entry.at + 30 > file.length) throw new ExtractionError('damaged');
    const from =
      entry.at + 30 + file.readUInt16LE(entry.at + 26) + file.readUInt16LE(entry.at + 28);
    const packed = file.subarray(from, from + entry.packed);
    const bytes = entry.method === 0 ? packed : this.unpacked(packed, entry.method);
    this.left -= bytes.length;
    if (this.left < 0) throw new ExtractionError('too_large');
    return bytes;
  }

  text(name: string): string | undefined {
    const bytes = this.bytes(name);
    return bytes && decode(bytes, declared(bytes)).text;
  }

  private unpacked(packed: Buffer, method: number): Buffer {
    if (method !== 8) throw new ExtractionError('damaged');
    try {
      return inflateRawSync(packed, { maxOutputLength: Math.min(MAX_ENTRY, this.left) });
    } catch (error) {
      const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
      throw new ExtractionError(isLarge ? 'too_large' : 'damaged');
    }
  }

  private findEnd(): number {
    const { file } = this;
    const last = file.length - END_LENGTH;
    for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at--)
      if (file.readUInt32LE(at) === END) return at;
    throw new ExtractionError('damaged');
  }
}

const declared = (bytes: Buffer): string | undefined =>
  /^\W*<\?xml[^>]{1,200}encoding\s*=\s*["']([\w-]{2,30})/i.exec(
    bytes.toString('latin1', 0, 300),
  )?.[1];
