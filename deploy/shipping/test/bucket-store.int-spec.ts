import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import { BucketStore } from '../src/registry/bucket-store';
import { KEPT_DAYS } from '../src/registry/pointers';
import { MovedMeanwhile, Registry } from '../src/registry/registry';
import { Bucket, client, read, s3 } from './throw-away-bucket';

let folder: string;
let build: string;
let daysLater = 0;
const now = () => new Date(Date.now() + daysLater * 86_400_000);
const registry = () =>
  new Registry(new BucketStore({ bucket: Bucket, prefix: 'web/remotes/', client: s3 }), now);
const manifest = {
  id: 'campaigns',
  container: 'c',
  requires: '^1.0',
  routes: [],
  entry: 'entry.js',
};

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tk-bucket-'));
  build = path.join(folder, 'build');
  await fs.mkdir(path.join(build, 'chunks'), { recursive: true });
  await fs.writeFile(path.join(build, 'remote.json'), JSON.stringify(manifest));
  await fs.writeFile(path.join(build, 'chunks', 'one.css'), 'p{}');
});
afterAll(() => fs.rm(folder, { recursive: true }));

async function built(text: string) {
  await fs.writeFile(path.join(build, 'entry.js'), text);
  return (await registry().upload(build)).published;
}
const live = async () => (await registry().live())['campaigns'];

it('stores versions whole, with their types, and points to them', async () => {
  const one = await built('one');
  await registry().moveTo('campaigns', one, 'ship', { version: undefined });
  expect(await read(`web/remotes/campaigns/${one.version}/chunks/one.css`)).toBe('p{}');
  const pointers = JSON.parse(await read('web/remotes/live.json')) as object;
  expect(pointers).toMatchObject({ campaigns: { version: one.version, integrity: one.integrity } });
});

it('moves the pointer for one of several at the same moment, and tells the others', async () => {
  const before = await live();
  const two = await built('two');
  const three = await built('three');
  const moves = await Promise.allSettled(
    [two, three].map((published) =>
      registry().moveTo('campaigns', published, 'ship', { version: before?.version }),
    ),
  );
  const refused = moves.filter((move) => move.status === 'rejected');
  expect(refused).toHaveLength(1);
  expect(refused[0]?.reason).toBeInstanceOf(MovedMeanwhile);
  expect((await live())?.history).toHaveLength(2);
});

it('finishes a version that was stored in part, and goes back in one step', async () => {
  const four = await built('four');
  await registry().store.remove('campaigns', four.version);
  expect(await registry().store.readFile('campaigns', four.version, 'entry.js')).toBeUndefined();
  await built('four');
  const before = (await live())?.version;
  await registry().moveTo('campaigns', four, 'ship', { version: before });
  expect((await registry().rollBack('campaigns')).version).toBe(before);
});

it('removes expired versions', async () => {
  const never = await built('never live');
  daysLater = KEPT_DAYS + 1;
  expect(await registry().sweep()).toContain(`campaigns ${never.version}`);
  expect(await registry().store.readFile('campaigns', never.version, 'entry.js')).toBeUndefined();
  expect(await live()).toBeDefined();
});

/** As some stores do, which take no notice of these headers. */
function ignoring(...headers: string[]): S3Client {
  const made = client();
  made.middlewareStack.add(
    (next) => (given) => {
      for (const header of headers) delete (given.request as HttpRequest).headers[header];
      return next(given);
    },
    { step: 'build', priority: 'low' },
  );
  return made;
}
type HttpRequest = { headers: Record<string, string> };

it.each([[['if-none-match', 'if-match']], [['if-match']]])(
  'changes nothing in a store that ignores %j',
  async (headers) => {
    const at = { bucket: Bucket, prefix: 'ignoring/', client: ignoring(...headers) };
    const ignorant = new Registry(new BucketStore(at));
    await expect(ignorant.publish(build)).rejects.toThrow(
      /^s3:\/\/.*\/ignoring\/ ignores conditions .*Nothing was changed\.$/,
    );
    const { Contents } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'ignoring/' }));
    expect(Contents ?? []).toEqual([]);
  },
);
