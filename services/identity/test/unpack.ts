import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';

/** Returns the files of a zip archive by path. */
export async function unpack(archive: Buffer): Promise<Record<string, string>> {
  const open = promisify<Buffer, { lazyEntries: true }, ZipFile>(fromBuffer);
  const zip = await open(archive, { lazyEntries: true });
  const found: Record<string, string> = {};
  zip.on('entry', (entry: Entry) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return void zip.emit('error', error);
      void text(stream).then((content) => {
        found[entry.fileName] = content;
        zip.readEntry();
      });
    });
  });
  zip.readEntry();
  await once(zip, 'end');
  return found;
}
