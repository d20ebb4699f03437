import { randomUUID } from 'node:crypto';
import { NEWS_LIMITS, type NewsItem } from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from './document-app';

/** In seconds. A step of a test may take ten seconds on a busy machine. */
const DELAY = 3600;
Object.assign(NEWS_LIMITS, { delaySeconds: DELAY });

let service: DocumentApp;
let owner: TestPerson, coGm: TestPerson, mira: TestPerson, tobin: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  [owner, coGm, mira, tobin] = (await Promise.all(
    ['Owner', 'Co-GM', 'Mira', 'Tobin'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson, TestPerson];
  campaign = service.campaign(owner, [mira, tobin], [coGm]);
});

/** A note of one passage per word. */
async function note(words: string[], { isPublic = true, title = 'A letter' } = {}) {
  const body = { campaign, title, is_spoilers: !isPublic, markdown: words.join('\n\n') };
  const made = await service.call('POST', '/api/documents/notes/', { as: owner, body });
  expect(made.status).toBe(201);
  const id: string = made.body.id;
  const { body: text } = await service.call('GET', `/api/documents/${id}/passages/`, { as: owner });
  const [one, two] = text.passages.map((passage: { id: string }) => passage.id) as string[];
  return { id, one: one!, two: two! };
}
async function reveal(id: string, passages: string[], audience: object | string, more = {}) {
  const body = { passages, audience, public_title: 'A name', ...more };
  const answer = await service.call('PUT', `/api/documents/${id}/audience/`, { as: owner, body });
  expect(answer.status).toBe(200);
  return answer.body as { handout?: string };
}
async function comment(as: TestPerson, id: string, passage: string): Promise<string> {
  const body = { passage, text: 'Who is he?', idempotency_key: randomUUID() };
  const answer = await service.call('POST', `/api/documents/${id}/comments/`, { as, body });
  expect(answer.status).toBe(201);
  return answer.body.id;
}
const remove = (as: TestPerson, id: string, which: string) =>
  service.call('DELETE', `/api/documents/${id}/comments/${which}/`, { as });
const read = (as: TestPerson, id: string) =>
  service.call('PUT', `/api/documents/${id}/read/`, { as });
const readAll = (as: TestPerson) =>
  service.call('PUT', '/api/documents/news/read/', { as, body: { campaign } });
async function news(as: TestPerson): Promise<NewsItem[]> {
  const answer = await service.call('GET', `/api/documents/news/?campaign=${campaign}`, { as });
  expect(answer.status).toBe(200);
  return answer.body.news.filter(({ kind }: NewsItem) => kind === 'comment');
}
/** Number of new comments by document, the latest first. */
const counted = async (as: TestPerson) =>
  (await news(as)).map(({ document, comments }) => [document, comments]);
const counts = async (as: TestPerson) =>
  (await service.call('GET', '/api/documents/news/counts/', { as })).body.counts;
/** Everyone has read the documents so far. */
const readByAll = () => Promise.all([owner, coGm, mira, tobin].map(readAll));

describe('comments in news', () => {
  it('of a player are answers on passages that they commented on before', async () => {
    const letter = await note(['One', 'Two']);
    await comment(tobin, letter.id, letter.one);
    await comment(mira, letter.id, letter.one);
    expect(await counted(mira)).toEqual([]);
    await comment(coGm, letter.id, letter.two);
    expect(await counted(mira)).toEqual([]);
    await comment(owner, letter.id, letter.one);
    await comment(tobin, letter.id, letter.one);
    await comment(mira, letter.id, letter.one);
    const [item] = await news(mira);
    expect(item).toEqual({
      ...{ document: letter.id, kind: 'comment', title: 'A letter', at: expect.any(String) },
      ...{ comments: 2, passage: letter.one },
    });
    expect(await counted(tobin)).toEqual([[letter.id, 3]]);
  });

  it('of GMs are comments of players, and answers', async () => {
    const letter = await note(['One', 'Two'], { isPublic: false });
    await reveal(letter.id, [letter.one], { players: [mira.id] });
    await comment(coGm, letter.id, letter.two);
    expect(await counted(owner)).toEqual([]);
    const first = await comment(mira, letter.id, letter.one);
    expect(await counted(owner)).toEqual([[letter.id, 1]]);
    expect(await counted(coGm)).toEqual([[letter.id, 1]]);
    await comment(owner, letter.id, letter.two);
    expect((await news(coGm))[0]).toMatchObject({
      ...{ comments: 2, passage: letter.two, title: 'A letter' },
    });
    await remove(mira, letter.id, first);
    expect(await counted(owner)).toEqual([]);
  });

  it('are in the source of a handout for GMs', async () => {
    const letter = await note(['One', 'Two'], { isPublic: false });
    const { handout } = await reveal(letter.id, [letter.one], 'party', { handout: 'new' });
    const { body } = await service.call('GET', `/api/documents/${handout}/passages/`, { as: mira });
    const copy: string = body.passages[0].id;
    await comment(mira, handout!, copy);
    await comment(tobin, handout!, copy);
    expect(await news(owner)).toMatchObject([
      { document: letter.id, title: 'A letter', passage: letter.one, comments: 2 },
    ]);
    expect(await news(mira)).toMatchObject([
      { document: handout, title: 'A name', passage: copy, comments: 1 },
    ]);
    await read(owner, letter.id);
    expect(await counted(owner)).toEqual([]);
  });

  it('are read once the document is opened or everything is marked as read', async () => {
    const letter = await note(['One']);
    const map = await note(['One'], { title: 'A map' });
    for (const { id, one } of [letter, map]) {
      await comment(mira, id, one);
      await comment(tobin, id, one);
    }
    expect(await counted(mira)).toEqual([
      [map.id, 1],
      [letter.id, 1],
    ]);
    expect(await counted(owner)).toEqual([
      [map.id, 2],
      [letter.id, 2],
    ]);
    for (const person of [mira, owner]) {
      expect((await read(person, letter.id)).status).toBe(200);
      expect(await counted(person)).toHaveLength(1);
      await readAll(person);
      expect(await counted(person)).toEqual([]);
    }
    expect(await counted(coGm)).toHaveLength(2);
    await comment(tobin, letter.id, letter.one);
    expect(await counted(mira)).toEqual([[letter.id, 1]]);
    expect(await counted(owner)).toEqual([[letter.id, 1]]);
  });

  it('are on visible passages, and written for the reader', async () => {
    const letter = await note(['One', 'Two'], { isPublic: false });
    const both = [letter.one, letter.two];
    await reveal(letter.id, both, 'party');
    for (const passage of both) await comment(mira, letter.id, passage);
    await comment(tobin, letter.id, letter.two);
    expect(await counted(mira)).toEqual([[letter.id, 1]]);
    await reveal(letter.id, [letter.two], 'gm');
    expect(await counted(mira)).toEqual([]);
    // Written while GMs alone saw the passage, or among other players.
    await comment(owner, letter.id, letter.two);
    await reveal(letter.id, [letter.one], { players: [tobin.id] });
    await comment(tobin, letter.id, letter.one);
    await reveal(letter.id, both, 'party');
    expect(await counted(mira)).toEqual([[letter.id, 1]]);
    expect(await counted(coGm)).toEqual([[letter.id, 4]]);
    await service.call('DELETE', `/api/documents/${letter.id}/`, { as: owner });
    expect(await counted(mira)).toEqual([]);
    expect(await counted(coGm)).toEqual([]);
  });

  it('do not exist while comments are off, and before a membership', async () => {
    const letter = await note(['One']);
    await comment(mira, letter.id, letter.one);
    await comment(tobin, letter.id, letter.one);
    const turn = (comments: 'on' | 'off') =>
      service.call('PUT', '/api/documents/comments/settings/', {
        ...{ as: owner, body: { campaign, comments } },
      });
    await turn('off');
    expect(await counted(mira)).toEqual([]);
    expect(await counted(owner)).toEqual([]);
    await turn('on');
    expect(await counted(mira)).toHaveLength(1);
    service.leave(campaign, mira);
    service.join(campaign, mira);
    expect(await counted(mira)).toEqual([]);
  });

  it('are counted per document, after a delay, with the same queries for any number of campaigns', async () => {
    const letter = await note(['One']);
    await readByAll();
    await comment(mira, letter.id, letter.one);
    await comment(tobin, letter.id, letter.one);
    expect(await counts(owner)).toEqual([]);
    const back = `interval '${DELAY + 1} seconds'`;
    await service.uow.query(`UPDATE comment SET created_at = created_at - ${back}`);
    await service.uow.query(`UPDATE news_reader SET read_until = read_until - ${back}`);
    await service.uow.query('UPDATE document_read SET at = at - $1::interval', [`${DELAY} s`]);
    expect(await counts(owner)).toEqual([{ campaign, unread: 1, passages: 0 }]);
    const query = jest.spyOn(service.uow, 'query');
    await counts(owner);
    const before = query.mock.calls.length;
    query.mockClear();
    service.campaign(owner, [mira]);
    await counts(owner);
    expect(query.mock.calls.length).toBe(before);
    query.mockRestore();
  });
});
