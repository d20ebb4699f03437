import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { eventually, type TestPerson } from '@tomekeeper/testing';
import type { Transaction } from '@tomekeeper/persistence';
import { extractTexts } from '../src/extraction-jobs/extraction-jobs';
import { startDocumentApp, type DocumentApp } from './document-app';
import { startWorker } from './worker';

let service: DocumentApp;
let gm: TestPerson, player: TestPerson;
/** A process reads files of different campaigns side by side. */
let campaigns: [string, string];
const workers: ChildProcess[] = [];

beforeAll(async () => {
  service = await startDocumentApp({ hostWorker: false });
  gm = await service.identity.join('Gm');
  player = await service.identity.join('Player');
  campaigns = [service.campaign(gm, [player]), service.campaign(gm, [player])];
});
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await service?.stop();
});

function begin(): ChildProcess {
  const worker = startWorker(service);
  workers.push(worker);
  return worker;
}
const LONG = Array.from({ length: 20_000 }, (_, n) => `Line ${n}.`);
const upload = (campaign: string, name: string, texts: readonly string[]) =>
  service.upload(gm, campaign, {
    name,
    contentType: 'text/plain',
    content: texts.join('\n\n'),
  });

const query = <T extends object>(sql: string, values: unknown[] = []) =>
  service.uow.query<T>(sql, values);
/** Queries in the waiting transaction, which would be ended if it were idle. */
async function isStoring(tx: Transaction): Promise<boolean> {
  await tx.query('SELECT pg_stat_clear_snapshot()');
  const waiting = await tx.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return waiting.length > 0;
}

/** Processes that a worker has read files in. */
const childrenOf = ({ pid }: ChildProcess): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
/** Zombies do not count. */
const runs = (pid: number): boolean =>
  existsSync(`/proc/${pid}/stat`) && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
const isLinux = existsSync('/proc/self/task');

const textsOf = async (id: string): Promise<string[]> => {
  const rows = await query<{ text: string }>(
    'SELECT text FROM passage WHERE document_id = $1 ORDER BY position',
    [id],
  );
  return rows.map(({ text }) => text);
};

it('killed while it reads one file and stores the text of another, leaves both to the next one', async () => {
  const [short, long] = [
    await upload(campaigns[0], 'short.txt', ['One.', 'Two.']),
    await upload(campaigns[1], 'long.txt', LONG),
  ];
  const turnOfLong = (due: string) =>
    query(`UPDATE reading SET due_at = ${due} WHERE document_id = $1`, [long.id]);
  await turnOfLong(`now() + interval '1 hour'`);
  let children: number[] = [];
  const killed = begin();
  await service.uow.run(async (tx) => {
    // Blocks writers within the transaction that stores the text.
    await tx.query('LOCK TABLE passage IN SHARE MODE');
    await eventually(() => isStoring(tx));
    await turnOfLong('now()');
    await service.uow.run((other) => other.outbox.job(extractTexts, {}));
    if (isLinux) {
      await eventually(
        async () => {
          await tx.query('SELECT 1');
          return (children = childrenOf(killed)).length > 0;
        },
        { every: 5 },
      );
      // However slow the machine is, the long text is still in the process that reads it.
      for (const child of children) process.kill(child, 'SIGSTOP');
    }
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    for (const child of children) process.kill(child, 'SIGCONT');
  });
  await eventually(async () => {
    expect(children.filter(runs)).toEqual([]);
    return true;
  });
  // Neither text is stored, and neither is reported as ready.
  for (const { id } of [short, long]) expect(await textsOf(id)).toEqual([]);
  const list = await service.call('GET', '/api/documents/', { as: gm });
  expect(list.body).toMatchObject(
    Array(2).fill({ text_state: expect.stringMatching(/^(waiting|reading)$/) }),
  );

  // Expires the lease, after which another worker claims the file.
  await query('UPDATE reading SET due_at = now()');
  begin();
  await service.uow.run((tx) => tx.outbox.job(extractTexts, {}));
  await eventually(async () => {
    expect(await query(`SELECT 1 FROM reading WHERE state <> 'ready'`)).toEqual([]);
    return true;
  });
  expect(await textsOf(short.id)).toEqual(['One.', 'Two.']);
  expect(await textsOf(long.id)).toEqual(LONG);
  expect(await query('SELECT tries, readings, due_at FROM reading')).toEqual([
    { tries: 0, readings: 1, due_at: null },
    { tries: 0, readings: 1, due_at: null },
  ]);
  for (const { id } of [short, long]) {
    const url = `/api/documents/${id}/passages/?limit=2`;
    expect((await service.call('GET', url, { as: player })).body.passages).toHaveLength(2);
  }
});
