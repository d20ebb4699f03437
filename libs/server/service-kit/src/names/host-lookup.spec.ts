import dns, { type LookupAddress } from 'node:dns';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { HostLookup } from './host-lookup';

const A = 1;
const AAAA = 28;

let server: Socket;
let folder: string;
/** Addresses by type and name; a name that is not in here does not exist. */
let records: Record<string, string>;
let queries: string[];
let isSilent: boolean;
/** Names that the system was asked for. */
const system = jest.fn();

beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'names-'));
  [records, queries, isSilent] = [{}, [], false];
  system.mockReset();
  server = createSocket('udp4');
  server.on('message', (query, from) => {
    const { name, type, end } = question(query);
    queries.push(name);
    if (!isSilent) server.send(answer(query, end, records[`${type} ${name}`]), from.port);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.close();
  fs.rmSync(folder, { recursive: true });
});

function question(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answer(query: Buffer, end: number, address: string | undefined): Buffer {
  const header = Buffer.from(query.subarray(0, 12));
  const code = address === undefined && !isKnown(query) ? 3 : 0;
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(address === undefined ? 0 : 1, 6);
  header.fill(0, 8);
  const asks = query.subarray(12, end);
  if (address === undefined) return Buffer.concat([header, asks]);
  const data = Buffer.from(address.split('.').map(Number));
  const about = Buffer.from([0xc0, 12, 0, A, 0, 1, 0, 0, 0, 9, 0, data.length]);
  return Buffer.concat([header, asks, about, data]);
}

const isKnown = (query: Buffer): boolean =>
  [A, AAAA].some((type) => `${type} ${question(query).name}` in records);

function lookup(files: { resolvConf?: string; hosts?: string; nsswitch?: string } = {}) {
  const written = Object.fromEntries(
    (['resolvConf', 'hosts', 'nsswitch'] as const).map((name) => {
      fs.writeFileSync(path.join(folder, name), files[name] ?? '');
      return [name, path.join(folder, name)];
    }),
  ) as Record<'resolvConf' | 'hosts' | 'nsswitch', string>;
  const servers = [`127.0.0.1:${server.address().port}`];
  const host = new HostLookup({ ...written, servers, timeout: 300, system: system as never });
  return (name: string, options: dns.LookupOptions = { all: true }) =>
    new Promise<{ error?: string; found?: LookupAddress[] | string; family?: number }>((resolve) =>
      host.lookup(name, options, (error, found, family) =>
        resolve(error ? { error: error.message } : { found, ...(family && { family }) }),
      ),
    );
}

it('finds a host under the endings that the system tries', async () => {
  records = { [`${A} identity.tomes.test`]: '10.0.0.7' };
  const ask = lookup({ resolvConf: 'search other.test tomes.test\noptions ndots:5' });
  expect(await ask('Identity')).toEqual({ found: [{ address: '10.0.0.7', family: 4 }] });
  expect(new Set(queries)).toEqual(new Set(['identity.other.test', 'identity.tomes.test']));
  expect(await ask('identity', {})).toEqual({ found: '10.0.0.7', family: 4 });
  expect(await ask('identity', { family: 6 })).toEqual({ error: 'getaddrinfo ENOTFOUND identity' });
});

it('asks nobody about names of this machine', async () => {
  const ask = lookup({ hosts: '10.0.0.9 identity' });
  expect(await ask('identity')).toEqual({ found: [{ address: '10.0.0.9', family: 4 }] });
  expect(await ask('localhost', {})).toEqual({ found: '127.0.0.1', family: 4 });
  expect(queries).toEqual([]);
});

it('sees that the files have changed', async () => {
  const ask = lookup();
  expect(await ask('identity')).toEqual({ error: 'getaddrinfo ENOTFOUND identity' });
  fs.writeFileSync(path.join(folder, 'hosts'), '10.0.0.9 identity');
  expect(await ask('identity', {})).toEqual({ found: '10.0.0.9', family: 4 });
});

it('says that it should be tried again while nobody answers, and asks once for all', async () => {
  isSilent = true;
  const ask = lookup({ nsswitch: 'hosts: files mdns dns' });
  const answers = await Promise.all([ask('identity'), ask('identity'), ask('identity')]);
  expect(answers).toEqual(Array(3).fill({ error: 'getaddrinfo EAI_AGAIN identity' }));
  // Both kinds of addresses, twice.
  expect(queries).toHaveLength(4);
  expect(system).not.toHaveBeenCalled();
});

it('leaves to the system what neither file nor DNS knows, where it has other sources', async () => {
  system.mockImplementation((_name, _options, done) => done(null, [{ address: '::7', family: 6 }]));
  expect(await lookup()('printer')).toEqual({ error: 'getaddrinfo ENOTFOUND printer' });
  const ask = lookup({ nsswitch: 'hosts: files mdns4 dns' });
  expect(await ask('printer')).toEqual({ found: [{ address: '::7', family: 6 }] });
});
