import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import {
  settles,
  startSwitchableLink,
  testEnvironment,
  type SwitchableLink,
} from '@tomekeeper/testing';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { json, SCRIPT, startGateway, type GatewayUnderTest } from './gateway-under-test';

const environment = testEnvironment();
const Bucket = environment.TEST_S3_BUCKET;
const prefix = `mirror-${randomBytes(4).toString('hex')}/`;
const keys = {
  AWS_ACCESS_KEY_ID: environment.TEST_S3_ACCESS_KEY_ID,
  AWS_SECRET_ACCESS_KEY: environment.TEST_S3_SECRET_ACCESS_KEY,
};
const before = { ...process.env };

let s3: S3Client;
let line: SwitchableLink;
let gateway: GatewayUnderTest;

const manifest = {
  id: 'campaigns',
  container: 'campaigns',
  requires: '^1.0',
  routes: [{ path: '/home', access: 'guarded' }],
  entry: 'entry.js',
};
const put = (key: string, Body: string | Buffer) =>
  s3.send(new PutObjectCommand({ Bucket, Key: prefix + key, Body }));

async function store(version: string): Promise<void> {
  await put(`campaigns/${version}/entry.js`, `${SCRIPT}// ${version}`);
  await put(`campaigns/${version}/entry.js.br`, brotliCompressSync(`${SCRIPT}// ${version}`));
  await put(`campaigns/${version}/remote.json`, JSON.stringify(manifest));
}
const point = (version: string) =>
  put('live.json', JSON.stringify({ campaigns: { version, manifest } }));

const live = async () => {
  const { remotes } = await json(await fetch(`${gateway.url}/registry/remotes.json`));
  return remotes.map((remote: { version: string }) => remote.version);
};
const entry = (version: string) =>
  fetch(`${gateway.url}/remotes/campaigns/${version}/entry.js`, {
    headers: { 'accept-encoding': 'br' },
  });

async function start(): Promise<GatewayUnderTest> {
  return startGateway({
    REMOTES_POINTERS: `s3://${Bucket}/${prefix}live.json`,
    REMOTES_S3_ENDPOINT: line.url,
    REMOTES_POLL_MS: '100',
  });
}

beforeAll(async () => {
  Object.assign(process.env, keys);
  s3 = new S3Client({
    endpoint: environment.TEST_S3_ENDPOINT,
    region: environment.TEST_S3_REGION,
    forcePathStyle: true,
  });
  line = await startSwitchableLink(environment.TEST_S3_ENDPOINT);
  await store('one');
  await point('one');
  gateway = await start();
});

afterAll(async () => {
  await gateway?.stop();
  await line?.stop();
  s3?.destroy();
  for (const name of Object.keys(keys)) delete process.env[name];
  Object.assign(process.env, before);
});

it('serves the live version from its first response on', async () => {
  expect(await live()).toEqual(['one']);
  const file = await entry('one');
  expect(file.headers.get('content-encoding')).toBe('br');
  expect(file.headers.get('cache-control')).toContain('immutable');
  expect(await file.text()).toBe(`${SCRIPT}// one`);
});

it('follows the pointer and keeps serving the previous version', async () => {
  await store('two');
  await point('two');
  await settles(async () => expect(await live()).toEqual(['two']));
  expect((await entry('two')).status).toBe(200);
  expect((await entry('one')).status).toBe(200);
});

it('fetches older versions on demand, with 404 for unknown ones', async () => {
  await store('old');
  const answers = await Promise.all([entry('old'), entry('old'), entry('never')]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404]);
});

it('ignores incomplete versions', async () => {
  await put('campaigns/half/entry.js', 'half');
  expect((await entry('half')).status).toBe(404);
});

it('does not follow a pointer that can’t be read', async () => {
  await put('live.json', '{ "campaigns": ');
  // A poll reads the shells first, so the poll between these two has read the pointer.
  for (const version of ['a', 'b']) {
    await put(`shell/${version}/static/js/${version}.js`, version);
    await put(`shell/${version}/shell.json`, '{}');
    await put('shell/live.json', JSON.stringify({ version }));
    await settles(async () => {
      expect((await fetch(`${gateway.url}/static/js/${version}.js`)).status).toBe(200);
    });
  }
  expect(await live()).toEqual(['two']);
});

it('serves local copies while the bucket is unavailable, and updates afterwards', async () => {
  line.cut();
  expect(await live()).toEqual(['two']);
  expect((await entry('one')).status).toBe(200);
  await store('four');
  await point('four');
  expect((await entry('four')).status).toBe(404);
  line.mend();
  await settles(async () => expect(await live()).toEqual(['four']));
  expect((await entry('four')).status).toBe(200);
});

it('serves shell files from the bucket', async () => {
  await put('shell/v1/static/js/main.0001.js', 'an earlier shell');
  await put('shell/v1/shell.json', '{}');
  await put('shell/live.json', JSON.stringify({ version: 'v2', earlier: [{ version: 'v1' }] }));
  await settles(async () => {
    const file = await fetch(`${gateway.url}/static/js/main.0001.js`);
    expect(await file.text()).toBe('an earlier shell');
  });
});

it('begins with its copies when it is started while the bucket is away', async () => {
  const copies = path.join(gateway.folder, 'remotes');
  line.cut();
  const again = await startGateway({
    REMOTES_POINTERS: `s3://${Bucket}/${prefix}live.json`,
    REMOTES_S3_ENDPOINT: line.url,
    REMOTES_DIR: copies,
  });
  try {
    const { remotes } = await json(await fetch(`${again.url}/registry/remotes.json`));
    expect(remotes).toMatchObject([{ version: 'four' }]);
    expect(await fs.readdir(path.join(copies, 'campaigns'))).toContain('four');
  } finally {
    await again.stop();
  }
});
