import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readJson, writeJson } from './json-file';

let folder: string;
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tk-json-'));
});
afterEach(() => fs.rm(folder, { recursive: true }));

it('is whole whenever it is read, however many write at once', async () => {
  const file = path.join(folder, 'state.json');
  const value = (length: number) => ({ length, text: 'x'.repeat(length) });
  await writeJson(file, value(1));
  const writing = Promise.all(
    Array.from({ length: 100 }, (_, index) => writeJson(file, value(index * 97))),
  );
  for (let read = 0; read < 100; read += 1) {
    const found = (await readJson(file)) as { length: number; text: string };
    expect(found.text).toHaveLength(found.length);
  }
  await writing;
  expect(await fs.readdir(folder)).toEqual(['state.json']);
});
