import { randomUUID } from 'node:crypto';
import type { SetAudienceRequest } from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import { GM_CLASS, PARTY_CLASS } from '@tomekeeper/visibility';
import { Erasure } from '../src/erasure/erasure';
import { startDocumentApp, type DocumentApp } from './document-app';

let service: DocumentApp;
let gm: TestPerson;
let mia: TestPerson;
let ben: TestPerson;
let campaign: string;
let begin: number;

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

interface Told {
  id: string;
  text: string;
  audience?: string;
  own_audience?: true;
  players?: string[];
}

/** A note of these paragraphs. @returns its id, and those of its passages */
async function note(words: string[], { spoilers = true, title = 'The true name of Strahd' } = {}) {
  const made = await service.call('POST', '/api/documents/notes/', {
    as: gm,
    body: { campaign, title, is_spoilers: spoilers, markdown: words.join('\n\n') },
  });
  expect(made.status).toBe(201);
  begin = service.hints.length;
  return {
    id: made.body.id as string,
    passages: (await read(gm, made.body.id))!.map(({ id }) => id),
  };
}

async function read(as: TestPerson, id: string, viewAs?: string): Promise<Told[] | undefined> {
  const headers: Record<string, string> = viewAs ? { 'x-view-as': viewAs } : {};
  const { status, body } = await service.call('GET', `/api/documents/${id}/passages/?limit=500`, {
    as,
    headers,
  });
  if (status === 404) return undefined;
  expect(status).toBe(200);
  expect(body.passages).toHaveLength(Math.min(body.total, 500));
  return body.passages;
}
const texts = async (as: TestPerson, id: string, viewAs?: string) =>
  (await read(as, id, viewAs))?.map(({ text }) => text);

const put = (id: string, body: SetAudienceRequest | object, as = gm) =>
  service.call('PUT', `/api/documents/${id}/audience/`, { as, body });
const reveal = async (id: string, body: object) => {
  const answer = await put(id, body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body as { act: string; changed: number; passages: string[] };
};
const takeBack = (id: string, act: string, as = gm) =>
  service.call('DELETE', `/api/documents/${id}/acts/${act}/`, { as });
const patch = async (id: string, body: object) => {
  const answer = await service.call('PATCH', `/api/documents/${id}/`, { as: gm, body });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};
const listed = async (as: TestPerson, viewAs?: string) =>
  (
    await service.call('GET', `/api/documents/?campaign=${campaign}`, {
      as,
      ...(viewAs && { headers: { 'x-view-as': viewAs } }),
    })
  ).body;
const classes = async (id: string) =>
  (
    await service.uow.query<{ audience_class: string | null }>(
      'SELECT audience_class FROM passage WHERE document_id = $1 ORDER BY position',
      [id],
    )
  ).map(({ audience_class }) => audience_class);
const hints = () =>
  service.hints
    .slice(begin)
    .filter((hint) => hint.campaign === campaign)
    .map(({ to }) => to);
const membership = (player: TestPerson) => service.membership(campaign, player);

describe('passages of a Public note', () => {
  it('are hidden from players, and come back in their place', async () => {
    const { id, passages } = await note(['One', 'Two', 'Three'], { spoilers: false });
    const hidden = await reveal(id, { passages: [passages[1]!], audience: 'gm' });
    expect(hidden).toEqual({ act: expect.any(String), changed: 1, passages: [passages[1]] });
    expect(await texts(mia, id)).toEqual(['One', 'Three']);
    expect(await read(gm, id)).toMatchObject([
      { audience: 'party' },
      { audience: 'gm', own_audience: true },
      { audience: 'party' },
    ]);
    expect((await listed(gm))[0]).toMatchObject({ audiences: { gm: 1, party: 2, players: 0 } });
    await reveal(id, { passages: 'all', audience: 'party' });
    expect(await texts(mia, id)).toEqual(['One', 'Two', 'Three']);
    expect(await classes(id)).toEqual([null, null, null]);
    expect((await listed(gm))[0]).not.toHaveProperty('audiences');
    expect(hints()).toEqual(['party', 'party']);
  });

  it('are for chosen players alone, until one of them leaves', async () => {
    const { id, passages } = await note(['One', 'Two'], { spoilers: false });
    await reveal(id, { passages: [passages[1]!], audience: { players: [mia.id.toUpperCase()] } });
    expect(await texts(mia, id)).toEqual(['One', 'Two']);
    expect(await texts(ben, id)).toEqual(['One']);
    expect((await read(gm, id))![1]).toMatchObject({
      audience: 'players',
      own_audience: true,
      players: [mia.id],
    });
    expect(await read(gm, id, mia.id)).toEqual(await read(mia, id));
    expect(await texts(gm, id, 'party')).toEqual(['One']);
    // Tobin loses the passage, and Mia gets the party mark.
    expect(hints()).toEqual(['party']);
    service.leave(campaign, mia);
    expect((await read(gm, id))![1]).toMatchObject({ audience: 'players', players: [] });
    expect(await read(mia, id)).toBeUndefined();
    service.join(campaign, mia);
    expect(await texts(mia, id)).toEqual(['One']);
  });

  it('are for the same set of players in one class, however often they are chosen', async () => {
    const { id, passages } = await note(['One', 'Two'], { spoilers: false });
    await reveal(id, { passages: [passages[0]!], audience: { players: [mia.id, ben.id] } });
    await reveal(id, { passages: [passages[1]!], audience: { players: [ben.id, mia.id, ben.id] } });
    const [one, two] = await classes(id);
    expect(one).toBe(two);
  });
});

describe('a handout', () => {
  it('is a note with its player title and visible passages of a spoiler', async () => {
    const { id, passages } = await note(['One', 'Two', 'Three']);
    expect(await read(mia, id)).toBeUndefined();
    const unnamed = await put(id, { passages: [passages[1]!], audience: 'party' });
    expect(unnamed).toMatchObject({
      status: 400,
      body: {
        code: 'document.public_title_required',
        public_title: [expect.any(String)],
      },
    });
    await reveal(id, { passages: [passages[1]!], audience: 'party', public_title: 'A name' });
    const before = Date.now();
    const [document] = await listed(mia);
    expect(document).toEqual({
      id,
      campaign,
      original_filename: 'A name',
      title: 'A name',
      s3_key: '',
      is_spoilers: false,
      kind: 'note',
      text_state: 'ready',
      created_at: expect.any(String),
    });
    expect(Math.abs(Date.parse(document.created_at) - before)).toBeLessThan(10_000);
    expect(await listed(ben)).toEqual([document]);
    expect(await listed(gm, 'party')).toEqual([document]);
    expect(await texts(mia, id)).toEqual(['Two']);
    expect((await listed(gm))[0]).toMatchObject({
      original_filename: 'The true name of Strahd',
      is_spoilers: true,
      public_title: 'A name',
      audiences: { gm: 2, party: 1, players: 0 },
    });
    expect(hints()).toEqual(['party']);
    const words = JSON.stringify([
      await listed(mia),
      await service.call('GET', `/api/documents/${id}/outline/`, { as: mia }),
      await service.call('GET', `/api/documents/${id}/backlinks/`, { as: mia }),
    ]);
    expect(words).not.toContain('Strahd');
    // Players get no file and may not change it.
    const content = await service.call('GET', `/api/documents/${id}/content/`, { as: mia });
    expect(content.status).toBe(404);
    expect((await put(id, { passages: 'all', audience: 'party' }, mia)).status).toBe(403);
  });

  it('gets another name from players’ eyes on, without a passage being touched', async () => {
    const { id, passages } = await note(['One', 'Two']);
    const titled = { passages: [], audience: 'party', public_title: 'The mill' };
    expect(await reveal(id, titled)).toEqual({ act: null, changed: 0, passages: [] });
    await reveal(id, { passages: [passages[0]!], audience: 'party', public_title: 'A name' });
    const before = await classes(id);
    const [known] = await listed(mia);
    expect(await reveal(id, titled)).toMatchObject({ changed: 0, act: expect.any(String) });
    expect(await classes(id)).toEqual(before);
    expect((await listed(mia))[0]).toEqual({
      ...known,
      title: 'The mill',
      original_filename: 'The mill',
    });
    expect((await put(id, { passages: [], audience: 'party' })).status).toBe(400);
  });

  it('disappears with the last visible passage, and returns as a new document', async () => {
    const { id, passages } = await note(['One', 'Two']);
    await reveal(id, { passages, audience: 'party', public_title: 'A name' });
    const [first] = await listed(mia);
    await reveal(id, { passages: [passages[0]!], audience: 'gm' });
    expect((await listed(mia))[0]).toEqual(first);
    await reveal(id, { passages: [passages[1]!], audience: 'gm' });
    expect(await listed(mia)).toEqual([]);
    expect(await read(mia, id)).toBeUndefined();
    expect((await listed(gm))[0]).not.toHaveProperty('public_title');
    const again = await put(id, { passages: [passages[0]!], audience: 'party' });
    expect(again.status).toBe(400);
    await reveal(id, { passages: [passages[0]!], audience: 'party', public_title: 'Another' });
    const [now] = await listed(mia);
    expect(now).toMatchObject({ title: 'Another' });
    expect(Date.parse(now.created_at)).toBeGreaterThan(Date.parse(first.created_at));
  });

  it('is there for each player since they see something of it without a break', async () => {
    const { id, passages } = await note(['One', 'Two']);
    const sinceOf = async (player: TestPerson) => (await listed(player))[0]?.created_at;
    await reveal(id, {
      passages: [passages[0]!],
      audience: { players: [mia.id] },
      public_title: 'A',
    });
    const mias = await sinceOf(mia);
    expect(mias).toBeDefined();
    expect(await listed(ben)).toEqual([]);
    expect(hints()).toEqual([{ memberships: [membership(mia)] }]);
    // New viewers need a title too.
    expect((await put(id, { passages: [passages[1]!], audience: 'party' })).status).toBe(400);
    await reveal(id, { passages: [passages[1]!], audience: 'party', public_title: 'A' });
    const bens = await sinceOf(ben);
    expect(Date.parse(bens)).toBeGreaterThan(Date.parse(mias));
    expect(await sinceOf(mia)).toBe(mias);
    // Chosen no more, but all see a part: for her nothing was new.
    await reveal(id, { passages: [passages[0]!], audience: 'gm' });
    expect(await sinceOf(mia)).toBe(mias);
    // A player chosen while the party sees a part keeps the party's start time.
    await reveal(id, { passages: [passages[1]!], audience: { players: [ben.id] } });
    expect(await sinceOf(ben)).toBe(bens);
    expect(await listed(mia)).toEqual([]);
    // The reveal is new to her, but not to him.
    await patch(id, { is_spoilers: false });
    expect(await sinceOf(ben)).toBe(bens);
    expect(Date.parse(await sinceOf(mia))).toBeGreaterThan(Date.parse(bens));
    expect(await texts(mia, id)).toEqual([]);
    expect(await texts(ben, id)).toEqual(['Two']);
  });

  it('keeps all visible passages while the whole document is revealed', async () => {
    const { id, passages } = await note(['One', 'Two']);
    await reveal(id, { passages: [passages[0]!], audience: 'party', public_title: 'A' });
    const [handout] = await listed(mia);
    await patch(id, { is_spoilers: false });
    expect(await texts(mia, id)).toEqual(['One', 'Two']);
    expect((await listed(mia))[0]).toEqual({
      ...handout,
      title: 'The true name of Strahd',
      original_filename: 'The true name of Strahd',
    });
  });

  it('is hidden with its document, and nothing of it is revealed with that', async () => {
    const { id, passages } = await note(['One', 'Two', 'Three']);
    await reveal(id, { passages: [passages[0]!], audience: 'party', public_title: 'A' });
    await reveal(id, { passages: [passages[1]!], audience: { players: [mia.id] } });
    const { act } = await patch(id, { is_spoilers: true });
    expect(await classes(id)).toEqual([null, GM_CLASS, null]);
    expect(await listed(mia)).toEqual([]);
    await patch(id, { is_spoilers: false });
    await service.readTexts();
    expect(await texts(mia, id)).toEqual(['One', 'Three']);
    expect((await takeBack(id, act)).status).toBe(200);
    expect(await texts(mia, id)).toEqual(['One', 'Two', 'Three']);
  });
});

describe('an act', () => {
  it('can be undone once, with the earlier name and audiences', async () => {
    const { id, passages } = await note(['One', 'Two']);
    await reveal(id, { passages: [passages[0]!], audience: 'party', public_title: 'A' });
    const { act } = await reveal(id, {
      passages: 'all',
      audience: { players: [mia.id] },
      public_title: 'B',
    });
    expect((await listed(mia))[0]).toMatchObject({ title: 'B' });
    expect(await listed(ben)).toEqual([]);
    expect((await takeBack(id, act, mia)).status).toBe(403);
    expect((await takeBack(id, act)).status).toBe(200);
    expect(await classes(id)).toEqual([PARTY_CLASS, null]);
    expect((await listed(ben))[0]).toMatchObject({ title: 'A' });
    expect(await takeBack(id, act)).toMatchObject({
      status: 409,
      body: { code: 'document.act_is_over' },
    });
    expect((await takeBack(id, randomUUID())).status).toBe(404);
  });

  it('is undone except for later changes', async () => {
    const { id, passages } = await note(['One', 'Two'], { spoilers: false });
    const { act } = await reveal(id, { passages: 'all', audience: 'gm' });
    await reveal(id, { passages: [passages[0]!], audience: 'party' });
    const again = await reveal(id, { passages: [passages[0]!], audience: 'gm' });
    expect((await takeBack(id, act)).status).toBe(200);
    expect(await classes(id)).toEqual([GM_CLASS, null]);
    expect((await takeBack(id, again.act)).status).toBe(200);
    expect((await takeBack(id, again.act)).status).toBe(409);
  });

  it('that hid or revealed a document is undone exactly', async () => {
    const { id, passages } = await note(['One', 'Two', 'Three'], { spoilers: false });
    await reveal(id, { passages: [passages[0]!], audience: { players: [mia.id] } });
    await reveal(id, { passages: [passages[1]!], audience: 'gm' });
    const before = await classes(id);
    const { act } = await patch(id, { is_spoilers: true });
    expect(await read(mia, id)).toBeUndefined();
    expect((await takeBack(id, act)).status).toBe(200);
    expect(await classes(id)).toEqual(before);
    await service.readTexts();
    expect(await texts(mia, id)).toEqual(['One', 'Three']);
    expect(await texts(ben, id)).toEqual(['Three']);
    expect((await takeBack(id, act)).status).toBe(409);
  });

  it('that revealed a document is undone to the earlier handout', async () => {
    const { id, passages } = await note(['One', 'Two']);
    await reveal(id, { passages: [passages[0]!], audience: 'party', public_title: 'A' });
    const handout = await listed(mia);
    const { act } = await patch(id, { is_spoilers: false });
    expect(await texts(mia, id)).toEqual(['One', 'Two']);
    expect((await takeBack(id, act)).status).toBe(200);
    expect(await listed(mia)).toEqual(handout);
    expect(await texts(mia, id)).toEqual(['One']);
  });

  it('changes nothing, and is none, where all is so already', async () => {
    const { id } = await note(['One'], { spoilers: false });
    const nothing = { act: null, changed: 0, passages: [] };
    expect(await reveal(id, { passages: 'all', audience: 'party' })).toEqual(nothing);
    await reveal(id, { passages: 'all', audience: 'gm' });
    begin = service.hints.length;
    expect(await reveal(id, { passages: 'all', audience: 'gm' })).toEqual(nothing);
    expect(hints()).toEqual([]);
  });
});

describe('what is refused', () => {
  it.each([
    ['nothing', {}],
    ['no passages', { passages: [], audience: 'gm' }],
    ['an unknown audience', { passages: 'all', audience: 'everybody' }],
    ['no players', { passages: 'all', audience: { players: [] } }],
    ['no ids', { passages: ['1'], audience: 'gm' }],
    ['too many', { passages: Array.from({ length: 5001 }, () => randomUUID()), audience: 'gm' }],
    ['a name without words', { passages: 'all', audience: 'party', public_title: ' \u200b' }],
    ['a long name', { passages: 'all', audience: 'party', public_title: 'x'.repeat(256) }],
    ['a stranger', { passages: 'all', audience: { players: [randomUUID()] }, public_title: 'A' }],
  ])('%s', async (_, body) => {
    const { id } = await note(['One']);
    const answer = await put(id, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation' } });
    expect(await classes(id)).toEqual([null]);
  });

  it('a GM, who sees all, among the chosen', async () => {
    const { id } = await note(['One']);
    const body = { passages: 'all', audience: { players: [gm.id] }, public_title: 'A' };
    expect(await put(id, body)).toMatchObject({
      status: 400,
      body: { audience: [expect.any(String)] },
    });
  });

  it('passages of another document', async () => {
    const [one, two] = [await note(['One']), await note(['Two'])];
    const body = { passages: [one.passages[0]!, two.passages[0]!], audience: 'gm' };
    expect(await put(one.id, body)).toMatchObject({
      status: 404,
      body: { code: 'document.passage_not_found' },
    });
    expect(await classes(one.id)).toEqual([null]);
  });
});

it('hides and reveals a thousand passages at once', async () => {
  const { id } = await note(
    Array.from({ length: 1000 }, (_, at) => `Passage ${at}`),
    { spoilers: false },
  );
  for (const audience of ['gm', 'party'])
    expect(await reveal(id, { passages: 'all', audience })).toMatchObject({ changed: 1000 });
});

describe('passages that are shown', () => {
  const show = (id: string, body: object) =>
    service.call('POST', `/api/documents/${id}/show/`, { as: gm, body });
  const shown = async (as: TestPerson) =>
    (await service.call('GET', '/api/documents/shown/', { as })).body.shown;

  it('are revealed to the party with that, and hidden again by its undo', async () => {
    const { id, passages } = await note(['One', 'Two']);
    const [first] = passages;
    expect((await show(id, { passages: [first] })).body.code).toBe(
      'document.public_title_required',
    );
    expect((await show(id, { passages: [first], public_title: 'A' })).status).toBe(200);
    expect(await shown(mia)).toMatchObject({
      passages: [first],
      document: { id, title: 'A', kind: 'note' },
    });
    expect(await texts(ben, id)).toEqual(['One']);
    begin = service.hints.length;
    const undo = await service.call('DELETE', `/api/documents/${id}/show/`, { as: gm });
    expect(undo.status).toBe(204);
    expect(await shown(mia)).toBeNull();
    expect(await listed(mia)).toEqual([]);
    expect(await classes(id)).toEqual([null, null]);
    expect(hints()).toEqual(['party', 'party']);
  });

  it('stay hidden after a hide, regardless of later changes', async () => {
    const { id, passages } = await note(['One', 'Two'], { spoilers: false });
    expect((await show(id, { passages })).status).toBe(200);
    await reveal(id, { passages: [passages[0]!], audience: { players: [mia.id] } });
    expect((await shown(mia)).passages).toEqual(passages.slice(0, 2));
    await reveal(id, { passages: 'all', audience: 'gm' });
    expect(await shown(mia)).toBeNull();
    await reveal(id, { passages: 'all', audience: 'party' });
    expect(await shown(mia)).toBeNull();
    expect((await show(id, { passages: [randomUUID()] })).status).toBe(404);
  });
});

describe('new passages in a text with individual audiences', () => {
  const save = async (id: string, body: object) => {
    const url = `/api/documents/${id}/passages/`;
    const answer = await service.call('PATCH', url, { as: gm, body });
    expect(answer).toMatchObject({ status: 200, body: { clashes: [] } });
    return answer.body;
  };
  const words = (id: string, text: string, more: object = {}) => ({
    ...{ id, kind: 'paragraph', content: { inlines: [{ text }] }, base_version: 1 },
    ...more,
  });
  const acts = async (id: string) =>
    service.uow.query<{ act: string; audience: string; n: number }>(
      `SELECT act, audience, (SELECT count(*)::int FROM ledger_passage l WHERE l.entry_id = e.id) AS n
         FROM ledger_entry e WHERE document_id = $1 ORDER BY number`,
      [id],
    );

  it('leaves lists and counts of other viewers unchanged', async () => {
    const { id, passages } = await note(['One', 'Two']);
    const [one, two] = passages as [string, string];
    await reveal(id, { passages: [one], audience: 'party', public_title: 'A' });
    const before = await listed(mia);
    expect(before).toMatchObject([{ id }]);
    const added = words(randomUUID(), 'Three', { after: two, base_version: undefined });
    await save(id, { changes: [words(two, 'Two, hidden'), added] });
    expect(await texts(gm, id)).toEqual(['One', 'Two, hidden', 'Three']);
    expect(await listed(mia)).toEqual(before);
  });

  it('is reported only to viewers of a difference', async () => {
    const { id, passages } = await note(['One', 'Two', 'Three'], { spoilers: false });
    const [one, two, three] = passages as [string, string, string];
    await reveal(id, { passages: [two], audience: { players: [mia.id] } });
    await reveal(id, { passages: [three], audience: 'gm' });
    begin = service.hints.length;
    await save(id, { changes: [words(two, 'Two of them')] });
    await save(id, { changes: [words(three, 'Three of them')] });
    await save(id, { changes: [words(one, 'One of them')] });
    expect(hints()).toEqual([{ memberships: [membership(mia)] }, 'gm', 'party']);
  });

  it('takes on the audience of its source words, recorded in the ledger', async () => {
    const { id, passages } = await note(['One', 'Two'], { spoilers: false });
    const [one, two] = passages as [string, string];
    await reveal(id, { passages: [two], audience: { players: [mia.id] } });
    const split = randomUUID();
    const body = { kind: 'paragraph', content: { inlines: [{ text: 'Half' }] }, after: two };
    await save(id, { changes: [{ ...body, id: split, from: [two] }] });
    expect(await texts(mia, id)).toEqual(['One', 'Two', 'Half']);
    expect(await texts(ben, id)).toEqual(['One']);
    await save(id, { changes: [words(one, 'One and two', { from: [two] })] });
    expect(await texts(ben, id)).toEqual([]);
    const edited = await service.call('GET', `/api/documents/${id}/editing/?since=0`, { as: gm });
    for (const told of [edited.body.passages[0], edited.body.places[0]])
      expect(told).toMatchObject({ audience: 'players', own_audience: true, players: [mia.id] });
    expect(edited.body.passages[0]).not.toHaveProperty('chosen');
    expect((await acts(id)).slice(1)).toEqual([
      { act: 'hide', audience: 'players', n: 1 },
      { act: 'write', audience: 'players', n: 1 },
      { act: 'write', audience: 'players', n: 1 },
    ]);
  });

  it('ends a handout with the last passage of it that is deleted', async () => {
    const { id, passages } = await note(['One', 'Two']);
    await reveal(id, { passages: [passages[0]!], audience: 'party', public_title: 'A' });
    begin = service.hints.length;
    await save(id, { changes: [words(passages[1]!, 'Twice')] });
    await save(id, { removed: [{ id: passages[0], base_version: 1 }] });
    expect(hints()).toEqual(['gm', 'party']);
    expect(await listed(mia)).toEqual([]);
    expect(
      await service.uow.query('SELECT 1 FROM handout_reader WHERE document_id = $1', [id]),
    ).toEqual([]);
  });

  it('tells players nothing of the real name of a handout', async () => {
    const { id, passages } = await note(['One']);
    await reveal(id, { passages: [passages[0]!], audience: 'party', public_title: 'A' });
    const before = await listed(mia);
    begin = service.hints.length;
    await save(id, { title: 'Another true name' });
    await patch(id, { original_filename: 'A third true name', tags: ['npcs'], pinned: true });
    expect(await listed(mia)).toEqual(before);
    expect(hints()).toEqual(['gm', 'gm']);
  });
});

describe('a handout that is deleted', () => {
  it('disappears with its document, and returns as a new document', async () => {
    const { id, passages } = await note(['One', 'Two']);
    await reveal(id, {
      passages: [passages[0]!],
      audience: { players: [mia.id] },
      public_title: 'A',
    });
    const [first] = await listed(mia);
    begin = service.hints.length;
    await service.call('DELETE', `/api/documents/${id}/`, { as: gm });
    expect(await listed(mia)).toEqual([]);
    await service.call('POST', `/api/documents/${id}/restore/`, { as: gm });
    const [now] = await listed(mia);
    expect(now).toEqual({ ...first, created_at: now.created_at });
    expect(Date.parse(now.created_at)).toBeGreaterThan(Date.parse(first.created_at));
    expect(await texts(mia, id)).toEqual(['One']);
    expect(await listed(ben)).toEqual([]);
    const chosen = { memberships: [membership(mia)] };
    expect(hints()).toEqual([chosen, chosen]);
  });

  it('leaves nothing with its campaign', async () => {
    const { id, passages } = await note(['One', 'Two']);
    await reveal(id, {
      passages: [passages[0]!],
      audience: { players: [mia.id] },
      public_title: 'A',
    });
    await service.uow.run((tx) =>
      service.app.get(Erasure).onCampaignDeleted({ campaign_id: campaign }, tx),
    );
    for (const table of [
      'handout',
      'handout_reader',
      'handout_title',
      'ledger_passage',
      'audience_class',
    ])
      expect([
        table,
        await service.uow.query(`SELECT 1 FROM ${table} WHERE campaign_id = $1`, [campaign]),
      ]).toEqual([table, []]);
  });
});
