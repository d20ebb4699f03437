import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type {
  CampaignDocument,
  ExportsAnswer,
  ImportsAnswer,
  PassagesAnswer,
} from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from '../document-app';
import { runOperator } from '../worker';
import { filesOfZip, imported, zipOf } from './transfer-app';

let service: DocumentApp;
let gm: TestPerson;
let player: TestPerson;
let campaign: string;
let folder: string;

beforeAll(async () => {
  service = await startDocumentApp();
  [gm, player] = (await Promise.all(
    ['Gm', 'Player'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson];
  folder = await mkdtemp(path.join(tmpdir(), 'operator-'));
});
afterAll(async () => {
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  campaign = service.campaign(gm, [player]);
});

const run = (...args: string[]) => runOperator(service, args);
const at = (name: string) => path.join(folder, name);

async function documents(of: string, as: TestPerson): Promise<Record<string, boolean>> {
  const all = await service.call('GET', `/api/documents/?campaign=${of}`, { as });
  const known = all.body as CampaignDocument[];
  return Object.fromEntries(known.map(({ title, is_spoilers }) => [title, is_spoilers]));
}

const listed = async (what: string) => (await service.call('GET', what, { as: gm })).body;

it('exports the content of the GMs, and imports it GM only or with its audiences', async () => {
  const { documents: made } = await imported(
    service,
    { gm, campaign },
    { 'Mill.md': 'The wheel turns.\n\nThe miller is a lich.' },
  );
  const mill = `/api/documents/${made![0]!.id}`;
  const { passages } = (await listed(`${mill}/passages/`)) as PassagesAnswer;
  const revealed = await service.call('PUT', `${mill}/audience/`, {
    as: gm,
    body: { passages: [passages[0]!.id], audience: 'party', public_title: 'The mill' },
  });
  expect(revealed.status).toBe(200);
  const added = await service.call('POST', '/api/documents/notes/', {
    as: gm,
    body: {
      ...{ campaign, title: 'Harbor', is_spoilers: false },
      markdown: 'Ships land here.\n\n> [!secret]\n> The amber key.',
    },
  });
  expect(added.status).toBe(201);

  const exported = await run('export', '--campaign', campaign, '--out', at('all.zip'));
  expect(exported).toMatchObject({ code: 0 });
  expect(exported.output).toContain(at('all.zip'));
  const files = await filesOfZip(await readFile(at('all.zip')));
  expect(Buffer.concat([...files.values()]).toString()).toMatch(/lich[^]*amber|amber[^]*lich/);
  const { exports: left } = (await listed(`/api/campaigns/${campaign}/exports/`)) as ExportsAnswer;
  expect(left).toEqual([]);

  const hidden = service.campaign(gm, [player]);
  const closed = await run('import', '--campaign', hidden, at('all.zip'));
  expect(closed).toMatchObject({ code: 0 });
  expect(closed.output).toContain('Format tomekeeper: 2 notes, 0 files');
  expect(await documents(hidden, gm)).toEqual({ Harbor: true, Mill: true });
  expect(await documents(hidden, player)).toEqual({});

  const open = service.campaign(player, [], [gm]);
  const kept = await run(
    ...['import', '--campaign', open, '--as', gm.email, '--public-as-source', at('all.zip')],
  );
  expect(kept).toMatchObject({ code: 0 });
  expect(await documents(open, gm)).toEqual({ Harbor: false, Mill: true });
});

it('prints the review of a dry run, and imports nothing', async () => {
  const zip = await zipOf({ 'Mill.md': 'See [[Nowhere]].', 'Book.md': 'a\n\n'.repeat(20_001) });
  await writeFile(at('vault.zip'), zip);
  const { code, output } = await run(
    'import',
    '--campaign',
    campaign,
    '--dry-run',
    at('vault.zip'),
  );
  expect(code).toBe(0);
  expect(output).toContain('Book.md: as file');
  expect(output).toContain('Mill.md: Nowhere');
  expect(output).toContain('This was a dry run: nothing was imported.');
  expect(await documents(campaign, gm)).toEqual({});
  const { imports } = (await listed(`/api/imports/?campaign=${campaign}`)) as ImportsAnswer;
  expect(imports.map(({ state }) => state)).toEqual(['cancelled']);
});

it('says why a command fails, and leaves nothing behind', async () => {
  await writeFile(at('broken.zip'), 'PK no zip');
  const cases: [string[], RegExp][] = [
    [['import', '--campaign', campaign, '--as', player.id, at('broken.zip')], /game master/],
    [['import', '--campaign', campaign, at('broken.zip')], /Nothing was imported\. The file is/],
    [['import', '--campaign', campaign, at('absent.zip')], /absent\.zip is not a file/],
    [['import', '--campaign', 'x'], /--campaign: This is not a valid id[^]*<file>[^]*Usage/],
    [['export', '--campaign', service.campaign(gm), '--out', at('broken.zip')], /exists already/],
    [['export', '--campaign', gm.id, '--out', at('none.zip')], /There is no campaign/],
  ];
  for (const [args, words] of cases) {
    const { code, errors } = await run(...args);
    expect(errors).toMatch(words);
    expect(code).toBe(1);
  }
  await expect(access(at('none.zip'))).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await documents(campaign, gm)).toEqual({});
});
