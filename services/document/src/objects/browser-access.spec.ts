import { S3Client } from '@aws-sdk/client-s3';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { allowPages } from './browser-access';

const ORIGIN = 'https://tomes.example.org';
const RULES = `<CORSConfiguration><CORSRule><ID>theirs</ID><AllowedOrigin>https://other.example</AllowedOrigin>
  <AllowedMethod>GET</AllowedMethod></CORSRule></CORSConfiguration>`;
const error = (code: string) => `<Error><Code>${code}</Code></Error>`;

/** What a store answers: to browsers, to who reads the rules, to who writes them. */
interface Store {
  preflight?: Record<string, string>;
  rules: [status: number, body: string];
  written: [status: number, body: string];
}

let server: Server;
let store: Store;
let written: string[];
let s3: S3Client;

beforeEach(async () => {
  written = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (request.method === 'OPTIONS') {
        response.writeHead(store.preflight ? 200 : 403, store.preflight).end();
        return;
      }
      if (request.method === 'PUT') written.push(body);
      const [status, text] = request.method === 'PUT' ? store.written : store.rules;
      response.writeHead(status, { 'content-type': 'application/xml' }).end(text);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  s3 = new S3Client({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
  });
});
afterEach(() => {
  s3.destroy();
  server.closeAllConnections();
  server.close();
});

const allow = () => allowPages(s3, 'bucket', ORIGIN);

it('leaves a bucket alone that pages may use already', async () => {
  store = {
    preflight: {
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-methods': 'GET, HEAD, PUT',
      'access-control-allow-headers': 'content-type',
    },
    rules: [500, ''],
    written: [500, ''],
  };
  expect(await allow()).toBeUndefined();
  expect(written).toEqual([]);
});

it('adds a rule to those of others, once', async () => {
  store = { rules: [200, RULES], written: [200, ''] };
  expect(await allow()).toBeUndefined();
  expect(written[0]).toContain('<ID>theirs</ID>');
  expect(written[0]).toContain(`<AllowedOrigin>${ORIGIN}</AllowedOrigin>`);
  store = { rules: [200, written[0] ?? ''], written: [200, ''] };
  await allow();
  expect(written[1]?.match(/<CORSRule>/g)).toHaveLength(2);
});

it('adds the first rule', async () => {
  store = { rules: [404, error('NoSuchCORSConfiguration')], written: [200, ''] };
  expect(await allow()).toBeUndefined();
  expect(written[0]).toContain('<AllowedMethod>PUT</AllowedMethod>');
});

it.each([
  ['AccessDenied', 403],
  ['NotImplemented', 501],
])('says why it can not: %s', async (code, status) => {
  store = { rules: [status, error(code)], written: [200, ''] };
  expect(await allow()).toBe(`${code} ${status}`);
  store = { rules: [200, RULES], written: [status, error(code)] };
  expect(await allow()).toBe(`${code} ${status}`);
});

it('fails while the store is busy, so that it is tried again', async () => {
  store = { rules: [503, error('SlowDown')], written: [200, ''] };
  await expect(allow()).rejects.toThrow();
});
