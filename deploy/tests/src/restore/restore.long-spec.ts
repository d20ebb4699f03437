import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { sleep, waitUntil } from '@tomekeeper/cli-kit';
import { verifyArchive, contents, CONTENTS_ENTRY } from '@tomekeeper/backup';
import { restoringFolder } from '@tomekeeper/launcher';
import { Memory, type Acknowledged, type Gm } from '../kills/memory';
import { halfActs } from '../kills/half-acts';
import { entriesOf, wordsOfNote } from '../kills/notes-there';
import { PeopleAtWork } from '../kills/people-at-work';
import { ask, download, Refused } from '../product/calls';
import { poolOf, signUp } from '../product/people';
import { Product, publicPorts } from '../product/product';

/** Run with `npm run test:long -- restore`. Acknowledged changes before the backup starts. */
const ACKNOWLEDGED_FIRST = Number(process.env['ACKNOWLEDGED'] ?? 300);
const TIMEOUT_MS = 600_000;

const Campaigns = z.array(z.object({ id: z.string() }));
const Documents = z.array(
  z.object({ id: z.string(), original_filename: z.string(), kind: z.enum(['file', 'note']) }),
);
const Content = z.object({ url: z.string() });
const Mails = z.array(
  z.object({ messageId: z.string(), to: z.array(z.object({ address: z.string() })) }),
);

let root: string;
let lived: Product;
let restored: Product;

beforeAll(async () => {
  root = await fs.mkdtemp(path.join(os.tmpdir(), 'tomekeeper-restore-'));
  await fs.chmod(root, 0o711);
  const ports = await publicPorts();
  lived = new Product(path.join(root, 'lived'), ports);
  restored = new Product(path.join(root, 'restored'), ports);
  await lived.start();
}, TIMEOUT_MS);
afterAll(async () => {
  for (const one of [lived, restored]) await one?.remove();
  await fs.rm(root, { recursive: true, force: true });
}, TIMEOUT_MS);

type Seen = {
  readonly campaigns: Set<string>;
  readonly documents: Set<string>;
  readonly words: Set<string>;
  readonly entries: Set<string>;
};

/** Reads every campaign, document and visibility history that a GM sees, including the bytes of files and notes. */
async function see(gm: Gm, memory: Memory, seen: Seen): Promise<void> {
  const token = await gm.token();
  const get = (url: string) =>
    withRetries(async () => (await ask(restored.url + url, { token })).body);
  for (const { id } of Campaigns.parse(await get('/api/campaigns/'))) {
    seen.campaigns.add(id);
    for (const entry of await entriesOf(get, id)) seen.entries.add(entry);
  }
  for (const { id, original_filename: name, kind } of Documents.parse(
    await get('/api/documents/'),
  )) {
    seen.documents.add(name);
    if (kind === 'note') {
      for (const word of await wordsOfNote(get, memory, id)) seen.words.add(word);
      continue;
    }
    const { url } = Content.parse(await get(`/api/documents/${id}/content/`));
    const { file } = await download(url);
    expect({ name, isWhole: memory.mayHoldNow(name, file) }).toEqual({ name, isWhole: true });
  }
}

it('brings an installation back from a backup made while people worked', async () => {
  const person = await signUp(lived);
  const memory = new Memory();
  const work = await PeopleAtWork.gather(lived, memory);
  work.begin();
  const enough = () => memory.acknowledged.length >= ACKNOWLEDGED_FIRST;
  expect(await waitUntil(enough, TIMEOUT_MS)).toBe(true);
  // From now on mails stay in the queue.
  await lived.control('stop', 'mail');
  const withoutMail = memory.acknowledged.length;
  const waiting = () => mailsTo(memory.acknowledged.slice(withoutMail)).length >= 10;
  expect(await waitUntil(waiting, TIMEOUT_MS)).toBe(true);
  const before = memory.acknowledged.slice();
  const file = path.join(root, 'backup.tar.gz');
  const backup = await lived.command('backup/bin/backup.mjs', 'backup', file);
  expect(memory.acknowledged.length).toBeGreaterThan(before.length);
  await work.rest();
  await lived.stop();
  process.stderr.write(backup);

  await cutOff(file);
  process.stderr.write(await restored.command('backup/bin/backup.mjs', 'restore', file));
  await restored.start();

  // Existing sessions continue, and passwords are unchanged.
  const gms = new Set(memory.acknowledged.flatMap((one) => ('gm' in one ? [one.gm] : [])));
  const none = () => new Set<string>();
  const seen = { campaigns: none(), documents: none(), words: none(), entries: none() };
  for (const gm of gms) await see(gm, memory, seen);
  await (await poolOf(restored)).signIn(person);

  const saved = await countsIn(file);
  expect(seen.campaigns.size).toBe(saved.rows['campaign.campaign']);
  // Jobs that were pending in the backup still run: documents are deleted with their campaign.
  const settled = async () => (await rowsOf('document.document')) === seen.documents.size;
  expect(await waitUntil(settled, TIMEOUT_MS, 500)).toBe(true);
  expect(seen.documents.size).toBeLessThanOrEqual(saved.rows['document.document'] ?? 0);
  expect(await rowsOf('identity.pool_user')).toBe(saved.rows['identity.pool_user']);
  expect(saved.missing).toEqual([]);
  const lost = before.filter((one) => {
    if (one.kind === 'campaign') return !seen.campaigns.has(one.id) && !memory.isGivenUp(one.id);
    if (one.kind === 'word') return !seen.words.has(one.word) && !memory.isGivenUp(one.campaign);
    if (one.kind === 'act') return !seen.entries.has(one.act) && !memory.isGivenUp(one.campaign);
    if (one.kind !== 'document' || memory.isGivenUp(`${one.campaign} ${one.name}`)) return false;
    return !seen.documents.has(one.name);
  });
  expect(lost).toEqual([]);
  expect(await halfActs(restored)).toEqual([]);
  await everyMailOnce(mailsTo(before.slice(withoutMail)));
}, 3_600_000);

/** Retries while the product responds that it is busy. */
async function withRetries<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (const end = Date.now() + 120_000; ; await sleep(500))
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof Refused) || Date.now() > end) throw error;
    }
}

const mailsTo = (acknowledged: readonly Acknowledged[]): string[] =>
  acknowledged.flatMap((one) => (one.kind === 'mail' ? [one.to] : []));

/** Kills the restore with SIGKILL, and checks the message of the next start. */
async function cutOff(file: string): Promise<void> {
  const child = restored.spawn(() => undefined, 'backup/bin/backup.mjs', 'restore', file);
  const cluster = path.join(restoringFolder(restored.dataDir), 'objects');
  const hasBegun = () =>
    fs.access(cluster).then(
      () => true,
      () => false,
    );
  expect(await waitUntil(hasBegun, TIMEOUT_MS, 5)).toBe(true);
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  const start = await restored.run('launcher/bin/start.mjs');
  expect(start.code).not.toBe(0);
  expect(start.output).toMatch(/was cut off .*npm run restore -- <file> once more/);
}

async function rowsOf(table: string): Promise<number | undefined> {
  const [row] = await restored.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`);
  return row?.n;
}

async function countsIn(file: string) {
  const saved = await verifyArchive({ file }, [CONTENTS_ENTRY]);
  return contents.parse(JSON.parse(saved.get(CONTENTS_ENTRY)?.toString('utf8') ?? ''));
}

async function everyMailOnce(recipients: readonly string[]): Promise<void> {
  const arrived = async () => {
    const mails = Mails.parse(await (await fetch(`${restored.inboxUrl}/email`)).json());
    return mails.flatMap(({ to }) => to.map(({ address }) => address));
  };
  const all = async () => {
    const there = new Set(await arrived());
    return recipients.every((address) => there.has(address));
  };
  expect(await waitUntil(all, TIMEOUT_MS, 500)).toBe(true);
  const counts = await arrived();
  for (const address of recipients)
    expect({ address, copies: counts.filter((one) => one === address).length }).toEqual({
      address,
      copies: 1,
    });
}
