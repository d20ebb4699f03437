import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { FolderStore } from './folder-store';
import { KEPT_DAYS } from './pointers';
import { publishShell, SHELL, shellContract } from './shell-copy';

let folder: string;
let store: FolderStore;
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000);

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tk-shell-'));
  store = new FolderStore(path.join(folder, 'remotes'));
  await fs.mkdir(path.join(folder, 'dist'));
});
afterEach(() => fs.rm(folder, { recursive: true }));

/** Builds and publishes another shell. */
async function publish(text: string, days = 0) {
  await fs.writeFile(path.join(folder, 'dist', 'shell.json'), '{"contract":"1.7.0"}');
  await fs.writeFile(path.join(folder, 'dist', 'main.js'), text);
  return publishShell(path.join(folder, 'dist'), store, daysFromNow(days));
}
const stored = async () => [...(await store.versions(SHELL)).keys()].sort();

it('stores a shell under the name of its content and says its contract', async () => {
  const version = await publish('one');
  expect(await store.readFile(SHELL, version, 'main.js')).toEqual(Buffer.from('one'));
  expect(await shellContract(store)).toBe('1.7.0');
  expect(await publish('one')).toBe(version);
});

it('keeps a shell for its days after it was live last, however long it was live before', async () => {
  const one = await publish('one');
  const two = await publish('two', 300);
  expect(await stored()).toEqual([one, two].sort());
  const three = await publish('three', 300 + KEPT_DAYS - 1);
  expect(await stored()).toEqual([one, two, three].sort());
  await publish('three', 300 + KEPT_DAYS + 1);
  expect(await stored()).toEqual([two, three].sort());
});

it('keeps no more than a number of them', async () => {
  for (let number = 1; number <= 23; number++) await publish(`shell ${number}`);
  // Versions stored today may belong to a publication that is still running.
  await publish('shell 23', 2);
  expect(await stored()).toHaveLength(21);
});

it('makes an earlier version live again', async () => {
  const one = await publish('one');
  await publish('two');
  await publish('one');
  const again = await publish('one', 10 * KEPT_DAYS);
  expect(await stored()).toEqual([one]);
  expect(again).toBe(one);
});

it('starts a new record if the existing one is unreadable', async () => {
  await publish('one');
  await fs.writeFile(path.join(folder, 'remotes', SHELL, 'live.json'), '{ half');
  await publish('two');
  expect(await shellContract(store)).toBe('1.7.0');
});
