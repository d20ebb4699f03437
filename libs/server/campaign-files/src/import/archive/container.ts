import type { Readable } from 'node:stream';

/** The unpacked files of an import. */
export interface ArchiveContainer {
  /** Paths are relative, with slashes, in NFC; sizes in bytes. */
  entries(): Iterable<{ path: string; size: number }>;
  open(path: string): Promise<Readable>;
  /** @throws {ImportError} with the reason `too_large` if the file has more than `max` bytes */
  bytes(path: string, max: number): Promise<Buffer>;
}
