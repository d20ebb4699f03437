import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writeArchive, type ExportSource } from '../src/export';
import { each, sourceOf } from './made-campaign';

const NONE = { notes: [], files: [] };
const signal = new AbortController().signal;
const item = { sourceId: 'file-0', name: 'a.png', contentType: 'image/png', tags: [] };
const MEGABYTE = 1024 * 1024;

/** A campaign with one file. */
const withFile = (body: AsyncIterable<Buffer>): ExportSource => ({
  ...sourceOf(NONE),
  index: [{ id: 'file-0', kind: 'file', title: 'a.png', tags: [] }],
  files: each([{ ...item, isPublic: false, isEmbedded: false, size: 0, body }]),
});

it.each(['archive', 'obsidian', 'foundry'] as const)(
  'ends a %s with the error of its source',
  async (format) => {
    const failed = new Error('The campaign is no longer visible.');
    async function* notes(): AsyncGenerator<never> {
      await setImmediate();
      throw failed;
      yield undefined as never;
    }
    const source = { ...sourceOf(NONE), notes: notes() };
    await expect(buffer(writeArchive(source, { format, signal }))).rejects.toBe(failed);
  },
);

it('reads one note of a journal after the other, and closes its source when canceled', async () => {
  let [read, isClosed] = [0, false];
  async function* notes() {
    try {
      for (;;) {
        await setImmediate();
        const text = randomBytes(MEGABYTE / 2).toString('hex');
        const passages = [{ kind: 'paragraph' as const, depth: 0, text, content: {} }];
        yield {
          sourceId: `note-${read++}`,
          title: 'A',
          tags: [],
          isPublic: true,
          aliases: [],
          passages,
        };
      }
    } finally {
      isClosed = true;
    }
  }
  const index = Array.from({ length: 200 }, (_, at) => ({
    ...{ id: `note-${at}`, kind: 'note' as const, title: 'A', tags: [] },
  }));
  const output = writeArchive(
    { ...sourceOf(NONE), index, notes: notes() },
    { format: 'foundry', signal },
  );
  let bytes = 0;
  const readChunks = async () => {
    for await (const chunk of output)
      if ((bytes += (chunk as Buffer).length) > 20 * MEGABYTE) break;
  };
  await readChunks();
  while (!isClosed) await setImmediate();
  expect(read).toBeLessThan(60);
});

it('ends with the error of the bytes of a file', async () => {
  async function* body() {
    yield Buffer.alloc(MEGABYTE);
    await setImmediate();
    throw new Error('The file was deleted.');
  }
  const output = writeArchive(withFile(body()), { format: 'archive', signal });
  await expect(buffer(output)).rejects.toThrow('The file was deleted.');
});

it('ends when it is canceled, and closes the file', async () => {
  let isClosed = false;
  async function* endless() {
    try {
      for (;;) {
        await setImmediate();
        yield Buffer.alloc(MEGABYTE);
      }
    } finally {
      isClosed = true;
    }
  }
  const controller = new AbortController();
  const output = writeArchive(withFile(endless()), {
    format: 'archive',
    signal: controller.signal,
    onBytes: (bytes) => {
      if (bytes > MEGABYTE) controller.abort();
    },
  });
  await expect(buffer(output)).rejects.toMatchObject({ name: 'AbortError' });
  while (!isClosed) await setImmediate();
});

it('reads no further than the receiver takes, and reports the bytes', async () => {
  let [read, taken, reported, ahead] = [0, 0, 0, 0];
  async function* body() {
    for (let at = 0; at < 200; at++) {
      await setImmediate();
      read += MEGABYTE;
      ahead = Math.max(ahead, read - taken);
      yield Buffer.alloc(MEGABYTE);
    }
  }
  const slow = new Writable({
    write(chunk: Buffer, _, done) {
      taken += chunk.length;
      void setImmediate().then(() => done());
    },
  });
  const onBytes = (bytes: number) => (reported = bytes);
  await pipeline(writeArchive(withFile(body()), { format: 'archive', signal, onBytes }), slow);
  expect(taken).toBeGreaterThan(200 * MEGABYTE);
  expect(reported).toBe(taken);
  expect(ahead).toBeLessThan(8 * MEGABYTE);
});

it('rejects an item that the index does not name', async () => {
  const source = { ...withFile(each([])), index: [] };
  await expect(buffer(writeArchive(source, { format: 'archive', signal }))).rejects.toThrow(
    'not in the index',
  );
});
