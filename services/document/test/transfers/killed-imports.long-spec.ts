import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { CampaignDocument, ExportAnswer, ImportAnswer } from '@tomekeeper/contracts-document';
import { eventually, settles, type TestPerson } from '@tomekeeper/testing';
import sharp from 'sharp';
import { writeExports } from '../../src/exports/export-jobs';
import { processImports } from '../../src/imports/import-jobs';
import { IS_NOTE } from '../../src/model/note-key';
import { removeObjects } from '../../src/storage/object-removal';
import { startDocumentApp, type DocumentApp } from '../document-app';
import { startWorker } from '../worker';
import {
  committed,
  filesOfZip,
  readImport,
  sendImport,
  settledImport,
  zipOf,
} from './transfer-app';

const KILLS = 30;
// Each kill starts a worker from its sources, which takes half a minute on a busy machine.
jest.setTimeout(60 * 60_000);
const NOTES = 120;
const PICTURES = 12;

let service: DocumentApp;
let gm: TestPerson;
let worker: ChildProcess | undefined;

beforeAll(async () => {
  service = await startDocumentApp({ hostWorker: false });
  gm = await service.identity.join('Gm');
});
afterAll(async () => {
  worker?.kill('SIGKILL');
  await service?.stop();
});

const query = <T extends object>(sql: string, values: unknown[] = []) =>
  service.uow.query<T>(sql, values);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const wake = () =>
  service.uow.run(async (tx) => {
    for (const job of [processImports, writeExports, removeObjects]) await tx.outbox.job(job, {});
  });

/** Starts a worker and returns once it has claimed a row of the table. */
async function workerOn(table: 'import' | 'export'): Promise<ChildProcess> {
  // Expires the lease of a killed worker.
  await query(`UPDATE ${table} SET due_at = now(), lease = NULL WHERE due_at IS NOT NULL`);
  worker = startWorker(service);
  await wake();
  await eventually(
    async () =>
      (await query(`SELECT 1 FROM ${table} WHERE lease IS NOT NULL`)).length > 0 || isIdle(table),
    { every: 10 },
  );
  return worker;
}
const isIdle = async (table: string) =>
  (await query(`SELECT 1 FROM ${table} WHERE due_at IS NOT NULL`)).length === 0;

async function kill(process: ChildProcess): Promise<void> {
  process.kill('SIGKILL');
  await once(process, 'exit');
}

async function vault(campaign: string): Promise<Buffer> {
  const files: Record<string, string | Buffer> = {};
  for (let at = 0; at < NOTES; at += 1)
    files[`Notes/${campaign} ${at}.md`] =
      `# Note ${at}\n\n${`Text of note ${at}. `.repeat(200)}\n\n![[${at % PICTURES}.png]]\n\n[[${campaign} ${(at + 1) % NOTES}]]\n`;
  for (let at = 0; at < PICTURES; at += 1) {
    const create = { width: 300 + at, height: 200, channels: 3 as const, background: '#345' };
    files[`${at}.png`] = await sharp({ create }).png().toBuffer();
  }
  return zipOf(files);
}

/** Counts of documents, images, and rows that must not exist in the state of the import. */
async function isConsistent(id: string, campaign: string): Promise<ImportAnswer> {
  const found = await readImport(service, { gm }, id);
  const [{ documents, items } = { documents: 0, items: 0 }] = await query<{
    documents: number;
    items: number;
  }>(
    `SELECT (SELECT count(*)::int FROM document WHERE campaign_id = $1) AS documents,
            (SELECT count(*)::int FROM import_item WHERE campaign_id = $1) AS items`,
    [campaign],
  );
  if (found.state === 'done')
    expect({ documents, items }).toEqual({ documents: NOTES + PICTURES, items: 0 });
  else expect(documents).toBe(0);
  if (found.state === 'review' || found.state === 'saving') expect(items).toBe(NOTES + PICTURES);
  return found;
}

/** After the cleanup the bucket has the objects of rows alone, and all of them. */
async function objectsHaveRows(): Promise<void> {
  await query('UPDATE object_removal SET due_at = now(), again_at = now()');
  await wake();
  await eventually(async () => (await query('SELECT 1 FROM object_removal')).length === 0);
  // Thumbnails of the imported pictures may still be made.
  await settles(async () => {
    const rows = await query<{ key: string }>(
      `SELECT s3_key AS key FROM document WHERE NOT ${IS_NOTE}
       UNION SELECT s3_key FROM passage_image UNION SELECT picture_key FROM picture WHERE picture_key IS NOT NULL
       UNION SELECT s3_key FROM export_file`,
    );
    const objects = await service.objects();
    expect(objects).toEqual(rows.map(({ key }) => key).sort());
  });
}

it('saves an import completely or not at all, however often its worker is killed', async () => {
  let kills = 0;
  const states = new Set<string>();
  while (kills < KILLS) {
    const campaign = service.campaign(gm);
    const key = await sendImport(service, { gm, campaign }, await vault(campaign));
    const made = await service.call('POST', '/api/imports/', { as: gm, body: { campaign, key } });
    const id = made.body.id as string;
    // Two kills of one stage are the most that an import survives.
    for (const stage of ['extracting', 'saving']) {
      for (let one = 0; one < 2; one += 1) {
        const killed = await workerOn('import');
        await wait(Math.random() * (stage === 'saving' ? 1500 : 3000));
        await kill(killed);
        kills += 1;
        const { state } = await isConsistent(id, campaign);
        states.add(state);
        if (state === 'review' || state === 'done') break;
      }
      await workerOn('import');
      const { state } = await settledImport(service, { gm }, id);
      expect(['review', 'done']).toContain(state);
      await isConsistent(id, campaign);
      if (stage === 'extracting') {
        await kill(worker!);
        const commit = await service.call('POST', `/api/imports/${id}/commit/`, { as: gm });
        expect(commit.status).toBe(200);
      }
    }
    expect(await isConsistent(id, campaign)).toMatchObject({ state: 'done' });
    const list = await service.call('GET', `/api/documents/?campaign=${campaign}`, { as: gm });
    const titles = (list.body as CampaignDocument[]).map(({ title }) => title);
    expect(new Set(titles).size).toBe(NOTES + PICTURES);
    await kill(worker!);
  }
  expect([...states]).toEqual(expect.arrayContaining(['extracting', 'saving']));
  await workerOn('import');
  await objectsHaveRows();
  await kill(worker!);
});

it('fails an import that ends its worker four times, and leaves nothing of it', async () => {
  const campaign = service.campaign(gm);
  const key = await sendImport(service, { gm, campaign }, await vault(campaign));
  const made = await service.call('POST', '/api/imports/', { as: gm, body: { campaign, key } });
  for (let one = 0; one < 3; one += 1) {
    const killed = await workerOn('import');
    await kill(killed);
    expect(await isConsistent(made.body.id, campaign)).toMatchObject({ state: 'extracting' });
  }
  await workerOn('import');
  expect(await settledImport(service, { gm }, made.body.id)).toMatchObject({
    state: 'failed',
    failure: 'damaged',
  });
  expect(await query('SELECT 1 FROM import_item')).toEqual([]);
  await objectsHaveRows();
  await kill(worker!);
});

it('finishes an export whose worker was killed, and leaves no other object', async () => {
  const campaign = service.campaign(gm);
  const key = await sendImport(service, { gm, campaign }, await vault(campaign));
  const made = await service.call('POST', '/api/imports/', { as: gm, body: { campaign, key } });
  await workerOn('import');
  await settledImport(service, { gm }, made.body.id);
  await committed(service, { gm }, made.body.id);
  await kill(worker!);
  const base = `/api/campaigns/${campaign}/exports/`;
  for (let round = 0; round < 6; round += 1) {
    const started = await service.call('POST', base, { as: gm, body: { format: 'archive' } });
    const read = () => service.call('GET', `${base}${started.body.id}/`, { as: gm });
    for (let one = 0; one < 2; one += 1) {
      const killed = await workerOn('export');
      await wait(Math.random() * 800);
      await kill(killed);
    }
    await workerOn('export');
    const answer = await eventually(async () => {
      const { body } = await read();
      return ['ready', 'failed'].includes((body as ExportAnswer).state) && (body as ExportAnswer);
    });
    expect(answer.state).toBe('ready');
    const bytes = await (await fetch(answer.files![0]!.url)).arrayBuffer();
    const files = await filesOfZip(Buffer.from(bytes));
    expect([...files.keys()].filter((name) => name.startsWith('passages/'))).toHaveLength(NOTES);
    await kill(worker!);
  }
  await workerOn('import');
  await objectsHaveRows();
});
