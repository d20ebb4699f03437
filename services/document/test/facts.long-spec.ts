import type { CampaignDocument } from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from './document-app';

let service: DocumentApp;
let gm: TestPerson;
let player: TestPerson;
let campaign: string;
let map: CampaignDocument;

beforeAll(async () => {
  service = await startDocumentApp();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  [gm, player] = [await service.identity.join('Gm'), await service.identity.join('Player')];
  campaign = service.campaign(gm, [player]);
  map = await service.upload(gm, campaign, { name: 'map.bin', content: 'the map' });
});

const change = (body: object) =>
  service.call('PATCH', `/api/documents/${map.id}/`, { as: gm, body });
const listed = async (as: TestPerson) =>
  (await service.call('GET', `/api/documents/?campaign=${campaign}`, { as })).body;
const FACTS = { kind: 'file', title: 'map.bin', content_type: 'application/octet-stream', size: 7 };

it('a GM gets the type of a document, its tags, whether it is pinned and when it changed', async () => {
  const forGms = { ...FACTS, tags: [], pinned: false, updated_at: map.created_at };
  expect(map).toMatchObject(forGms);
  expect(await listed(gm)).toEqual([map]);
  expect((await change({ pinned: true })).body).toEqual({ ...map, pinned: true });
  const { body: tagged } = await change({ tags: ['maps/castle'] });
  expect(tagged).toMatchObject({ tags: ['maps/castle'], pinned: true });
  expect(Date.parse(tagged.updated_at)).toBeGreaterThan(Date.parse(map.created_at));
  expect((await change({ original_filename: 'plan.png' })).body).toMatchObject({
    title: 'plan.png',
    tags: ['maps/castle'],
  });
  expect((await change({ tags: [] })).body).toMatchObject({ tags: [] });
});

it('a list is narrowed down by tag, kind and words of the title, for a player by nothing that GMs wrote', async () => {
  await change({ tags: ['Maps/Castle'] });
  const letter = await service.upload(gm, campaign, { name: 'A letter home.txt' });
  await service.upload(gm, campaign, { name: 'letter.txt', spoilers: true });
  const found = async (as: TestPerson, query: string) => {
    const { status, body } = await service.call(
      'GET',
      `/api/documents/?campaign=${campaign}&${query}`,
      { as },
    );
    return status === 200 ? body.map(({ title }: CampaignDocument) => title) : status;
  };
  for (const tag of ['maps', 'MAPS/castle'])
    expect(await found(gm, `tag=${encodeURIComponent(tag)}`)).toEqual(['map.bin']);
  for (const tag of ['map', 'castle', 'maps/castle/tower'])
    expect(await found(gm, `tag=${encodeURIComponent(tag)}`)).toEqual([]);
  expect(await found(gm, 'q=LETTER')).toEqual(['letter.txt', letter.title]);
  expect(await found(gm, 'q=home%20letter')).toEqual([letter.title]);
  expect(await found(gm, 'kind=file&q=')).toHaveLength(3);
  expect(await found(gm, 'kind=note')).toEqual([]);
  expect(await found(player, 'q=letter')).toEqual([letter.title]);
  for (const tag of ['maps', 'Maps/Castle', 'nothing'])
    expect(await found(player, `tag=${encodeURIComponent(tag)}`)).toEqual([]);
  for (const wrong of ['kind=x', `tag=${'x'.repeat(81)}`, `q=${'x'.repeat(256)}`])
    expect(await found(player, wrong)).toBe(400);
});

it('a player gets the type, and no properties set by GMs', async () => {
  await change({ tags: ['secret'], pinned: true });
  const { id, s3_key, created_at } = map;
  expect(await listed(player)).toEqual([
    {
      ...FACTS,
      id,
      campaign,
      s3_key,
      created_at,
      original_filename: 'map.bin',
      is_spoilers: false,
    },
  ]);
});

describe('the category of a document', () => {
  it('is set and removed by GMs, narrows lists down, and is visible to the readers of a Public document', async () => {
    const { body: place } = await change({ category: 'place' });
    expect(place).toMatchObject({ category: 'place' });
    expect(Date.parse(place.updated_at)).toBeGreaterThan(Date.parse(map.created_at));
    await service.upload(gm, campaign, { name: 'other.bin' });
    const found = async (as: TestPerson, category: string) =>
      (
        await service.call('GET', `/api/documents/?campaign=${campaign}&category=${category}`, {
          as,
        })
      ).body.map(({ title }: CampaignDocument) => title);
    for (const as of [gm, player]) {
      expect(await found(as, 'place')).toEqual(['map.bin']);
      expect(await found(as, 'person')).toEqual([]);
    }
    expect((await listed(player))[1]).toMatchObject({ id: map.id, category: 'place' });
    expect((await change({ category: null })).body).not.toHaveProperty('category');
    expect(await found(gm, 'place')).toEqual([]);
  });

  it('moves to the trash and back', async () => {
    await change({ category: 'item' });
    await service.call('DELETE', `/api/documents/${map.id}/`, { as: gm });
    const trash = `/api/documents/trash/?campaign=${campaign}`;
    const [deleted] = (await service.call('GET', trash, { as: gm })).body;
    expect(deleted).toMatchObject({ category: 'item' });
    const { body } = await service.call('POST', `/api/documents/${map.id}/restore/`, { as: gm });
    expect(body).toMatchObject({ category: 'item' });
  });

  it.each(['Person', 'npc', '', 1])('%j is refused', async (category) => {
    const answer = await change({ category });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(
      'A category is person, place, faction, item, event or other.',
    );
  });
});

describe('aliases of a document', () => {
  const OF_GMS = { name: 'Vasili', audience: 'gm' };
  const OF_READERS = { name: 'The Devil Strahd', audience: 'readers' };

  it('are for GMs by default, and for readers if a GM says so', async () => {
    const [before] = await listed(player);
    const heard = async (aliases: object[]) => {
      const known = service.hints.length;
      expect((await change({ aliases })).status).toBe(200);
      return service.hints.slice(known).flatMap(({ id, to }) => (id === map.id ? [to] : []));
    };
    expect(await heard([{ name: ' Vasili ' }])).toEqual(['gm']);
    expect((await listed(gm))[0]).toMatchObject({ aliases: [OF_GMS] });
    expect(await listed(player)).toEqual([before]);
    expect(await heard([OF_GMS, OF_READERS])).toEqual(['party']);
    expect(await listed(player)).toEqual([{ ...before, aliases: [OF_READERS] }]);
    expect(await heard([OF_READERS])).toEqual(['gm']);
    expect(await heard([])).toEqual(['party']);
    expect(await listed(player)).toEqual([before]);
  });

  it.each([
    [Array.from({ length: 21 }, (_, n) => ({ name: `${n}` })), 'at most 20 aliases'],
    [[{ name: ' ' }], 'An alias must not be empty.'],
    [[{ name: 'x'.repeat(121) }], 'An alias must have at most 120 characters.'],
    [[{ name: 'x', audience: 'party' }], 'The audience of an alias is gm or readers.'],
    ['x', 'aliases must be a list of names.'],
  ])('%j are refused', async (aliases, sentence) => {
    const answer = await change({ aliases });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(sentence);
  });
});

it.each([
  [
    ['  npcs / the   smith ', '/maps/', 'NPCs/The Smith'],
    ['npcs/the smith', 'maps'],
  ],
  [['Zo\u0065\u0301'], ['Zo\u00e9']],
])('tags %j are kept as %j', async (given, kept) => {
  expect((await change({ tags: given })).body.tags).toEqual(kept);
});

it.each([
  ['maps', 'Tags must be a list of texts.'],
  [[''], 'A tag must not be empty.'],
  [['/'], 'A tag has words between its slashes, as in npcs/barovia.'],
  [['a//b'], 'A tag has words between its slashes, as in npcs/barovia.'],
  [['a/b/c/d/e/f'], 'A tag has at most 5 parts between its slashes.'],
  [['x'.repeat(81)], 'A tag must have at most 80 characters.'],
  [['a\u202eb'], 'A tag must not contain marks that turn the direction of text.'],
  [Array.from({ length: 21 }, (_, n) => `tag ${n}`), 'A document has at most 20 tags.'],
])('tags %j are refused', async (given, sentence) => {
  const answer = await change({ tags: given });
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body)).toContain(sentence);
  expect(await listed(gm)).toEqual([map]);
});
