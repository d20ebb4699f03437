import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { campaignDeleted } from '@tomekeeper/contracts-campaign';
import type { ExportAnswer } from '@tomekeeper/contracts-document';
import { personDeleted } from '@tomekeeper/contracts-identity';
import { eventually, settles, type TestPerson } from '@tomekeeper/testing';
import sharp from 'sharp';
import { processImports } from '../../src/imports/import-jobs';
import { removeObjects } from '../../src/storage/object-removal';
import { startDocumentApp, type DocumentApp } from '../document-app';
import { workerCommand } from '../worker';
import {
  committed,
  filesOfZip,
  imported,
  readImport,
  reviewed,
  sendImport,
  settledImport,
  zipOf,
} from './transfer-app';

let service: DocumentApp;
let gm: TestPerson;
let coGm: TestPerson;
let campaign: string;
let picture: Buffer;

beforeAll(async () => {
  service = await startDocumentApp();
  gm = await service.identity.join('Gm');
  const create = { width: 40, height: 30, channels: 3 as const, background: '#345' };
  picture = await sharp({ create }).png().toBuffer();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  coGm = await service.identity.join('Co-GM');
  campaign = service.campaign(gm, [], [coGm]);
});

const by = () => ({ gm, campaign });
const VAULT = () => ({ 'Mill.md': 'The mill.\n\n![[map.png]]\n', 'map.png': picture });
const query = <T extends object>(sql: string, values: unknown[] = []) =>
  service.uow.query<T>(sql, values);
const documents = async () =>
  (await service.call('GET', `/api/documents/?campaign=${campaign}`, { as: gm })).body as unknown[];
const process = () => service.uow.run((tx) => tx.outbox.job(processImports, {}));

/** No rows of reviews and, after the cleanup, no objects but those of documents. */
async function nothingIsLeft(): Promise<void> {
  for (const table of ['import_item', 'import_problem'])
    await settles(async () => expect(await query(`SELECT 1 FROM ${table}`)).toEqual([]));
  await settles(async () => {
    await query('UPDATE object_removal SET due_at = now(), again_at = now()');
    await service.uow.run((tx) => tx.outbox.job(removeObjects, {}));
    const kept = await query<{ key: string }>(
      `SELECT s3_key AS key FROM document UNION SELECT s3_key FROM passage_image
       UNION SELECT picture_key FROM picture WHERE picture_key IS NOT NULL UNION SELECT s3_key FROM export_file`,
    );
    const keys = new Set(kept.map(({ key }) => key));
    expect((await service.objects()).filter((key) => !keys.has(key))).toEqual([]);
  });
}

it('cancels an import while it is extracted', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => [`${at}.bin`, randomBytes(2000)]),
  );
  const key = await sendImport(service, by(), await zipOf(files));
  const made = await service.call('POST', '/api/imports/', { as: gm, body: { campaign, key } });
  await eventually(
    async () =>
      (await query('SELECT 1 FROM import_item WHERE campaign_id = $1', [campaign])).length > 5,
    { every: 5 },
  );
  const url = `/api/imports/${made.body.id}/`;
  expect((await service.call('DELETE', url, { as: gm })).status).toBe(204);
  // The worker continues with other imports.
  await imported(service, by(), { 'Other.md': 'Text.\n' });
  expect(await readImport(service, by(), made.body.id)).toMatchObject({ state: 'cancelled' });
  await nothingIsLeft();
});

it.each(['waiting', 'review', 'done'])(
  'leaves nothing of a deleted campaign: %s',
  async (state) => {
    const key = await sendImport(service, by(), await zipOf(VAULT()));
    const made = await service.call('POST', '/api/imports/', { as: gm, body: { campaign, key } });
    if (state !== 'waiting') await settledImport(service, by(), made.body.id);
    if (state === 'done') await committed(service, by(), made.body.id);
    service.deleteCampaign(campaign);
    await service.hear(campaignDeleted, { campaign_id: campaign });
    for (const table of ['import', 'import_item', 'imported_document', 'document', 'export'])
      await settles(async () =>
        expect(await query(`SELECT 1 FROM ${table} WHERE campaign_id = $1`, [campaign])).toEqual(
          [],
        ),
      );
    await nothingIsLeft();
  },
);

it('saves nothing for an account that was deleted after its confirmation', async () => {
  const review = await reviewed(service, by(), VAULT());
  // The worker waits for the row.
  await service.uow.run(async (tx) => {
    await tx.query('SELECT 1 FROM import WHERE id = $1 FOR UPDATE', [review.id]);
    await tx.query(
      `UPDATE import SET state = 'saving', state_since = now(), due_at = now(), person = $2 WHERE id = $1`,
      [review.id, coGm.id],
    );
  });
  await service.hear(personDeleted, { person_id: coGm.id });
  await process();
  const ended = await settledImport(service, by(), review.id);
  const uploaders = await query('SELECT 1 FROM document WHERE uploader = $1', [coGm.id]);
  expect(uploaders).toEqual([]);
  expect(['failed', 'done']).toContain(ended.state);
  await nothingIsLeft();
});

it('lets one of two GMs confirm, and changes nothing after that', async () => {
  const review = await reviewed(service, by(), VAULT());
  const url = `/api/imports/${review.id}/`;
  const skip = { set: { action: 'skip' } };
  const answers = await Promise.all([
    service.call('POST', `${url}commit/`, { as: gm }),
    service.call('PATCH', url, { as: coGm, body: skip }),
    service.call('POST', `${url}commit/`, { as: coGm }),
  ]);
  const [, revised] = answers;
  expect([200, 409]).toContain(revised.status);
  expect(await settledImport(service, by(), review.id)).toMatchObject({ state: 'done' });
  expect(await documents()).toHaveLength(revised.status === 200 ? 0 : 2);
  await nothingIsLeft();
});

it('ends a review after a day', async () => {
  const review = await reviewed(service, by(), VAULT());
  await query(`UPDATE import SET state_since = now() - interval '25 hours' WHERE id = $1`, [
    review.id,
  ]);
  await process();
  await settles(async () =>
    expect(await readImport(service, by(), review.id)).toMatchObject({ state: 'cancelled' }),
  );
  const commit = await service.call('POST', `/api/imports/${review.id}/commit/`, { as: gm });
  expect(commit.status).toBe(409);
  await nothingIsLeft();
});

it('keeps the review of an import for which the campaign has no room', async () => {
  await query(
    `INSERT INTO trashed_document (id, campaign_id, original_filename, s3_key, content_type, size, is_spoilers, tags, pinned, created_at)
     SELECT gen_random_uuid(), $1, 'x', 'none/' || gen_random_uuid(), 'text/plain', 1, true, '{}', false, now() FROM generate_series(1, 1999)`,
    [campaign],
  );
  const review = await reviewed(service, by(), VAULT());
  expect(review.review!.room).toBe(1);
  const full = await committed(service, by(), review.id);
  expect(full).toMatchObject({ state: 'review', failure: 'campaign_full' });
  const [first] = full.review!.items;
  const body = { items: [first!.number], set: { action: 'skip' } };
  await service.call('PATCH', `/api/imports/${review.id}/`, { as: gm, body });
  expect(await committed(service, by(), review.id)).toMatchObject({ state: 'done' });
  await query('DELETE FROM trashed_document WHERE campaign_id = $1', [campaign]);
  await nothingIsLeft();
});

it('shows a picture in 400 notes', async () => {
  const notes = Object.fromEntries(
    Array.from({ length: 400 }, (_, at) => [`Note ${at}.md`, '![[map.png]]\n']),
  );
  const done = await imported(service, by(), { ...notes, 'map.png': picture });
  expect(done.state).toBe('done');
  const count = 'SELECT count(*)::int AS n FROM passage_image WHERE campaign_id = $1';
  expect(await query(count, [campaign])).toEqual([{ n: 400 }]);
  await nothingIsLeft();
});

describe('an export', () => {
  async function exported(title: string): Promise<Map<string, Buffer> & { name?: string }> {
    service.entitle(campaign, title);
    const base = `/api/campaigns/${campaign}/exports/`;
    const made = await service.call('POST', base, { as: gm, body: { format: 'archive' } });
    const answer = await eventually(async () => {
      const { body } = await service.call('GET', `${base}${made.body.id}/`, { as: gm });
      return (body as ExportAnswer).state === 'ready' && (body as ExportAnswer);
    });
    const { name, url } = answer.files![0]!;
    const bytes = await (await fetch(url)).arrayBuffer();
    return Object.assign(await filesOfZip(Buffer.from(bytes)), { name });
  }

  it('of an empty campaign is an archive, which says that it is empty', async () => {
    const files = await exported('');
    expect(files.name).toBe('campaign.zip');
    expect([...files.keys()]).toContain('tomekeeper.json');
    const again = await reviewed(service, by(), await zipOf(Object.fromEntries(files)));
    expect(again).toMatchObject({ state: 'failed', failure: 'empty' });
  });

  it('has a name that every file system accepts', async () => {
    const { name } = await exported(`${'x'.repeat(99)}🐉\u202egnp.exe/../`);
    expect(Buffer.byteLength(name!)).toBeLessThan(200);
    expect(name).toMatch(/^[^/\\\u202e]+\.zip$/u);
    expect(name!.isWellFormed()).toBe(true);
  });

  it('leaves out a file that the store has lost', async () => {
    const lost = await service.upload(gm, campaign, { name: 'lost.bin' });
    await service.upload(gm, campaign, { name: 'there.bin' });
    // A key without an object.
    await query(`UPDATE document SET s3_key = 'none/lost' WHERE id = $1`, [lost.id]);
    const names = [...(await exported('Saltmarsh')).keys()];
    expect(names).toContain('files/there.bin');
    expect(names).not.toContain('files/lost.bin');
  });
});

/** Whether this user may mount a small disk for a process. */
function canMount(): boolean {
  try {
    execFileSync('unshare', ['--map-root-user', '--mount', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const onLinux = canMount() ? it : it.skip;
onLinux('fails with the reason when the disk is full, and leaves nothing', async () => {
  const full = await startDocumentApp({ hostWorker: false });
  const folder = mkdtempSync(path.join(tmpdir(), 'full-'));
  // The compiler of the sources unpacks itself.
  const cache = mkdtempSync(path.join(tmpdir(), 'cache-'));
  let worker: ChildProcess | undefined;
  try {
    const owner = await full.identity.join('Owner');
    const home = full.campaign(owner);
    const { program, args, env } = workerCommand(full);
    const script = `mount -t tmpfs -o size=1m tmpfs "$TMPDIR" && exec "$@"`;
    worker = spawn(
      'unshare',
      ['--map-root-user', '--mount', 'sh', '-c', script, 'sh', program, ...args],
      { env: { ...env, TMPDIR: folder, SWC_NATIVE_BINDING_CACHE: cache }, stdio: 'ignore' },
    );
    const zip = await zipOf({ 'a.bin': randomBytes(4_000_000) });
    const key = await sendImport(full, { gm: owner, campaign: home }, zip);
    const body = { campaign: home, key };
    const made = await full.call('POST', '/api/imports/', { as: owner, body });
    expect(await settledImport(full, { gm: owner }, made.body.id)).toMatchObject({
      state: 'failed',
      failure: 'no_space',
    });
    expect(await full.uow.query('SELECT 1 FROM import_item')).toEqual([]);
    await settles(async () => expect(await full.objects()).toEqual([]));
  } finally {
    worker?.kill('SIGKILL');
    for (const one of [folder, cache]) rmSync(one, { recursive: true });
    await full.stop();
  }
});
