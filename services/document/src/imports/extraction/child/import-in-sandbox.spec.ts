import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { importInSandbox } from './import-in-sandbox';

const PICTURE = Buffer.concat([
  Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  Buffer.alloc(200_000, 'map'),
]);

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'import-spec-'));
  file = path.join(folder, 'vault.zip');
  const zip = new ZipFile();
  zip.addBuffer(PICTURE, 'first.png');
  zip.addBuffer(PICTURE, 'second.png');
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
});
afterAll(() => rm(folder, { recursive: true }));

/** Sizes of the files that were read by `read`. */
async function sizesWith(read: (body: Readable, size: number) => Promise<number>) {
  const source = { file, name: 'vault.zip', format: undefined, maxFileBytes: 1_000_000 };
  const sizes: [string, number][] = [];
  for await (const event of importInSandbox(source, new AbortController().signal))
    if ('file' in event)
      sizes.push([event.file.path, await read(event.file.body, event.file.size)]);
  return sizes.sort();
}

async function bytesUpTo(body: Readable, most: number): Promise<number> {
  let bytes = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    bytes += (chunk as Buffer).length;
    if (bytes >= most) break;
  }
  return bytes;
}

const { length } = PICTURE;

it.each([
  ['exactly its bytes', (body: Readable, size: number) => bytesUpTo(body, size), length],
  ['a part', (body: Readable) => bytesUpTo(body, 1).then(() => 1), 1],
  ['nothing', () => Promise.resolve(0), 0],
])('goes on with the next file when %s of one are read', async (_what, read, bytes) => {
  expect(await sizesWith(read)).toEqual([
    ['first.png', bytes],
    ['second.png', bytes],
  ]);
});

it('fails when a body was destroyed', async () => {
  await expect(
    sizesWith((body) => {
      body.destroy();
      return Promise.resolve(0);
    }),
  ).rejects.toThrow('Premature close');
});
