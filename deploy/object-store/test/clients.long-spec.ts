import net from 'node:net';
import path from 'node:path';
import fs from 'node:fs/promises';
import http from 'node:http';
import { waitUntil } from '@tomekeeper/cli-kit';
import { startObjectStore, type ObjectStore } from '../src/object-store';
import { Bucket, folder, getUrl, keys, put, putUrl, store } from './store-fixture';

const TIMEOUT_MS = 25_000;

function ask(endpoint: string, target: string, ...hosts: string[]): Promise<number> {
  const { hostname, port } = new URL(endpoint);
  return new Promise((resolve, reject) => {
    const headers = hosts.flatMap((host) => ['Host', host]);
    const options = { host: hostname, port, path: target, headers, agent: false };
    http.get(options, (answer) => resolve(answer.resume().statusCode ?? 0)).on('error', reject);
  });
}

describe('hosts of the store', () => {
  it('are limited to the known ones, regardless of the signature', async () => {
    await put('hosts', 'content');
    const url = new URL(await getUrl('hosts'));
    const target = url.pathname + url.search;
    expect(await ask(store.endpoint, target, url.host)).toBe(200);
    // Localhost's names are known; the signature is for another one.
    expect(await ask(store.endpoint, target, `localhost:${url.port}`)).toBe(403);
    for (const path of [target, '/', '/-/health/ready', `/${Bucket}/hosts`]) {
      expect(await ask(store.endpoint, path, 'evil.example')).toBe(421);
      expect(await ask(store.endpoint, path, url.host, 'evil.example')).toBe(400);
    }
  });
});

describe('clients of the store', () => {
  let bounded: ObjectStore;
  const sockets: net.Socket[] = [];
  beforeAll(async () => {
    bounded = await startObjectStore({
      dir: path.join(folder, 'bounded'),
      ...keys,
      allowedHosts: [new URL(store.endpoint).hostname],
      buckets: [Bucket],
      bounds: { perAddress: 4, progress: { bytes: 1_000, withinMs: 2_000 } },
    });
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await bounded.stop();
  });

  /** Starts an upload with a valid signature for its host. */
  async function upload(key: string, from = '127.0.0.1'): Promise<net.Socket & { got: string }> {
    const url = new URL(await putUrl(key, {}, 60, []));
    const socket = Object.assign(
      net.connect({ port: bounded.port, host: '127.0.0.1', localAddress: from }),
      { got: '' },
    );
    sockets.push(socket);
    socket.setEncoding('utf8').on('data', (text: string) => (socket.got += text));
    socket.on('error', () => undefined);
    socket.write(
      `PUT ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Length: 6000\r\n\r\n`,
    );
    return socket;
  }
  const isGone = (socket: net.Socket) => socket.destroyed || socket.readableEnded;
  const halfDone = () => fs.readdir(path.join(folder, 'bounded', '.incoming'));

  it('may be slow, but an upload that stalls is aborted', async () => {
    const stopped = await upload('stopped');
    const slow = await upload('slow');
    for (let sent = 0; sent < 6_000; sent += 500) {
      slow.write(Buffer.alloc(500));
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    expect(await waitUntil(() => slow.got.includes('200 OK'), TIMEOUT_MS)).toBe(true);
    expect(await waitUntil(() => isGone(stopped), TIMEOUT_MS)).toBe(true);
    expect(stopped.got).toContain('408');
    expect(await waitUntil(async () => (await halfDone()).length === 0, TIMEOUT_MS)).toBe(true);
  });

  it('are limited per client, and the longest waiting one is closed for a new one', async () => {
    const first = await upload('first', '127.0.0.2');
    for (let at = 0; at < 4; at++) await upload(`more-${at}`, '127.0.0.2');
    expect(await waitUntil(() => isGone(first), TIMEOUT_MS)).toBe(true);
    const other = await upload('other');
    other.write(Buffer.alloc(6_000));
    expect(await waitUntil(() => other.got.includes('200 OK'), TIMEOUT_MS)).toBe(true);
  });
});
