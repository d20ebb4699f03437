import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { BucketStore } from '../src/registry/bucket-store';
import { filesIn, versionOf } from '../src/registry/version-folder';
import { Bucket, endpoint, keys, region, s3 } from './throw-away-bucket';
import { makeBuild } from './builds';
import { CountingLine } from './counting-line';
import { shipCampaigns } from './ship-command';

jest.setTimeout(900_000);

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tomekeeper-ship-'));
let line: CountingLine;
let settings: NodeJS.ProcessEnv;
let store: BucketStore;

beforeAll(async () => {
  line = new CountingLine(new URL(endpoint));
  store = new BucketStore({ bucket: Bucket, prefix: 'web/', client: s3 });
  settings = {
    DATA_DIR: folder,
    SHIP_TO: `s3://${Bucket}/web`,
    SHIP_S3_ENDPOINT: await line.open(),
    AWS_ACCESS_KEY_ID: keys.accessKeyId,
    AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
    AWS_REGION: region,
  };
});
afterAll(async () => {
  await line.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const live = async () => (await store.readPointers()).pointers['campaigns']?.version;

/** Every complete stored version equals its build. */
async function requireWhole(builds: ReadonlyMap<string, string>): Promise<void> {
  const stored = await store.versions('campaigns');
  expect([...stored.keys()]).toContain(await live());
  for (const version of stored.keys()) {
    const build = builds.get(version) ?? '';
    for (const file of await filesIn(build)) {
      const found = await store.readFile('campaigns', version, file);
      expect(found?.equals(fs.readFileSync(path.join(build, file)))).toBe(true);
    }
  }
}

it('a shipping killed at any request leaves old or new, whole, and the next one works', async () => {
  const builds = new Map<string, string>();
  const build = async (name: string) => {
    const made = makeBuild(folder, name);
    const version = await versionOf(made);
    builds.set(version, made);
    return { made, version };
  };
  const first = await build('first');
  expect(await shipCampaigns(first.made, settings).ended).toMatchObject({ code: 0 });
  let kills = 0;
  for (const when of ['before', 'after'] as const) {
    for (let at = 1, isOver = false; !isOver; at++) {
      const before = await live();
      const { made, version } = await build(`${when}-${at}`);
      const shipping = shipCampaigns(made, settings);
      line.expectStrike(at, when, shipping.kill);
      const { wasKilled } = await shipping.ended;
      isOver = !wasKilled;
      kills += Number(wasKilled);
      expect([before, version]).toContain(await live());
      await requireWhole(builds);

      line.expectStrike(Infinity, 'before', () => {});
      expect(await shipCampaigns(made, settings).ended).toMatchObject({ code: 0 });
      expect(await live()).toBe(version);
      await requireWhole(builds);
    }
  }
  console.log(`bucket: ${kills} killed`);
  expect(kills).toBeGreaterThan(20);
});
