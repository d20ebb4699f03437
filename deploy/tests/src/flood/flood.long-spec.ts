import fs from 'node:fs/promises';
import path from 'node:path';
import { sleep, waitUntil } from '@tomekeeper/cli-kit';
import { Product } from '../product/product';
import { Attacker, type Attack } from './attacker';
import { LargeAccount } from './large-account';
import { People } from './people';
import { footprint, heldBy, type Footprint } from './sockets';

/** Run with `npm run test:long -- flood`. Loopback addresses other than 127.0.0.1 exist on Linux only. */

const PEOPLE = '127.0.0.2';
const STRANGER = ['127.0.0.3'];
const CROWD = Array.from({ length: 20 }, (_, at) => `127.0.3.${at + 1}`);

/** Timeouts in seconds for the headers, and for a request with its body, as contract.md defines them. */
const HEADERS = 15;
const REQUEST = 30;
/** Between two requests of a gateway connection, including the second request's headers. */
const IDLE = 72 + HEADERS;
/** Requests that a client may pipeline before the first response. */
const PIPELINED = 8;
/** Timeout without progress: at gateway and inbox, and at the store. */
const STALLED = 30;
const STALLED_AT_STORE = 60;
/** Tolerance for the check interval of one second and a loaded machine. */
const LATE = 10;
/** Node keeps freed memory for reuse. */
const MORE_MEBIBYTES = 160;
/** Connections between services, which vary. */
const MORE_FILES = 60;
const UNHANDLED = /unhandled\w*|uncaught\w*|MaxListenersExceeded|heap out of memory/gi;

const describeOnLinux = process.platform === 'linux' ? describe : describe.skip;

const get = (target: string, more = '') =>
  `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
const post = (target: string, bytes: string) =>
  `POST ${target} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n${bytes}`;
const HALF_A_HEAD = 'GET / HTTP/1.1\r\nHost: ';

describeOnLinux('a flood from strangers while users work', () => {
  let product: Product;
  let people: People;
  let account: LargeAccount;
  let before: Map<string, Footprint>;
  const lines: string[] = [];
  const attackers = new Set<Attacker>();

  // The attack of a failed test must not continue during the next.
  afterEach(async () => {
    for (const attacker of attackers) await attacker.stop();
    attackers.clear();
  });

  beforeAll(async () => {
    product = await Product.start();
    account = await LargeAccount.make(product);
    people = await People.begin(product, PEOPLE);
    await sleep(10_000);
    before = await footprints();
    report('no attack');
  }, 600_000);
  afterAll(async () => {
    await people?.rest();
    process.stderr.write(`${lines.join('\n')}\n`);
    await product?.remove();
  }, 120_000);

  function report(what: string, more = ''): void {
    const { calls, p95 } = people.report();
    lines.push(`${what.padEnd(44)} ${String(calls).padStart(5)} calls, p95 ${p95} ms${more}`);
  }

  async function footprints(): Promise<Map<string, Footprint>> {
    const found = new Map<string, Footprint>();
    for (const [name, { pid }] of Object.entries(await product.state()))
      if (pid !== undefined && name !== 'postgres') found.set(name, await footprint(pid));
    return found;
  }

  /**
   * Runs an attack for some seconds.
   * @returns the attacker, still active
   */
  async function under(what: string, attack: Attack, seconds: number): Promise<Attacker> {
    people.report();
    const attacker = Attacker.begin(attack);
    attackers.add(attacker);
    await sleep(seconds * 1000);
    report(what, `; ${attacker.opened} connections opened, ${attacker.held} held`);
    expect(people.failures.splice(0)).toEqual([]);
    return attacker;
  }

  /** Expects that no connection outlives the limit. */
  async function closes(what: string, attack: Attack, within: number): Promise<void> {
    const attacker = await under(what, { ...attack, reads: true }, within + 2 * LATE);
    await attacker.stop();
    lines.push(`  the longest lived ${attacker.longest.toFixed(1)} s`);
    expect(attacker.lives.length).toBeGreaterThan(0);
    expect(attacker.longest).toBeLessThan(within + LATE);
  }

  /** Attackers that never read cannot detect a close, so the server's connections are counted. */
  async function letsGo(what: string, attack: Attack, within: number): Promise<void> {
    const attacker = await under(what, { ...attack, isOnce: true }, 5);
    const port = Number(new URL(attack.target).port);
    const held = () => heldBy(port, attack.from);
    expect(await held()).toBeGreaterThan(0);
    const isOver = await waitUntil(async () => (await held()) === 0, (within + LATE) * 1000, 500);
    report(`${what}, until all were closed`);
    expect({ isOver, held: await held() }).toEqual({ isOver: true, held: 0 });
    expect(people.failures.splice(0)).toEqual([]);
    await attacker.stop();
  }

  describe('on the gateway', () => {
    const at = () => ({ target: product.url, from: STRANGER });

    it.each([140, 512])(
      'with %i bodies that never come',
      async (connections) => {
        const attack = { ...at(), connections, first: post('/api/campaigns/', '{') };
        await closes(`${connections} bodies of one byte`, attack, REQUEST);
      },
      240_000,
    );

    it('with headers and bodies of a byte a second', async () => {
      const slow = { ...at(), connections: 256, then: 'x' };
      await closes('headers, a byte a second', { ...slow, first: HALF_A_HEAD }, HEADERS);
      const body = post('/api/campaigns/', '');
      await closes('bodies, a byte a second', { ...slow, first: body }, REQUEST);
    }, 240_000);

    it('with thousands of idle connections', async () => {
      const attack = { ...at(), from: CROWD, connections: 5_000 };
      await closes('5000 idle connections of 20 addresses', attack, HEADERS);
    }, 240_000);

    it('with slow headers after an answer, and with empty lines', async () => {
      const kept = { ...at(), connections: 200 };
      const second = get('/healthz') + HALF_A_HEAD;
      await closes(
        'second headers, a byte a second',
        { ...kept, first: second, then: 'x' },
        HEADERS,
      );
      const empty = { ...kept, first: get('/healthz'), then: '\r\n' };
      await closes('empty lines after an answer', empty, IDLE);
    }, 400_000);

    it('with readers of files and lists that never read', async () => {
      const file = await largestFile();
      const files = { ...at(), connections: 200, first: get(file).repeat(PIPELINED) };
      await letsGo('never reads a file', files, IDLE);
      const list = get('/api/campaigns/', `Authorization: Bearer ${account.token}\r\n`);
      const lists = { ...at(), connections: 200, first: list.repeat(PIPELINED) };
      await letsGo('never reads a list', lists, IDLE);
      const eager = { ...at(), connections: 100, first: get(file).repeat(60) };
      await closes('asks for a file 60 times without waiting', eager, 0);
    }, 600_000);

    it('with readers of an export that never read', async () => {
      for (let n = 0; n < 100; n++) {
        const first = get(await account.export());
        attackers.add(Attacker.begin({ ...at(), connections: 1, first, isOnce: true }));
      }
      await letsGo(
        'never reads exports',
        { ...at(), connections: 1, first: get('/') },
        STALLED + IDLE,
      );
    }, 240_000);
  });

  describe('on the object store', () => {
    it('with uploads that never come', async () => {
      const first = await account.beginningOfUpload();
      const target = (await account.link()).origin;
      const attack = { target, from: STRANGER, connections: 256, first, then: 'x' };
      await closes('uploads, a byte a second', attack, STALLED_AT_STORE);
    }, 240_000);

    it('with idle connections and slow headers', async () => {
      const at = { target: (await account.link()).origin, from: CROWD };
      await closes('idle connections at the store', { ...at, connections: 3_000 }, HEADERS);
      const slow = { ...at, connections: 200, first: HALF_A_HEAD, then: 'x' };
      await closes('headers at the store', slow, HEADERS);
    }, 240_000);

    it('with readers of a document that never read', async () => {
      const { origin, pathname, search } = await account.link();
      const first = get(pathname + search);
      const attack = { target: origin, from: STRANGER, connections: 128, first };
      await letsGo('never reads a document', attack, STALLED_AT_STORE);
    }, 240_000);
  });

  describe('on the mail inbox', () => {
    const at = () => ({ target: product.inboxUrl, from: STRANGER });

    it('with idle connections, slow headers and slow bodies', async () => {
      await closes('idle connections at the inbox', { ...at(), connections: 1_000 }, HEADERS);
      const slow = { ...at(), connections: 100, then: 'x' };
      await closes('headers at the inbox', { ...slow, first: HALF_A_HEAD }, HEADERS);
      await closes('bodies at the inbox', { ...slow, first: post('/email/all', '') }, REQUEST);
    }, 400_000);

    it('with readers of all mails that never read', async () => {
      const attack = { ...at(), connections: 100, first: get('/email').repeat(PIPELINED) };
      await letsGo('never reads mails', attack, STALLED);
    }, 240_000);
  });

  it('from the people’s own address costs them nothing either', async () => {
    const at = { target: product.url, from: [PEOPLE], reads: true };
    const bodies = { ...at, connections: 512, first: post('/api/campaigns/', '{') };
    await (await under('bodies from the same address', bodies, 20)).stop();
    const idle = { ...at, connections: 1_000 };
    await (await under('idle connections from the same address', idle, 20)).stop();
    const headers = { ...at, connections: 512, first: HALF_A_HEAD };
    await (await under('headers from the same address', headers, 20)).stop();
    const first = get(await largestFile()).repeat(PIPELINED);
    const readers = { ...at, reads: false, connections: 300, first };
    await (await under('never read, from the same address', readers, 40)).stop();
  }, 240_000);

  it('leaves nothing behind', async () => {
    await sleep(5_000);
    const isMore: string[] = [];
    for (const [name, { mebibytes, files }] of await footprints()) {
      const was = before.get(name) ?? { mebibytes: 0, files: 0 };
      const found = `${name}: ${was.mebibytes} → ${mebibytes} MiB, ${was.files} → ${files} files`;
      lines.push(found);
      if (mebibytes > was.mebibytes + MORE_MEBIBYTES || files > was.files + MORE_FILES)
        isMore.push(found);
    }
    expect(isMore).toEqual([]);
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
    const folder = path.join(product.dataDir, 'logs');
    for (const file of await fs.readdir(folder)) {
      const text = await fs.readFile(path.join(folder, file), 'utf8');
      expect({ file, unhandled: text.match(UNHANDLED) ?? [] }).toEqual({ file, unhandled: [] });
    }
    expect(people.failures).toEqual([]);
  }, 120_000);

  /** Returns the largest public file that the page references. */
  async function largestFile(): Promise<string> {
    const page = await (await fetch(product.url)).text();
    const sizes = await Promise.all(
      [...page.matchAll(/(?:src|href)="(\/static\/[^"]+)"/g)].map(async ([, file = '']) => {
        const { byteLength } = await (await fetch(product.url + file)).arrayBuffer();
        return { file, byteLength };
      }),
    );
    const [largest] = sizes.sort((a, b) => b.byteLength - a.byteLength);
    return largest?.file ?? '/';
  }
});
