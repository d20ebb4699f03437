import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { PART_BYTES, storeStream } from '../../src/exports/export-upload';
import { ObjectStore } from '../../src/storage/object-store';
import { startDocumentApp, type DocumentApp } from '../document-app';

const CHUNK_BYTES = 100_000;

let service: DocumentApp;
let store: ObjectStore;

beforeAll(async () => {
  service = await startDocumentApp({ hostWorker: false });
  store = new ObjectStore(service.settings);
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  store?.close();
  await service?.stop();
});

it.each([0, 1, PART_BYTES, 3 * PART_BYTES + 1])(
  'stores a stream of %i bytes in one buffer',
  async (size) => {
    const [sent, stored] = [createHash('sha256'), createHash('sha256')];
    let [read, taken, held] = [0, 0, 0];
    async function* source() {
      while (read < size) {
        const chunk = randomBytes(Math.min(CHUNK_BYTES, size - read));
        sent.update(chunk);
        read += chunk.length;
        held = Math.max(held, read - taken);
        yield chunk;
      }
    }
    const { multipart } = store;
    const buffers = new Set<ArrayBufferLike>();
    const put = multipart.put.bind(multipart);
    jest.spyOn(multipart, 'put').mockImplementation(async (ref, part, bytes) => {
      buffers.add(bytes.buffer);
      const done = await put(ref, part, bytes);
      taken += bytes.length;
      return done;
    });
    const key = `exports/${size}.zip`;
    const body = Readable.from(source(), { objectMode: false });
    expect(await storeStream({ uow: service.uow, store }, key, body)).toBe(size);
    expect([taken, buffers.size]).toEqual([size, 1]);
    expect(held).toBeLessThanOrEqual(PART_BYTES + 3 * CHUNK_BYTES);
    for await (const chunk of (await store.read(key))!) stored.update(chunk as Buffer);
    expect(stored.digest('hex')).toBe(sent.digest('hex'));
  },
);
