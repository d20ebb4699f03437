import { Readable } from 'node:stream';
import { ImportError } from '../../model';
import type { Container, ContainerEntry } from './container';

/** The files of a container by path, for formats with a table of contents. */
export interface FileAccess {
  /** Paths are relative, with slashes, in NFC; sizes in bytes. */
  entries: () => Iterable<{ path: string; size: number }>;
  open: (path: string) => Promise<Readable>;
  /** @throws {ImportError} with the reason `too_large` if the file has more than `max` bytes */
  bytes: (path: string, max: number) => Promise<Buffer>;
}

export function fileAccess({ entries }: Container): FileAccess {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const entryAt = (path: string): ContainerEntry => {
    const entry = byPath.get(path);
    if (!entry) throw new ImportError('damaged');
    return entry;
  };
  return {
    entries: () => entries.map(({ path, declaredSize }) => ({ path, size: declaredSize })),
    open: async (path) => Readable.from(entryAt(path).read(), { objectMode: false }),
    bytes: async (path, max) => {
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of entryAt(path).read()) {
        size += chunk.length;
        if (size > max) throw new ImportError('too_large');
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    },
  };
}
