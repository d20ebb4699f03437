import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  ListPartsCommand,
} from '@aws-sdk/client-s3';
import { freePort, waitUntil } from '@tomekeeper/cli-kit';
import {
  Bucket,
  folder,
  store,
  s3,
  keys,
  clients,
  put,
  read,
  putUrl,
  restart,
} from './store-fixture';

const TIMEOUT_MS = 25_000;

describe('when things break', () => {
  it('keeps the old object when an upload is cut off, and leaves nothing behind', async () => {
    await put('cut', 'the old one');
    const url = new URL(await putUrl('cut', {}, 60, []));
    const socket = net.connect(store.port, '127.0.0.1');
    socket.write(
      `PUT ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Length: 1000000\r\n\r\n`,
    );
    socket.write(Buffer.alloc(300_000));
    const halfDone = () => fs.readdir(path.join(folder, 'objects', '.incoming'));
    expect(await waitUntil(async () => (await halfDone()).length === 1, TIMEOUT_MS)).toBe(true);
    socket.destroy();
    expect(await waitUntil(async () => (await halfDone()).length === 0, TIMEOUT_MS)).toBe(true);
    expect(await read('cut')).toBe('the old one');
  });

  it('has everything after a restart', async () => {
    await put('durable', 'still here');
    await restart();
    expect(await read('durable')).toBe('still here');
    const { KeyCount } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'durable' }));
    expect(KeyCount).toBe(1);
  });

  it('ignores a file that a crash cut short', async () => {
    await put('torn', 'whole');
    const name = createHash('sha256').update('torn').digest('hex');
    const file = path.join(folder, 'objects', Bucket, 'objects', name.slice(0, 2), name);
    await fs.truncate(file, 20);
    await expect(read('torn')).rejects.toMatchObject({ name: 'NoSuchKey' });
    await put('torn', 'whole again');
    expect(await read('torn')).toBe('whole again');
  });

  it('answers its health probe without credentials', async () => {
    expect((await fetch(`${store.endpoint}/-/health/ready`)).status).toBe(200);
  });
});

describe('as a standalone process', () => {
  it('survives being killed in the middle of an upload', async () => {
    const dir = path.join(folder, 'killed');
    const port = await freePort();
    const env = {
      PATH: process.env['PATH'],
      OBJECT_STORE_DIR: dir,
      OBJECT_STORE_PORT: String(port),
      OBJECT_STORE_ACCESS_KEY_ID: keys.accessKeyId,
      OBJECT_STORE_SECRET_ACCESS_KEY: keys.secretAccessKey,
      OBJECT_STORE_BUCKETS: Bucket,
    };
    const run = async () => {
      const child = spawn(process.execPath, ['dist/main.js'], {
        cwd: path.join(__dirname, '..'),
        env,
        stdio: 'ignore',
      });
      const health = `http://127.0.0.1:${port}/-/health/ready`;
      const healthy = () =>
        fetch(health).then(
          ({ ok }) => ok,
          () => false,
        );
      expect(await waitUntil(healthy, TIMEOUT_MS)).toBe(true);
      return child;
    };
    const there = new S3Client({
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      credentials: keys,
      forcePathStyle: true,
      maxAttempts: 1,
      requestChecksumCalculation: 'WHEN_REQUIRED',
    });
    clients.push(there);
    const first = await run();
    await there.send(new PutObjectCommand({ Bucket, Key: 'map', Body: 'the old map' }));
    const parts = { Bucket, Key: 'atlas' };
    const { UploadId } = await there.send(new CreateMultipartUploadCommand(parts));
    const one = { ...parts, UploadId, PartNumber: 1, Body: 'the north' };
    const { ETag } = await there.send(new UploadPartCommand(one));
    // Half of it comes; the rest never does.
    const half = Readable.from(
      (async function* () {
        for (let n = 0; n < 25; n += 1) yield Buffer.alloc(64 * 1024);
        await once(first, 'exit');
      })(),
    );
    const upload = there.send(
      new PutObjectCommand({ Bucket, Key: 'map', Body: half, ContentLength: 50 * 64 * 1024 }),
    );
    const failed = expect(upload).rejects.toThrow(/socket hang up|ECONNRESET|EPIPE/);
    const incoming = () => fs.readdir(path.join(dir, '.incoming'));
    expect(await waitUntil(async () => (await incoming()).length === 1, TIMEOUT_MS)).toBe(true);
    first.kill('SIGKILL');
    await failed;
    const second = await run();
    const { Body } = await there.send(new GetObjectCommand({ Bucket, Key: 'map' }));
    expect(await Body?.transformToString()).toBe('the old map');
    expect(await incoming()).toEqual([]);
    const { Parts } = await there.send(new ListPartsCommand({ ...parts, UploadId }));
    expect(Parts).toMatchObject([{ PartNumber: 1, Size: 9, ETag }]);
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
    await there.send(new CompleteMultipartUploadCommand({ ...parts, UploadId, MultipartUpload }));
    const atlas = await there.send(new GetObjectCommand(parts));
    expect(await atlas.Body?.transformToString()).toBe('the north');
    second.kill('SIGTERM');
    await new Promise((resolve) => second.once('exit', resolve));
  });
});
