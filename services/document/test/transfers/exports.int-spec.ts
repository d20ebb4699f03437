import type { CampaignDocument, Passage } from '@tomekeeper/contracts-document';
import { eventually, type TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from '../document-app';
import { download, exportedBy, filesOfZip, imported, vault } from './transfer-app';

let service: DocumentApp;
let gm: TestPerson;
let player: TestPerson;
let other: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
  [gm, player, other] = (await Promise.all(
    ['Gm', 'Player', 'Other'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson];
});
afterAll(() => service?.stop());
beforeEach(() => {
  campaign = service.campaign(gm, [player]);
  service.entitle(campaign, 'Saltmarsh');
});

const read = (id: string, as: TestPerson, of = campaign) =>
  service.call('GET', `/api/campaigns/${of}/exports/${id}/`, { as });

const exported = (as: TestPerson, format: string, of = campaign) =>
  exportedBy(service, { as, campaign: of }, format);

const documents = async (as = gm, of = campaign): Promise<CampaignDocument[]> =>
  (await service.call('GET', `/api/documents/?campaign=${of}`, { as })).body;
const passagesOf = async (id: string, as = gm): Promise<Passage[]> =>
  (await service.call('GET', `/api/documents/${id}/passages/`, { as })).body.passages;

/** The content of a campaign for its GM, with titles in place of ids. */
async function content(of: string) {
  const all = await documents(gm, of);
  const titles = new Map(all.map(({ id, title }) => [id, title]));
  const described = all.map(async (one) => {
    const { title, kind, is_spoilers, tags, category, aliases, size } = one;
    const passages = kind === 'note' ? await passagesOf(one.id) : [];
    const indexes = new Map(passages.map(({ id }, index) => [id, index]));
    const text = passages.map(({ id: _id, content: words, ...passage }) => ({
      ...passage,
      content: JSON.stringify({ ...words, image: words.image && 'image' })
        .replace(/#d-([0-9a-f-]{36})/g, (_, id: string) => titles.get(id) ?? id)
        .replace(/p-([0-9a-f-]{36})/g, (_, id: string) => String(indexes.get(id) ?? 'passage')),
    }));
    return { title, kind, is_spoilers, tags, category, aliases, size, text };
  });
  return (await Promise.all(described)).sort((a, b) => (a.title < b.title ? -1 : 1));
}

it('exports only visible content to a player', async () => {
  await imported(service, { gm, campaign }, await vault());
  const mill = (await documents()).find(({ title }) => title === 'Mill')!;
  const reveal = { is_spoilers: false };
  await service.call('PATCH', `/api/documents/${mill.id}/`, { as: gm, body: reveal });
  await eventually(async () => (await passagesOf(mill.id, player)).length > 0);
  for (const format of ['archive', 'obsidian', 'foundry']) {
    const bytes = await download(await exported(player, format));
    const files = await filesOfZip(bytes);
    const all = [...files].map(([name, file]) => `${name}\n${file.toString('latin1')}`).join('\n');
    expect(all).toContain('The miller is the ferryman.');
    for (const secret of ['lich', 'amber', 'Vash', 'map.png', 'plan.pdf', '"gm"'])
      expect(all).not.toContain(secret);
  }
});

it('imports its own archive as the same campaign', async () => {
  await imported(service, { gm, campaign }, await vault());
  const vash = (await documents()).find(({ title }) => title === 'Vash')!;
  const [first, key] = await passagesOf(vash.id);
  const audience = `/api/documents/${vash.id}/audience/`;
  const toPlayer = { passages: [key!.id], audience: { players: [player.id] } };
  const body = { ...toPlayer, public_title: 'A key' };
  expect((await service.call('PUT', audience, { as: gm, body })).status).toBe(200);
  const toParty = { passages: [first!.id], audience: 'party', public_title: 'A key' };
  expect((await service.call('PUT', audience, { as: gm, body: toParty })).status).toBe(200);
  const bytes = await download(await exported(gm, 'archive'));
  const copy = service.campaign(gm, [player]);
  service.entitle(copy, 'Saltmarsh');
  const done = await imported(service, { gm, campaign: copy }, bytes);
  expect(done).toMatchObject({ state: 'done', format: 'tomekeeper' });
  expect(await content(copy)).toEqual(await content(campaign));
  expect((await documents(player, copy)).map(({ title }) => title)).toEqual(['A key']);
});

it('serves nothing after something in it was hidden', async () => {
  await imported(service, { gm, campaign }, await vault());
  const mill = (await documents()).find(({ title }) => title === 'Mill')!;
  const set = (is_spoilers: boolean) =>
    service.call('PATCH', `/api/documents/${mill.id}/`, { as: gm, body: { is_spoilers } });
  await set(false);
  const [forPlayer, forGm] = [await exported(player, 'archive'), await exported(gm, 'archive')];
  await set(true);
  const answer = await read(forPlayer.id, player);
  expect([answer.status, answer.body.code]).toEqual([410, 'document.export_outdated']);
  expect((await read(forPlayer.id, player)).status).toBe(404);
  // A GM still sees the document.
  expect((await read(forGm.id, gm)).status).toBe(200);
  await service.call('DELETE', `/api/documents/${mill.id}/`, { as: gm });
  expect((await read(forGm.id, gm)).status).toBe(410);
});

it('belongs to the person who started it, while they are a member', async () => {
  const mine = await exported(player, 'archive');
  expect((await read(mine.id, gm)).status).toBe(404);
  expect((await read(mine.id, other)).status).toBe(404);
  const list = await service.call('GET', `/api/campaigns/${campaign}/exports/`, { as: gm });
  expect(list.body).toEqual({ exports: [] });
  service.leave(campaign, player);
  expect((await read(mine.id, player)).status).toBe(404);
});
