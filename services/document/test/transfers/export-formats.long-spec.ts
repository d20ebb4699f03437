import { createHash } from 'node:crypto';
import type { CampaignDocument } from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from '../document-app';
import { download, exportedBy, filesOfZip, imported, vault } from './transfer-app';

let service: DocumentApp;
let gm: TestPerson;
let player: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
  [gm, player] = (await Promise.all(
    ['Gm', 'Player'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson];
});
afterAll(() => service?.stop());
beforeEach(() => {
  campaign = service.campaign(gm, [player]);
  service.entitle(campaign, 'Saltmarsh');
});

const exported = (format: string) => exportedBy(service, { as: gm, campaign }, format);

const documents = async (as = gm, of = campaign): Promise<CampaignDocument[]> =>
  (await service.call('GET', `/api/documents/?campaign=${of}`, { as })).body;

it.each(['archive', 'obsidian'])('exports a campaign as %s for its GM', async (format) => {
  await imported(service, { gm, campaign }, await vault());
  const answer = await exported(format);
  expect(answer.files![0]!.name).toMatch(/^Saltmarsh.*\.zip$/);
  const files = await filesOfZip(await download(answer));
  const names = [...files.keys()];
  expect(names.some((name) => name.endsWith('Mill.md'))).toBe(true);
  const text = [...files].find(([name]) => name.endsWith('Mill.md'))![1].toString();
  expect(text).toContain('lich');
  const sent = [...files].find(([name]) => name.endsWith('map.png'))![1];
  const original = (await vault())['attachments/map.png'] as Buffer;
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  expect(hash(sent)).toBe(hash(original));
});

it('exports journals of Foundry VTT, which players read as far as they see them here', async () => {
  await imported(service, { gm, campaign }, await vault());
  const vash = (await documents()).find(({ title }) => title === 'Vash')!;
  const open = { is_spoilers: false };
  await service.call('PATCH', `/api/documents/${vash.id}/`, { as: gm, body: open });
  const answer = await exported('foundry');
  expect(answer.files![0]!.name).toBe('Saltmarsh (Foundry).zip');
  const files = await filesOfZip(await download(answer));
  const { journal } = JSON.parse(files.get('adventure.json')!.toString()) as {
    journal: {
      name: string;
      ownership: { default: number };
      pages: { text: { content: string } }[];
    }[];
  };
  const entries = new Map(journal.map((one) => [one.name, one]));
  expect([entries.get('Vash')!.ownership.default, entries.get('Mill')!.ownership.default]).toEqual([
    2, 0,
  ]);
  expect(entries.get('Mill')!.pages[0]!.text.content).toContain('lich');
  const copy = service.campaign(gm, [player]);
  service.entitle(copy, 'Saltmarsh');
  const done = await imported(service, { gm, campaign: copy }, await download(answer));
  expect(done).toMatchObject({ state: 'done', format: 'foundry' });
  expect((await documents(player, copy)).map(({ title }) => title)).toEqual(['Vash']);
});
