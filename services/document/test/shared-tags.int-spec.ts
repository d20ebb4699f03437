import { MAX_SHARED_TAGS } from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from './document-app';

let service: DocumentApp;
let gm: TestPerson, mia: TestPerson;
let campaign: string;
beforeAll(async () => {
  service = await startDocumentApp();
  gm = await service.identity.join('Gm');
  mia = await service.identity.join('Mia');
});
beforeEach(() => {
  campaign = service.campaign(gm, [mia]);
});
afterAll(() => service?.stop());

const URL = '/api/documents/shared-tags/';
const share = (tag: string, is_shared = true) =>
  service.call('POST', URL, { as: gm, body: { campaign, tag, is_shared } });
const listed = async (as: TestPerson, query = '') =>
  (await service.call('GET', `/api/documents/?campaign=${campaign}${query}`, { as })).body;
const file = (name: string, tags: string[], spoilers = false) =>
  service.upload(gm, campaign, { name, tags, spoilers });

it('shows players shared folders of Public documents only', async () => {
  const { id } = await file('Odo.bin', ['NPCs/Barovia', 'traitors']);
  await file('Strahd.bin', ['villains'], true);
  expect((await listed(mia))[0]).not.toHaveProperty('tags');
  expect((await share('npcs/barovia')).body).toEqual({ tags: ['npcs/barovia'] });
  await share('villains');
  expect(await listed(mia)).toEqual([expect.objectContaining({ id, tags: ['Barovia'] })]);
  expect(await listed(mia, '&tag=barovia')).toHaveLength(1);
  for (const tag of ['npcs', 'npcs/barovia', 'traitors', 'villains'])
    expect(await listed(mia, `&tag=${tag}`)).toEqual([]);
  await share('npcs');
  expect(await listed(mia)).toEqual([expect.objectContaining({ tags: ['NPCs/Barovia'] })]);
  const { body } = await service.call('GET', `${URL}?campaign=${campaign}`, { as: gm });
  expect(body).toEqual({ tags: ['npcs', 'npcs/barovia', 'villains'] });
});

it('puts handouts of spoilers into no folder, even if their source is in a shared one', async () => {
  const body = { campaign, title: 'Strahd', is_spoilers: true, markdown: 'A kind stranger.' };
  const made = await service.call('POST', '/api/documents/notes/', { as: gm, body });
  const url = `/api/documents/${made.body.id}`;
  await service.call('PATCH', `${url}/`, { as: gm, body: { tags: ['villains'] } });
  await share('villains');
  const reveal = { passages: 'all', audience: 'party', public_title: 'The stranger' };
  const revealed = await service.call('PUT', `${url}/audience/`, { as: gm, body: reveal });
  expect(revealed.status).toBe(200);
  const [handout] = await listed(mia);
  expect(handout).toMatchObject({ title: 'The stranger' });
  expect(handout).not.toHaveProperty('tags');
  expect(await listed(mia, '&tag=villains')).toEqual([]);
});

it('lists the documents of a folder to the search service as the list does to players', async () => {
  const odo = await file('Odo.bin', ['NPCs/Barovia', 'traitors']);
  await file('Strahd.bin', ['villains', 'npcs/barovia'], true);
  await file('Trashed.bin', ['npcs/barovia']).then(({ id }) =>
    service.call('DELETE', `/api/documents/${id}/`, { as: gm }),
  );
  const token = await service.tokenOfSearch();
  const inFolder = async (tag: string) => {
    const url = `/internal/campaigns/${campaign}/shared-folder?tag=${encodeURIComponent(tag)}`;
    const { documents } = (await service.call('GET', url, { token })).body;
    const shown = await listed(mia, `&tag=${encodeURIComponent(tag)}`);
    expect(documents).toEqual(shown.map(({ id }: { id: string }) => id));
    return documents;
  };
  expect(await inFolder('npcs')).toEqual([]);
  await share('npcs/barovia');
  await share('villains');
  expect(await inFolder('BAROVIA')).toEqual([odo.id]);
  for (const tag of ['npcs', 'npcs/barovia', 'traitors', 'villains', 'baro'])
    expect(await inFolder(tag)).toEqual([]);
  await share('npcs');
  expect(await inFolder('npcs')).toEqual([odo.id]);
  await share('npcs/barovia', false);
  await share('npcs', false);
  expect(await inFolder('npcs')).toEqual([]);
});

it('stops sharing, in any spelling, and shares once', async () => {
  await file('Odo.bin', ['npcs']);
  await share('NPCs');
  expect((await share('npcs')).body).toEqual({ tags: ['NPCs'] });
  expect((await share('npcs', false)).body).toEqual({ tags: [] });
  expect((await share('npcs', false)).status).toBe(200);
  expect((await listed(mia))[0]).not.toHaveProperty('tags');
});

it('tells players only of folders in which they see a document', async () => {
  await file('Odo.bin', ['npcs']);
  await file('Strahd.bin', ['villains'], true);
  const begin = service.hints.length;
  await share('villains');
  await share('npcs');
  await share('npcs');
  await share('no document has this');
  const given = service.hints.slice(begin).filter((hint) => hint.campaign === campaign);
  expect(given.map(({ to }) => to)).toEqual(['gm', 'party']);
});

it('tells players nothing of a folder that changes no path for them', async () => {
  await file('Odo.bin', ['places/inn', 'inn']);
  await share('inn');
  const begin = service.hints.length;
  await share('places/inn');
  const given = service.hints.slice(begin).filter((hint) => hint.campaign === campaign);
  expect(given.map(({ to }) => to)).toEqual(['gm']);
});

it('tells players of other tags only if those are shared', async () => {
  const { id } = await file('Odo.bin', ['npcs']);
  await share('npcs');
  const begin = service.hints.length;
  const tag = (tags: string[]) =>
    service.call('PATCH', `/api/documents/${id}/`, { as: gm, body: { tags } });
  await tag(['npcs', 'traitors']);
  await tag(['traitors']);
  const given = service.hints.slice(begin).filter((hint) => hint.campaign === campaign);
  expect(given.map(({ to }) => to)).toEqual(['gm', 'party']);
});

it('is bounded', async () => {
  const tags = Array.from({ length: MAX_SHARED_TAGS }, (_, at) => `tag ${at}`);
  await service.uow.run((tx) =>
    tx.query('INSERT INTO shared_tag (campaign_id, tag) SELECT $1, unnest($2::text[])', [
      campaign,
      tags,
    ]),
  );
  expect(await share('one more')).toMatchObject({
    status: 409,
    body: { code: 'document.too_many_shared_tags' },
  });
  expect((await share('TAG 1')).status).toBe(200);
});
