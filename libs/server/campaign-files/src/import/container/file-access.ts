import { Readable } from 'node:stream';
import { ImportError } from '../../model';
import type { ArchiveContainer } from '../archive/container';
import type { Container } from './container';
import { EntryError } from './entry-error';

/** The files of a container by path, for formats with a table of contents. */
export function fileAccess({ entries }: Container): ArchiveContainer {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const read = (path: string): AsyncIterable<Buffer> => {
    const entry = byPath.get(path);
    if (!entry) throw new ImportError('damaged');
    return asImportErrors(entry.read());
  };
  return {
    entries: () => entries.map(({ path, declaredSize }) => ({ path, size: declaredSize })),
    open: (path) => Promise.resolve(Readable.from(read(path), { objectMode: false })),
    bytes: async (path, max) => {
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of read(path)) {
        size += chunk.length;
        if (size > max) throw new ImportError('too_large');
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    },
  };
}

async function* asImportErrors(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* chunks;
  } catch (error) {
    if (!(error instanceof EntryError)) throw error;
    const reason = error.reason === 'too_large' ? 'too_large' : 'damaged';
    throw new ImportError(reason, { cause: error });
  }
}
