import { S3Client } from '@aws-sdk/client-s3';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { allowPages } from './browser-access';

const ORIGIN = 'https://tomes.example.org';
const RULES = `<CORSConfiguration><CORSRule><ID>theirs</ID><AllowedOrigin>https://other.example</AllowedOrigin>
  <AllowedMethod>GET</AllowedMethod></CORSRule></CORSConfiguration>`;
const error = (code: string) => `<Error><Code>${code}</Code></Error>`;

/** Responses of a fake store to browsers, and to reads and writes of CORS rules. */
interface Store {
  preflight?: Record<string, string>;
  /** Of the answer to browsers, 200 unless given. */
  status?: number;
  rules: [status: number, body: string];
  written: [status: number, body: string];
}

let asked: IncomingMessage[];
let server: Server;
let store: Store;
let written: string[];
let s3: S3Client;

beforeEach(async () => {
  written = [];
  asked = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (request.method === 'OPTIONS') {
        asked.push(request);
        response.writeHead(store.preflight ? (store.status ?? 200) : 403, store.preflight).end();
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

const methodOf = (headers: IncomingMessage['headers']) =>
  String(headers['access-control-request-method']);

const preflight = {
  'access-control-allow-origin': ORIGIN,
  'access-control-allow-methods': 'GET, HEAD, PUT',
  'access-control-allow-headers': 'content-type, range',
};

it.each([
  [{}],
  [{ 'access-control-allow-origin': '*' }],
  [{ 'access-control-allow-methods': '*' }],
  [{ 'access-control-allow-headers': '*' }],
  [{ 'access-control-allow-headers': 'X-Amz-Date , Range,Content-Type' }],
])('leaves a bucket alone that pages may use already: %j', async (answer) => {
  store = { preflight: { ...preflight, ...answer }, rules: [500, ''], written: [500, ''] };
  expect(await allow()).toBeUndefined();
  expect(written).toEqual([]);
  // Both are sent at once.
  const byMethod = asked
    .map(({ url, headers }) => [url, headers] as const)
    .sort(([, one], [, other]) => (methodOf(one) < methodOf(other) ? -1 : 1));
  expect(byMethod).toEqual(
    [
      ['GET', 'range'],
      ['PUT', 'content-type'],
    ].map(([method, header]) => [
      '/bucket/x',
      expect.objectContaining({
        origin: ORIGIN,
        'access-control-request-method': method,
        'access-control-request-headers': header,
      }),
    ]),
  );
});

it.each([
  [{ 'access-control-allow-origin': 'https://other.example' }],
  [{ 'access-control-allow-methods': 'GET' }],
  [{ 'access-control-allow-methods': 'PUT' }],
  [{ 'access-control-allow-headers': 'x-amz-date' }],
  // A rule without the header for ranges.
  [{ 'access-control-allow-headers': 'content-type' }],
])('adds a rule where pages may not do all that they need: %j', async (answer) => {
  store = { preflight: { ...preflight, ...answer }, rules: [200, RULES], written: [200, ''] };
  expect(await allow()).toBeUndefined();
  expect(written).toHaveLength(1);
});

it('adds a rule to error responses, regardless of their headers', async () => {
  store = { preflight, status: 403, rules: [200, RULES], written: [200, ''] };
  await allow();
  expect(written).toHaveLength(1);
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
  const rule = [
    ...['GET', 'HEAD', 'PUT'].map((method) => `<AllowedMethod>${method}</AllowedMethod>`),
    '<AllowedHeader>content-type</AllowedHeader>',
    '<AllowedHeader>range</AllowedHeader>',
    '<ExposeHeader>ETag</ExposeHeader>',
    '<ExposeHeader>Content-Range</ExposeHeader>',
    `<ID>pages of ${ORIGIN}</ID>`,
  ];
  for (const part of rule) expect(written[0]).toContain(part);
  expect(written[0]?.match(/<CORSRule>/g)).toHaveLength(1);
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

it.each([500, 503])(
  'fails while the store is busy (%i), so that it is tried again',
  async (status) => {
    store = { rules: [status, error('SlowDown')], written: [200, ''] };
    await expect(allow()).rejects.toMatchObject({ name: 'SlowDown' });
  },
);

it('fails while the store does not answer', async () => {
  store = { preflight, rules: [200, RULES], written: [200, ''] };
  server.close();
  server.closeAllConnections();
  await expect(allow()).rejects.toThrow('fetch failed');
});
