import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { FolderStore } from '../src/registry/folder-store';
import { versionOf } from '../src/registry/version-folder';
import { makeBuild } from './builds';
import { shipCampaigns } from './ship-command';

jest.setTimeout(900_000);

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'tomekeeper-ship-'));
const remotes = path.join(dataDir, 'remotes');
const versions = path.join(remotes, 'campaigns');
const store = new FolderStore(remotes);
const settings = { DATA_DIR: dataDir, SHIP_TO: '' };

beforeAll(() => fs.mkdirSync(remotes));
afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }));

const live = async () => (await store.readPointers()).pointers['campaigns']?.version;

/** Every file that a gateway would serve equals the build of its version. */
async function requireWhole(): Promise<void> {
  const { broken } = await store.readPointers();
  expect(broken).toEqual([]);
  for (const name of fs.readdirSync(versions).filter((each) => !each.startsWith('.'))) {
    expect(await versionOf(path.join(versions, name))).toBe(name);
  }
  expect(fs.existsSync(path.join(versions, (await live()) ?? '-', 'entry.js'))).toBe(true);
}

/** Ships, and kills that when something below the remotes has changed so often. */
async function shipUntil(build: string, changes: number) {
  let seen = 0;
  const shipping = shipCampaigns(build, settings);
  const watcher = fs.watch(remotes, { recursive: true }, () => {
    seen += 1;
    if (seen === changes) shipping.kill();
  });
  // Folders vanish while Node lists them.
  watcher.on('error', () => undefined);
  const ended = await shipping.ended;
  watcher.close();
  return ended;
}

it('a shipping killed at any change leaves old or new, whole, and the next one works', async () => {
  expect(await shipCampaigns(makeBuild(dataDir, 'first'), settings).ended).toMatchObject({
    code: 0,
  });
  let kills = 0;
  let locks = 0;
  let moved = 0;
  for (let changes = 1, finished = 0; finished < 3; changes++) {
    const before = await live();
    const build = makeBuild(dataDir, `build-${changes}`);
    const wanted = await versionOf(build);
    const { wasKilled } = await shipUntil(build, changes);
    // More runs than changes, because some runs are killed before their result is reported.
    finished = wasKilled ? 0 : finished + 1;
    kills += Number(wasKilled);
    locks += Number(fs.existsSync(path.join(remotes, 'live.json.lock')));
    const now = await live();
    moved += Number(now === wanted && wasKilled);
    expect([before, wanted]).toContain(now);
    await requireWhole();

    expect(await shipCampaigns(build, settings).ended).toMatchObject({ code: 0 });
    expect(await live()).toBe(wanted);
    await requireWhole();
  }
  console.log(
    `folder: ${kills} killed; ${moved} had moved the pointer, ${locks} left their lock behind`,
  );
  expect(kills).toBeGreaterThan(8);
});

it('the lock of a killed process does not block others', async () => {
  const build = makeBuild(dataDir, 'after-a-lock');
  const dead = shipCampaigns(build, settings);
  dead.kill();
  await dead.ended;
  fs.writeFileSync(path.join(remotes, 'live.json.lock'), JSON.stringify({ pid: 2 ** 22 - 3 }));
  expect(await shipCampaigns(build, settings).ended).toMatchObject({ code: 0 });
  expect(await live()).toBe(await versionOf(build));
});
