import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { FolderStore } from '../registry/folder-store';
import { MovedMeanwhile, Registry } from '../registry/registry';
import type { Wanted } from './arguments';
import { ship, type Dock } from './ship';

let folder: string;
let dist: string;
let dock: Dock;
let requires: string;
let source: string;
/** Runs during the build, as a concurrent command would. */
let meanwhile: () => Promise<unknown>;
const said = jest.spyOn(console, 'log').mockImplementation(() => {});

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tk-ship-'));
  dist = path.join(folder, 'dist');
  requires = '^1.0';
  source = 'one';
  meanwhile = async () => {};
  said.mockClear();
  dock = {
    registry: new Registry(new FolderStore(path.join(folder, 'remotes'))),
    contract: '1.1.0',
    here: folder,
    project: (name) => ({ name, folder, tags: [], dependencies: [] }),
    async build() {
      await meanwhile();
      await fs.mkdir(dist, { recursive: true });
      await fs.mkdir(path.join(folder, 'remotes'), { recursive: true });
      const manifest = { id: 'campaigns', container: 'c', requires, routes: [], entry: 'entry.js' };
      await fs.writeFile(path.join(dist, 'remote.json'), JSON.stringify(manifest));
      await fs.writeFile(path.join(dist, 'entry.js'), source);
      return dist;
    },
  };
});
afterEach(() => fs.rm(folder, { recursive: true }));
afterAll(() => said.mockRestore());

const remote = 'campaigns';
const run = (wanted: Wanted) => ship(wanted, dock);
const live = async () => (await dock.registry.live())[remote];

async function shipSource(text: string) {
  source = text;
  await run({ do: 'ship', remote });
  return (await live())?.version;
}

it('builds, stores and makes live', async () => {
  const version = await shipSource('one');
  expect(version).toMatch(/^[0-9a-f]{12}$/);
  expect(said.mock.calls.join()).toContain(`campaigns ${version} is live`);
});

it.each(['^2.0', '^1.9'])(
  'stores nothing that requires contract %s of a shell of 1.1.0',
  async (range) => {
    const before = await shipSource('one');
    requires = range;
    await expect(shipSource('two')).rejects.toThrow(`requires contract ${range}`);
    expect((await live())?.version).toBe(before);
    expect(await fs.readdir(path.join(folder, 'remotes', remote))).toEqual([before]);
  },
);

it('accepts a build from another folder, but rejects incomplete builds and builds of other remotes', async () => {
  const from = await dock.build(dock.project(remote));
  dock = { ...dock, build: () => Promise.reject(new Error('It was to build nothing.')) };
  await run({ do: 'ship', remote, from });
  expect(await live()).toMatchObject({ version: expect.stringMatching(/./) });
  await expect(run({ do: 'ship', remote: 'auth', from })).rejects.toThrow('not to auth');
  await fs.rm(path.join(from, 'entry.js'));
  await expect(run({ do: 'ship', remote, from })).rejects.toThrow('has no entry.js');
  await expect(run({ do: 'ship', remote, from: '.' })).rejects.toThrow('not a valid manifest');
});

it('changes nothing if another command shipped during the build', async () => {
  await shipSource('one');
  meanwhile = async () => {
    meanwhile = async () => {};
    await shipSource('theirs');
    source = 'mine';
  };
  const theirs = run({ do: 'ship', remote });
  await expect(theirs).rejects.toThrow(MovedMeanwhile);
  expect((await live())?.history).toHaveLength(2);
});

it('tries a version on some, gives the same one to more, then to all, without building again', async () => {
  const before = await shipSource('one');
  source = 'two';
  await run({ do: 'canary', remote, percent: 10 });
  const tried = (await live())?.canary?.version;
  expect(await live()).toMatchObject({ version: before, canary: { percent: 10 } });
  source = 'three';
  await run({ do: 'canary', remote, percent: 50 });
  expect(await live()).toMatchObject({ version: before, canary: { version: tried, percent: 50 } });
  await run({ do: 'promote', remote });
  expect((await live())?.version).toBe(tried);
  expect((await live())?.canary).toBeUndefined();
});

it('ends a trial by a rollback, and goes back a version by the next', async () => {
  const first = await shipSource('one');
  const second = await shipSource('two');
  source = 'three';
  await run({ do: 'canary', remote, percent: 10 });
  await run({ do: 'rollback', remote });
  expect((await live())?.canary).toBeUndefined();
  expect((await live())?.version).toBe(second);
  await run({ do: 'rollback', remote });
  expect((await live())?.version).toBe(first);
});

it('touches no pointer file that it can’t read', async () => {
  await shipSource('one');
  const file = path.join(folder, 'remotes', 'live.json');
  await fs.writeFile(file, '{ "documents": 7 }');
  await expect(shipSource('two')).rejects.toThrow("can't be read");
  expect(await fs.readFile(file, 'utf8')).toBe('{ "documents": 7 }');
});

it('shows live and earlier versions', async () => {
  const first = await shipSource('one');
  const second = await shipSource('two');
  await run({ do: 'rollback', remote });
  said.mockClear();
  await run({ do: 'status' });
  const lines = said.mock.calls.map(([line]) => String(line));
  expect(lines[0]).toContain(`${first}  contract ^1.0`);
  expect(lines[1]).toMatch(/rollback$/);
  expect(lines[2]).toContain(`${second}  ship, gone back from`);
});
