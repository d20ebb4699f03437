import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { FolderStore } from './folder-store';
import { KEPT_DAYS } from './pointers';
import { MovedMeanwhile, Registry } from './registry';
import { integrityOf } from './version-folder';

let folder: string;
let build: string;
let registry: Registry;
let daysLater = 0;

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
  daysLater = 0;
  const now = () => new Date(Date.now() + daysLater * 86_400_000);
  registry = new Registry(new FolderStore(path.join(folder, 'remotes')), now);
  await fs.mkdir(path.join(folder, 'remotes'));
  await write('remote.json', JSON.stringify(manifest));
  await write('entry.js', 'one');
});
const pointer = async () => (await registry.live())['campaigns'];
const stored = async () => (await fs.readdir(path.join(folder, 'remotes', 'campaigns'))).sort();
/** Makes another build and stores it. */
async function built(text: string) {
  await write('entry.js', text);
  return (await registry.upload(build)).published;
}
async function shipped(text: string) {
  const published = await built(text);
  await registry.moveTo('campaigns', published, 'ship', { version: (await pointer())?.version });
  return published.version;
}
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

it('keeps the old version next to the new one', async () => {
  const first = await registry.publish(build);
  await write('entry.js', 'two');
  const second = await registry.publish(build);
  expect(second.version).not.toBe(first.version);
  expect((await fs.readdir(path.join(folder, 'remotes', 'campaigns'))).sort()).toEqual(
    [first.version, second.version].sort(),
  );
});

it('rejects a build without a valid manifest and changes nothing', async () => {
  const first = await registry.publish(build);
  await write('remote.json', '{}');
  await expect(registry.publish(build)).rejects.toThrow(
    'is not a valid manifest of a remote: build it again.',
  );
  expect((await registry.live())['campaigns']?.version).toBe(first.version);
});

it('stores the hash of the entry in the pointer, where its folder can’t change it', async () => {
  await registry.publish(build);
  expect((await pointer())?.integrity).toBe(integrityOf(Buffer.from('one')));
});

it('refuses a build without its entry', async () => {
  await fs.rm(path.join(build, 'entry.js'));
  await expect(registry.publish(build)).rejects.toThrow('has no entry.js');
  expect(await pointer()).toBeUndefined();
});

describe('who moves the pointer', () => {
  it('detects a concurrent change of the pointer', async () => {
    const first = await shipped('one');
    const mine = await built('two');
    const theirs = await shipped('three');
    const moving = registry.moveTo('campaigns', mine, 'ship', { version: first });
    await expect(moving).rejects.toThrow(MovedMeanwhile);
    expect((await pointer())?.version).toBe(theirs);
  });

  it('keeps concurrent changes to other remotes', async () => {
    const published = await built('one');
    const ids = Array.from({ length: 12 }, (_, number) => `remote-${number}`);
    await Promise.all(
      ids.map((id) => registry.moveTo(id, published, 'ship', { version: undefined })),
    );
    expect(Object.keys(await registry.live()).sort()).toEqual(ids.sort());
  });
});

describe('going back', () => {
  it('returns to the previous version step by step, skipping withdrawn versions', async () => {
    const one = await shipped('one');
    const two = await shipped('two');
    const three = await shipped('three');
    expect((await registry.rollBack('campaigns')).version).toBe(two);
    expect((await registry.rollBack('campaigns')).version).toBe(one);
    await expect(registry.rollBack('campaigns')).rejects.toThrow('no earlier version');
    expect((await pointer())?.history.map(({ version }) => version)).toEqual([
      one,
      two,
      three,
      two,
      one,
    ]);
  });

  it('rejects a stored version that was modified', async () => {
    const one = await shipped('one');
    const two = await shipped('two');
    await fs.writeFile(path.join(folder, 'remotes', 'campaigns', one, 'entry.js'), 'evil');
    await expect(registry.rollBack('campaigns')).rejects.toThrow(
      'differs from the published version',
    );
    expect((await pointer())?.version).toBe(two);
  });
});

describe('a start', () => {
  it('publishes a build that it has not seen', async () => {
    await registry.publishIfNew(build);
    await write('entry.js', 'two');
    await registry.publishIfNew(build);
    expect((await pointer())?.history).toHaveLength(2);
  });

  it('does not publish a build again that was rolled back', async () => {
    await registry.publishIfNew(build);
    await shipped('two');
    const { version } = await registry.rollBack('campaigns');
    await registry.publishIfNew(build);
    expect((await pointer())?.version).toBe(version);
  });

  it('does not replace a canary', async () => {
    await registry.publishIfNew(build);
    const live = (await pointer())?.version;
    await registry.tryOn('campaigns', await built('two'), 10, { version: live });
    await registry.publishIfNew(build);
    expect(await pointer()).toMatchObject({ version: live, canary: { percent: 10 } });
  });

  it('publishes the current build when the live version is lost', async () => {
    await registry.publishIfNew(build);
    const two = await shipped('two');
    await registry.rollBack('campaigns');
    await fs.rm(path.join(folder, 'remotes', 'campaigns'), { recursive: true });
    await registry.publishIfNew(build);
    expect((await pointer())?.version).toBe(two);
  });
});

it('shows a draft next to the live version and deletes its versions afterwards', async () => {
  const live = await shipped('one');
  await write('entry.js', 'draft one');
  await registry.draft('campaigns', build);
  await write('entry.js', 'draft two');
  await registry.draft('campaigns', build);
  const { version, draft } = (await pointer()) ?? {};
  expect(version).toBe(live);
  expect(await stored()).toEqual([live, draft?.version].sort());
  await registry.draft('campaigns', undefined);
  expect((await pointer())?.draft).toBeUndefined();
  expect(await stored()).toEqual([live]);
});

describe('the sweep', () => {
  it('keeps live versions, canaries and rollback targets regardless of age', async () => {
    const one = await shipped('one');
    const two = await shipped('two');
    const three = await built('three');
    await registry.tryOn('campaigns', three, 10, { version: two });
    daysLater = 10 * KEPT_DAYS;
    expect(await registry.sweep()).toEqual([]);
    expect(await stored()).toEqual([one, two, three.version].sort());
  });

  it('removes unused versions only after their retention time', async () => {
    await shipped('one');
    const bad = await shipped('two');
    await registry.rollBack('campaigns');
    const never = (await built('never live')).version;
    daysLater = KEPT_DAYS - 1;
    expect(await registry.sweep()).toEqual([]);
    daysLater = KEPT_DAYS + 1;
    expect((await registry.sweep()).sort()).toEqual(
      [`campaigns ${bad}`, `campaigns ${never}`].sort(),
    );
    expect(await stored()).toEqual([(await pointer())?.version]);
  });

  it('counts from the day on which a version was live last, not from the day it was stored', async () => {
    await shipped('one');
    const bad = await shipped('two');
    daysLater = KEPT_DAYS + 5;
    await registry.rollBack('campaigns');
    expect(await registry.sweep()).toEqual([]);
    expect(await stored()).toContain(bad);
  });

  it('removes leftovers of a killed publication after a safety period', async () => {
    await shipped('one');
    const half = path.join(folder, 'remotes', 'campaigns', '.0123456789ab.cafe');
    await fs.mkdir(half);
    const pointers = ['live.json.', 'live.json.lock.'].map((name) =>
      path.join(folder, 'remotes', name + randomUUID()),
    );
    for (const file of pointers) await fs.writeFile(file, '{');
    await registry.sweep();
    expect(await stored()).toContain(path.basename(half));
    daysLater = 2;
    await registry.sweep();
    expect(await fs.readdir(path.join(folder, 'remotes'))).toEqual(['campaigns', 'live.json']);
    expect(await stored()).toEqual([(await pointer())?.version]);
  });
});
