import type { CampaignDocument, DocumentsPage } from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from './document-app';

let service: DocumentApp;
let gm: TestPerson;
let player: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  [gm, player] = [await service.identity.join('Gm'), await service.identity.join('Player')];
  campaign = service.campaign(gm, [player]);
});

const note = async (title: string, is_spoilers = false) => {
  const body = { campaign, title, is_spoilers, markdown: 'Dragons sleep here.' };
  const made = await service.call('POST', '/api/documents/notes/', { as: gm, body });
  return made.body as CampaignDocument;
};
const change = (id: string, body: object) =>
  service.call('PATCH', `/api/documents/${id}/`, { as: gm, body });
const get = async (as: TestPerson, query: string) =>
  service.call('GET', `/api/documents/?campaign=${campaign}&${query}`, { as });
const titlesOf = (documents: readonly CampaignDocument[]) => documents.map(({ title }) => title);
const found = async (as: TestPerson, query: string) =>
  titlesOf(((await get(as, `limit=100&${query}`)).body as DocumentsPage).documents);

/** Titles of all pages of a size. */
async function paged(as: TestPerson, query: string, limit: number): Promise<string[]> {
  const titles: string[] = [];
  let after = '';
  do {
    const { status, body } = await get(as, `limit=${limit}${query}${after}`);
    expect([status, body.documents?.length > 0]).toEqual([200, true]);
    titles.push(...titlesOf(body.documents));
    after = body.next === undefined ? '' : `&after=${body.next}`;
  } while (after);
  return titles;
}

/** Creates documents of several kinds, with a handout and a former handout. */
async function table() {
  for (const title of ['Session 10', 'session 9: Ärger', 'Zoo', 'apple', 'Apple 2'])
    await note(title);
  const places = await service.upload(gm, campaign, {
    name: 'Map 3.png',
    contentType: 'image/png',
  });
  await service.upload(gm, campaign, { name: 'rules.pdf', contentType: 'application/pdf' });
  await service.upload(gm, campaign, { name: 'Secret plan.pdf', spoilers: true });
  const handout = await note('Hidden vampire', true);
  const former = await note('Hidden door', true);
  for (const { id } of [handout, former])
    await service.call('PUT', `/api/documents/${id}/audience/`, {
      as: gm,
      body: { passages: 'all', audience: 'party', public_title: 'Beggar' },
    });
  await change(former.id, { is_spoilers: false });
  await change(places.id, { category: 'place', tags: ['Maps/Old', 'maps/new'], pinned: true });
  await service.readTexts();
  return { handout, former, places };
}

it('pages add up to the list, for GMs and players, in every order', async () => {
  await table();
  for (const as of [gm, player]) {
    const all = titlesOf((await get(as, '')).body);
    const paging = await paged(as, '&sort=newest', 3);
    expect(paging.toSorted()).toEqual(all.toSorted());
    if (as === player) expect(paging).toEqual(all);
    for (const order of ['newest', 'title', 'kind', 'session', 'title&group=category'])
      for (const limit of [1, 4]) {
        const one = await paged(as, `&sort=${order}`, limit);
        expect(one).toEqual(await found(as, `sort=${order}`));
        expect(one).toHaveLength(all.length);
      }
  }
  expect(await found(gm, 'sort=title')).toEqual([
    ...['Map 3.png', 'apple', 'Apple 2', 'Hidden door', 'Hidden vampire', 'rules.pdf'],
    ...['Secret plan.pdf', 'session 9: Ärger', 'Session 10', 'Zoo'],
  ]);
  expect(await found(gm, 'sort=session')).toEqual([
    ...['Map 3.png', 'session 9: Ärger', 'Session 10', 'apple', 'Apple 2', 'Hidden door'],
    ...['Hidden vampire', 'rules.pdf', 'Secret plan.pdf', 'Zoo'],
  ]);
  expect((await found(gm, 'sort=kind')).slice(-2)).toEqual(['rules.pdf', 'Secret plan.pdf']);
});

it('filters match visible properties', async () => {
  const { places, former, handout } = await table();
  expect(await found(gm, 'tag=maps')).toEqual(['Map 3.png']);
  expect(await found(gm, 'tag=map')).toEqual([]);
  expect(await found(player, 'tag=maps')).toEqual([]);
  const share = { campaign, tag: 'maps/old', is_shared: true };
  await service.call('POST', '/api/documents/shared-tags/', { as: gm, body: share });
  expect(await found(player, 'tag=old')).toEqual(['Map 3.png']);
  expect(await found(player, 'tag=maps')).toEqual([]);
  expect(await found(gm, 'kind=picture')).toEqual(['Map 3.png']);
  expect((await found(gm, 'kind=pdf')).toSorted()).toEqual(['Secret plan.pdf', 'rules.pdf']);
  expect(await found(player, 'kind=pdf')).toEqual(['rules.pdf']);
  expect(await found(gm, 'category=place')).toEqual(['Map 3.png']);
  expect(await found(gm, 'q=arger')).toEqual(['session 9: Ärger']);
  expect(await found(gm, 'q=OLD')).toEqual(['Map 3.png']);
  expect(await found(player, 'q=old')).toEqual([]);
  expect(await found(gm, 'audience=spoilers')).toEqual(['Hidden vampire', 'Secret plan.pdf']);
  expect(await found(player, 'audience=spoilers')).toEqual([]);
  expect(await found(player, 'q=vampire')).toEqual([]);
  expect(await found(player, 'q=beggar')).toEqual(['Beggar']);
  const ids = [places.id, former.id, handout.id, campaign].join();
  expect(await found(gm, `ids=${ids}&sort=title`)).toEqual([
    ...['Map 3.png', 'Hidden door', 'Hidden vampire'],
  ]);
});

it('a page continues after its last document was renamed or deleted', async () => {
  for (const title of ['a', 'b', 'c', 'd']) await note(title);
  const { body: first } = await get(gm, 'limit=2&sort=title');
  expect(titlesOf(first.documents)).toEqual(['a', 'b']);
  await service.call('DELETE', `/api/documents/${first.documents[1].id}/`, { as: gm });
  const { body: second } = await get(gm, `limit=2&sort=title&after=${first.next}`);
  expect(titlesOf(second.documents)).toEqual(['c', 'd']);
  expect(second.next).toBeUndefined();
});

it('facets count visible documents', async () => {
  await table();
  const facets = async (as: TestPerson) =>
    (await service.call('GET', `/api/documents/facets/?campaign=${campaign}`, { as })).body;
  expect(await facets(gm)).toEqual({
    total: 10,
    folders: [
      { path: 'Maps', documents: 1 },
      { path: 'Maps/Old', documents: 1 },
      { path: 'maps/new', documents: 1 },
    ],
    kinds: ['note', 'pdf', 'picture'],
    categories: ['place'],
    sessions: 2,
  });
  expect(await facets(player)).toMatchObject({ total: 9, folders: [] });
  const stranger = await service.identity.join('Stranger');
  expect(await facets(stranger)).toMatchObject({ total: 0, kinds: [] });
});

it('neighbors match the list', async () => {
  await table();
  for (const as of [gm, player]) {
    const all = (await get(as, '')).body as CampaignDocument[];
    for (const [at, { id }] of all.entries()) {
      const { body } = await service.call('GET', `/api/documents/${id}/neighbors/`, { as });
      expect([body.newer, body.older]).toEqual([all[at - 1], all[at + 1]]);
    }
  }
});

it('rejects invalid pages', async () => {
  const first = await note('a');
  await note('b');
  const { next } = (await get(gm, 'limit=1&sort=title')).body;
  const forged = (keys: unknown) =>
    Buffer.from(JSON.stringify(['title', keys, first.id])).toString('base64url');
  for (const query of [
    ...['limit=0', 'limit=101', 'limit=x', 'sort=title', 'kind=pdf', 'limit=1&sort=x'],
    ...['limit=1&after=x', `limit=1&after=${next}`, `limit=1&sort=kind&after=${next}`],
    ...[`limit=1&sort=title&after=${forged(['x', 'a'])}`, 'limit=1&ids=x', 'limit=1&group=x'],
    `limit=1&sort=title&after=${forged(['true', '\0', '2026-01-01T00:00:00.000000Z'])}`,
    `limit=1&sort=title&after=${forged(['true', 'a', 'now'])}`,
  ])
    expect([query, (await get(gm, query)).status]).toEqual([query, 400]);
  const { status } = await service.call('GET', '/api/documents/?limit=5', { as: gm });
  expect(status).toBe(400);
  expect((await get(gm, `sort=title&after=${next}`)).body.documents).toHaveLength(1);
});
