import { Readable } from 'node:stream';
import { ImportError } from '../model';
import type { ArchiveContainer } from './archive/container';
import type { Container, ContainerEntry } from './container/container';
import { EntryError } from './container/entry-error';
import { ItemError } from './archive/json';

/** The container of an upload as the reader of archives needs it. */
export function archiveContainer({ entries }: Container): ArchiveContainer {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const find = (path: string): ContainerEntry => {
    const entry = byPath.get(path);
    if (!entry) throw new ItemError('damaged');
    return entry;
  };
  return {
    entries: () => entries.map(({ path, declaredSize }) => ({ path, size: declaredSize })),
    open: (path) => Promise.resolve(Readable.from(bytesOf(find(path)), { objectMode: false })),
    bytes: async (path, max) => {
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of bytesOf(find(path))) {
        size += chunk.length;
        if (size > max) throw new ImportError('too_large');
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    },
  };
}

async function* bytesOf(entry: ContainerEntry): AsyncGenerator<Buffer> {
  try {
    yield* entry.read();
  } catch (error) {
    throw error instanceof EntryError ? new ItemError(error.reason) : error;
  }
}
