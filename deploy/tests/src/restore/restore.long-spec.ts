import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { waitUntil } from '@tomekeeper/cli-kit';
import { poolOf, signUp } from '@tomekeeper/launcher/demo';
import { verifyArchive, contents, CONTENTS_ENTRY } from '@tomekeeper/backup';
import { restoringFolder } from '@tomekeeper/launcher';
import { Memory, type Acknowledged } from '../kills/memory';
import { halfActs } from '../kills/half-acts';
import { PeopleAtWork } from '../kills/people-at-work';
import { isSeen, seeAll } from '../kills/what-is-there';
import { Product, publicPorts } from '../product/product';

/** Run with `npm run test:long -- restore`. Acknowledged changes before the backup starts. */
const ACKNOWLEDGED_FIRST = Number(process.env['ACKNOWLEDGED'] ?? 300);
const TIMEOUT_MS = 600_000;
const DOCUMENTS_OF_DELETED_CAMPAIGNS = `SELECT FROM document.document WHERE campaign_id NOT IN (
  SELECT id FROM campaign.campaign) LIMIT 1`;

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
  memory.broken.length = 0;
  const seen = await seeAll(restored, memory);
  // Audiences may have changed after the backup.
  expect(memory.broken.filter((one) => !one.includes(' is for '))).toEqual([]);
  await (await poolOf(restored.url)).client.signIn(person);

  const saved = await countsIn(file);
  const campaigns = [...seen].filter((key) => !key.includes(' '));
  expect(campaigns).toHaveLength(saved.rows['campaign.campaign'] ?? -1);
  // Jobs that were pending in the backup still run: documents are deleted with their campaign.
  const settled = async () => (await restored.query(DOCUMENTS_OF_DELETED_CAMPAIGNS)).length === 0;
  expect(await waitUntil(settled, TIMEOUT_MS, 500)).toBe(true);
  expect(await rowsOf('identity.pool_user')).toBe(saved.rows['identity.pool_user']);
  expect(saved.missing).toEqual([]);
  const lost = before.filter(
    (one) => 'gm' in one && one.kind !== 'deletion' && !isSeen(one, seen, memory),
  );
  expect(lost).toEqual([]);
  expect(await halfActs(restored)).toEqual([]);
  await everyMailOnce(mailsTo(before.slice(withoutMail)));
}, 3_600_000);

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
  expect(start.output).toMatch(/was interrupted, .*npm run restore -- <file> once more/);
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
  const arrived = async () => (await restored.mails()).flatMap(({ to }) => to);
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
