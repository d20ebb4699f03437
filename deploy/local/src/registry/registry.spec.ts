import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Registry } from './registry';

let folder: string;
let build: string;
let registry: Registry;

const write = (name: string, text: string) => fs.writeFile(path.join(build, name), text);
const manifest = {
  id: 'campaigns',
  container: 'tk_campaigns',
  requires: '^1.0',
  routes: [{ path: '/home', access: 'guarded' }],
  entry: 'entry.js',
};

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tk-registry-'));
  build = path.join(folder, 'build');
  await fs.mkdir(path.join(build, 'chunks'), { recursive: true });
  registry = new Registry(path.join(folder, 'remotes'));
  await fs.mkdir(path.join(folder, 'remotes'));
  await write('remote.json', JSON.stringify(manifest));
  await write('entry.js', 'one');
});
afterEach(() => fs.rm(folder, { recursive: true }));

it('stores a build under a name of its content and makes it live', async () => {
  const first = await registry.publish(build);
  expect(first).toMatchObject({ id: 'campaigns', changed: true });
  expect(first.version).toMatch(/^[0-9a-f]{12}$/);
  const stored = path.join(folder, 'remotes', 'campaigns', first.version, 'entry.js');
  expect(await fs.readFile(stored, 'utf8')).toBe('one');
  expect((await registry.live())['campaigns']).toMatchObject({ version: first.version, manifest });
});

it('does nothing when nothing has changed', async () => {
  const first = await registry.publish(build);
  expect(await registry.publish(build)).toEqual({ ...first, changed: false });
});

it('keeps the old version beside the new one', async () => {
  const first = await registry.publish(build);
  await write('entry.js', 'two');
  const second = await registry.publish(build);
  expect(second.version).not.toBe(first.version);
  expect((await fs.readdir(path.join(folder, 'remotes', 'campaigns'))).sort()).toEqual(
    [first.version, second.version].sort(),
  );
});

it('refuses a build without a valid manifest and leaves everything as it was', async () => {
  const first = await registry.publish(build);
  await write('remote.json', '{}');
  await expect(registry.publish(build)).rejects.toThrow();
  expect((await registry.live())['campaigns']?.version).toBe(first.version);
});
