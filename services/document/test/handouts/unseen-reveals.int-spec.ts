import { randomUUID } from 'node:crypto';
import type { SavePassagesAnswer } from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from '../document-app';

// A GM writes into a passage while another GM reveals it in a handout.

let service: DocumentApp;
let gm: TestPerson;
let mia: TestPerson;
let ben: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  [gm, mia, ben] = (await Promise.all(
    ['Gm', 'Mia', 'Ben'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson];
  campaign = service.campaign(gm, [mia, ben]);
});

interface Read {
  id: string;
  text: string;
}

async function read(as: TestPerson, id: string): Promise<Read[]> {
  const { body } = await service.call('GET', `/api/documents/${id}/passages/`, { as });
  return body.passages ?? [];
}
const texts = async (as: TestPerson, id: string) => (await read(as, id)).map(({ text }) => text);

async function spoilers(...words: string[]) {
  const body = { campaign, title: 'Plot', is_spoilers: true, markdown: words.join('\n\n') };
  const made = await service.call('POST', '/api/documents/notes/', { as: gm, body });
  expect(made.status).toBe(201);
  const id = made.body.id as string;
  return { id, passages: (await read(gm, id)).map((one) => one.id) };
}

/** @returns the id of the handout */
async function reveal(
  id: string,
  passages: string[],
  audience: Audience,
  handout = 'new',
): Promise<string> {
  const body = { passages, audience, public_title: 'Clue', handout };
  const answer = await service.call('PUT', `/api/documents/${id}/audience/`, { as: gm, body });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body.handout;
}

const written = (text: string, more: object) => ({
  id: randomUUID(),
  kind: 'paragraph',
  content: { inlines: [{ text }] },
  ...more,
});
async function save(
  id: string,
  changes: object[],
  removed: { id: string; base_version: number }[] = [],
): Promise<SavePassagesAnswer> {
  const body = { changes, removed };
  const answer = await service.call('PATCH', `/api/documents/${id}/passages/`, { as: gm, body });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}
const only = (...players: TestPerson[]) => ({ players: players.map(({ id }) => id) });

type Audience = object | string;
/** With the audience of the handout and the audience that the writer saw. */
const REVEALS: [string, () => Audience, () => Audience][] = [
  ['for the party', () => 'party', () => 'gm'],
  ['for chosen players', () => only(mia, ben), () => only(mia)],
];

describe('a save by a writer who did not see the reveal', () => {
  it.each(REVEALS)(
    'of a passage %s conflicts, and changes no handout',
    async (_, audience, seen) => {
      const { id, passages } = await spoilers('The map', 'The murderer');
      const [map] = passages;
      const handout = await reveal(id, [map!], audience());
      const before = await read(ben, handout);
      const begin = service.hints.length;
      const change = written('The map of the count', { id: map, base_version: 1, seen_by: seen() });
      const { clashes } = await save(id, [change]);
      expect(clashes).toMatchObject([{ id: map, shown: true, theirs: { text: 'The map' } }]);
      expect(await read(ben, handout)).toEqual(before);
      expect(await texts(gm, id)).toEqual(['The map', 'The murderer']);
      expect(service.hints.slice(begin).filter(({ to }) => to !== 'gm')).toEqual([]);
      expect((await save(id, [{ ...change, seen_by: audience() }])).clashes).toEqual([]);
      expect(await texts(ben, handout)).toEqual(['The map of the count']);
    },
  );

  it.each(REVEALS)('keeps new text out of a handout %s', async (_, audience, seen) => {
    const { id, passages } = await spoilers('The map', 'The murderer');
    const [map] = passages;
    const handout = await reveal(id, [map!], audience());
    const before = await read(ben, handout);
    const part = (seen_by: Audience, text: string) =>
      written(text, { from: [map], after: map, seen_by });
    expect((await save(id, [part(seen(), 'of the count')])).clashes).toEqual([]);
    expect(await read(ben, handout)).toEqual(before);
    expect(await texts(gm, id)).toEqual(['The map', 'of the count', 'The murderer']);
    await save(id, [part(audience(), 'of the valley')]);
    expect(await texts(ben, handout)).toEqual(['The map', 'of the valley']);
  });
});

describe('a save by a writer who saw the widest audience', () => {
  it('is stored for all handouts, if the audience of one of them is narrower', async () => {
    const { id, passages } = await spoilers('The map', 'The murderer');
    const [map] = passages;
    const forMia = await reveal(id, [map!], only(mia));
    const forBoth = await reveal(id, [map!], only(mia, ben));
    const change = { id: map, base_version: 1 };
    const narrow = written('A secret', { ...change, seen_by: only(mia) });
    expect((await save(id, [narrow])).clashes).toHaveLength(1);
    const wide = written('The torn map', { ...change, seen_by: only(mia, ben) });
    expect((await save(id, [wide])).clashes).toEqual([]);
    expect(await texts(mia, forMia)).toEqual(['The torn map']);
    expect(await texts(ben, forBoth)).toEqual(['The torn map']);
  });

  it('stores a passage that leaves its handouts because of the text that was joined to it', async () => {
    const { id, passages } = await spoilers('The map', 'The murderer');
    const [map, murderer] = passages;
    const handout = await reveal(id, [map!], 'party');
    const change = { id: map, from: [murderer], base_version: 1, seen_by: 'gm' };
    const removed = [{ id: murderer!, base_version: 1 }];
    const answer = await save(id, [written('The map The murderer', change)], removed);
    expect(answer.clashes).toEqual([]);
    expect(await texts(ben, handout)).toEqual([]);
    expect(await texts(gm, id)).toEqual(['The map The murderer']);
  });

  it('stores secret markup, with which a passage leaves its handouts', async () => {
    const { id, passages } = await spoilers('The map', 'The murderer');
    const [map] = passages;
    const handout = await reveal(id, [map!], 'party');
    const blocks = [{ kind: 'paragraph', depth: 0, inlines: [{ text: 'The count' }] }];
    const secret = { kind: 'callout', content: { label: 'secret', blocks } };
    const change = { id: map, base_version: 1, seen_by: 'gm', ...secret };
    expect((await save(id, [change])).clashes).toEqual([]);
    expect(await texts(ben, handout)).toEqual([]);
  });
});

it('joining a visible passage to a hidden one shows no hidden text', async () => {
  const { id, passages } = await spoilers('The murderer', 'The map', 'The well');
  const [murderer, map, well] = passages as [string, string, string];
  const handout = await reveal(id, [map, well], 'party');
  const change = { id: murderer, from: [map], base_version: 1 };
  await save(id, [written('The murderer The map', change)], [{ id: map, base_version: 1 }]);
  expect(await texts(ben, handout)).toEqual(['The well']);
});
