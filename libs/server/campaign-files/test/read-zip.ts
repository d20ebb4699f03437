import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import type { ArchiveContainer } from '../src/import/archive/container';
import { ImportError } from '../src/model';

/** The entries of a zip in the order of the zip. */
export async function entriesOf(zip: Buffer): Promise<Map<string, Buffer>> {
  const file: ZipFile = await fromBufferPromise(zip, { lazyEntries: true });
  const entries = new Map<string, Buffer>();
  return new Promise((resolve, reject) => {
    file.on('entry', (entry: Entry) => {
      file
        .openReadStreamPromise(entry)
        .then(buffer)
        .then((bytes) => {
          expect(entries.has(entry.fileName)).toBe(false);
          entries.set(entry.fileName, bytes);
          file.readEntry();
        }, reject);
    });
    file.on('end', () => resolve(entries));
    file.on('error', reject);
    file.readEntry();
  });
}

export const containerOf = (entries: ReadonlyMap<string, Buffer>): ArchiveContainer => ({
  entries: () => [...entries].map(([path, bytes]) => ({ path, size: bytes.length })),
  open: (path) => Promise.resolve(Readable.from([entries.get(path)!])),
  bytes: (path, max) => {
    const bytes = entries.get(path)!;
    return bytes.length > max
      ? Promise.reject(new ImportError('too_large'))
      : Promise.resolve(bytes);
  },
});
