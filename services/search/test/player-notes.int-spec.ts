import type { SearchAnswer } from '@tomekeeper/contracts-search';
import type { TestPerson } from '@tomekeeper/testing';
import type { ScriptedCampaign } from './scripted-documents';
import { startSearchApp, type SearchApp } from './search-app';

let service: SearchApp;
let gm: TestPerson, author: TestPerson, other: TestPerson, stranger: TestPerson;
let campaign: string;
let documents: ScriptedCampaign;
let notebook: string;
let notes: ScriptedCampaign;

beforeAll(async () => {
  service = await startSearchApp();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  [gm, author, other, stranger] = (await Promise.all(
    ['Gm', 'Author', 'Other', 'Stranger'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson, TestPerson];
  ({ id: campaign, written: documents } = service.campaign([
    [gm, 'owner'],
    [author, 'player'],
    [other, 'player'],
  ]));
  documents.add({ name: 'Inn', lines: ['The innkeeper pours ale.'] });
  ({ id: notebook, written: notes } = service.notebook(campaign, author));
});

const search = async (as: TestPerson, q = 'innkeeper', more = '', headers = {}) => {
  const url = `/api/search/?campaign=${campaign}&q=${q}${more}`;
  const answer = await service.callUntilReady('GET', url, { as, headers });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body as SearchAnswer;
};
const titles = async (as: TestPerson, q?: string, more?: string, headers?: object) =>
  (await search(as, q, more, headers)).hits.map(({ title }) => title).sort();

describe('notes of players', () => {
  beforeEach(() => {
    notes.add({ name: 'Suspicions', spoilers: true, lines: ['The innkeeper lied to me.'] });
    notes.add({ name: 'For GMs', forGms: true, lines: ['I want to marry the innkeeper.'] });
    notes.add({ name: 'For all', lines: ['We owe the innkeeper money.'] });
  });

  it('are found by their readers', async () => {
    expect(await titles(author)).toEqual(['For GMs', 'For all', 'Inn', 'Suspicions']);
    expect(await titles(gm)).toEqual(['For GMs', 'For all', 'Inn']);
    expect(await titles(other)).toEqual(['For all', 'Inn']);
    const answer = await service.call('GET', `/api/search/?campaign=${campaign}&q=innkeeper`, {
      as: stranger,
    });
    expect(answer).toMatchObject({ status: 404 });
  });

  it('are found by name', async () => {
    expect(await titles(author, 'suspicions')).toEqual(['Suspicions']);
    expect(await titles(gm, 'suspicions')).toEqual([]);
  });

  it('are marked, belong to the campaign, and have no audience of a document', async () => {
    const { hits } = await search(gm, 'marry');
    expect(hits).toMatchObject([{ campaign, title: 'For GMs', kind: 'note', player_note: true }]);
    expect(hits[0]).not.toHaveProperty('audience');
    expect((await search(gm, 'ale')).hits[0]).not.toHaveProperty('player_note');
  });

  it('are in view-as responses only if the GM can read them', async () => {
    expect(await titles(gm, undefined, '', { 'x-view-as': author.id })).toEqual([
      'For GMs',
      'For all',
      'Inn',
    ]);
    expect(await titles(gm, undefined, '', { 'x-view-as': other.id })).toEqual(['For all', 'Inn']);
    expect(await titles(gm, undefined, '', { 'x-view-as': 'party' })).toEqual(['For all', 'Inn']);
  });

  it('are left out where a filter asks for documents', async () => {
    expect(await titles(author, undefined, '&kind=note')).toEqual(['Inn']);
  });

  it('disappear for former readers', async () => {
    const shared = notes.add({ name: 'Shared', lines: ['A locket.'] });
    expect(await titles(other, 'locket')).toEqual(['Shared']);
    notes.setForGms(shared, true);
    expect(await titles(other, 'locket')).toEqual([]);
    expect(await titles(gm, 'locket')).toEqual(['Shared']);
    notes.hide(shared);
    expect(await titles(gm, 'locket')).toEqual([]);
    expect(await titles(author, 'locket')).toEqual(['Shared']);
  });
});

it('answers others byte for byte alike, with and without notes that they do not read', async () => {
  const asked = ['innkeeper', 'inkeeper', 'locket', 'lockets', '"secret locket"', 'pours -locket'];
  const told = async (as: TestPerson) => {
    const answers = [];
    for (const q of asked) answers.push(JSON.stringify(await search(as, encodeURIComponent(q))));
    for (const url of ['suggest/?q=loc&', 'state/?'])
      answers.push(
        JSON.stringify(
          (await service.callUntilReady('GET', `/api/search/${url}campaign=${campaign}`, { as }))
            .body,
        ),
      );
    return answers;
  };
  const before = { gm: await told(gm), other: await told(other) };
  notes.add({ name: 'Locket', spoilers: true, lines: ['# Innkeeper', 'A secret locket.'] });
  expect(await titles(author, 'locket')).toEqual(['Locket', 'Locket']);
  expect({ gm: await told(gm), other: await told(other) }).toEqual(before);
  notes.add({ name: 'Locket 2', forGms: true, lines: ['# Innkeeper', 'A secret locket.'] });
  await service.indexer.catchUp(notebook);
  expect(await titles(gm, 'locket')).toEqual(['Locket 2', 'Locket 2']);
  expect(await told(other)).toEqual(before.other);
});

it('finds documents while the index of a notebook is missing', async () => {
  expect(await titles(other)).toEqual(['Inn']);
  notes.add({ name: 'For all', lines: ['We owe the innkeeper money.'] });
  service.feed.isBroken = true;
  expect(await titles(other)).toEqual(['Inn']);
  service.feed.isBroken = false;
  expect(await titles(other)).toEqual(['For all', 'Inn']);
});
