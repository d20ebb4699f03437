import { randomUUID } from 'node:crypto';
import { campaignDeleted, membershipEnded } from '@tomekeeper/contracts-campaign';
import {
  NEWS_LIMITS,
  type AuthorAudience,
  type LedgerEntry,
  type NewsItem,
} from '@tomekeeper/contracts-document';
import { personDeleted } from '@tomekeeper/contracts-identity';
import { eventually, type TestPerson } from '@tomekeeper/testing';
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

/** Creates a note of one passage per word. */
async function note(words: string[], { isPublic = false, title = 'A letter' } = {}) {
  const body = { campaign, title, is_spoilers: !isPublic, markdown: words.join('\n\n') };
  const made = await service.call('POST', '/api/documents/notes/', { as: owner, body });
  expect(made.status).toBe(201);
  const id: string = made.body.id;
  const { body: text } = await service.call('GET', `/api/documents/${id}/passages/`, { as: owner });
  return { id, passages: text.passages.map((one: { id: string }) => one.id) as string[] };
}
async function reveal(
  id: string,
  passages: string[],
  audience: object | string = 'party',
): Promise<string> {
  const body = { passages, audience, public_title: 'A name' };
  const answer = await service.call('PUT', `/api/documents/${id}/audience/`, { as: owner, body });
  expect(answer.status).toBe(200);
  return answer.body.act;
}
const undo = (id: string, act: string) =>
  service.call('DELETE', `/api/documents/${id}/acts/${act}/`, { as: owner });
const patch = (id: string, body: object) =>
  service.call('PATCH', `/api/documents/${id}/`, { as: owner, body });
async function write(as: TestPerson, author_audience: AuthorAudience): Promise<string> {
  const body = { campaign, title: 'Suspects', markdown: 'He lied.', author_audience };
  return (await service.call('POST', '/api/documents/notes/', { as, body })).body.id;
}

async function news(as: TestPerson): Promise<NewsItem[]> {
  const answer = await service.call('GET', `/api/documents/news/?campaign=${campaign}`, { as });
  expect(answer.status).toBe(200);
  return answer.body.news;
}
/** Titles, with the number of new passages of known documents. */
const titles = async (as: TestPerson) =>
  (await news(as)).map(({ title, passages }) => (passages ? [title, passages] : title));
const counts = async (as: TestPerson) =>
  (await service.call('GET', '/api/documents/news/counts/', { as })).body.counts;
const read = (as: TestPerson, id: string) =>
  service.call('PUT', `/api/documents/${id}/read/`, { as });
const readAll = (as: TestPerson) =>
  service.call('PUT', '/api/documents/news/read/', { as, body: { campaign } });
/** Moves everything an amount of seconds into the past. */
async function age(seconds: number): Promise<void> {
  const back = `- ${seconds} * interval '1 second'`;
  for (const [table, columns] of Object.entries({
    document: ['created_at', 'shown_since', 'text_shown_since', 'updated_at'],
    handout_reader: ['since'],
    ledger_entry: ['at'],
    note: ['saved_at'],
    passage: ['born_at'],
    document_read: ['at'],
    news_reader: ['read_until'],
  }))
    await service.uow.query(
      `UPDATE ${table} SET ${columns.map((one) => `${one} = ${one} ${back}`).join(', ')}`,
    );
}
const ledger = async (): Promise<LedgerEntry[]> =>
  (await service.call('GET', `/api/campaigns/${campaign}/ledger/`, { as: owner })).body.entries;
const openings = async (entry: string) =>
  (await ledger()).find(({ id }) => id === entry)?.opened?.map(({ player }) => player);
async function rowsOf(column: string, value: string): Promise<number> {
  const tables = ['news_reader', 'document_read', 'entry_opening'];
  const all = tables.map((table) => `SELECT ${column} AS value FROM ${table}`).join(' UNION ALL ');
  const sql = `SELECT count(*)::int AS n FROM (${all}) a WHERE value = $1`;
  return (await service.uow.query<{ n: number }>(sql, [value]))[0]!.n;
}

describe('news of a player', () => {
  it('are Public documents and revealed passages, until they are opened', async () => {
    const map = await note(['One'], { isPublic: true, title: 'A map' });
    const letter = await note(['One', 'Two']);
    expect(await titles(mira)).toEqual(['A map']);
    await reveal(letter.id, [letter.passages[0]!], { players: [mira.id] });
    expect(await news(mira)).toMatchObject([
      { document: letter.id, kind: 'document', title: 'A name' },
      { document: map.id, kind: 'document', title: 'A map' },
    ]);
    expect(await titles(tobin)).toEqual(['A map']);
    expect((await read(mira, letter.id)).body).toEqual({});
    expect((await read(mira, letter.id)).body).toEqual({ new_passages: [] });
    expect((await read(owner, letter.id)).body).toEqual({});
    expect(await titles(mira)).toEqual(['A map']);
    expect(await titles(tobin)).toEqual(['A map']);
    expect(await titles(owner)).toEqual([]);
  });

  it('are new passages of a known document, which its next opening returns once', async () => {
    const { id, passages } = await note(['One', 'Two', 'Three', 'Four']);
    await reveal(id, [passages[0]!]);
    await read(mira, id);
    await reveal(id, [passages[3]!]);
    await reveal(id, [passages[1]!], { players: [mira.id] });
    await reveal(id, [passages[2]!], { players: [tobin.id] });
    expect(await titles(mira)).toEqual([['A name', 2]]);
    // Not new to her.
    await reveal(id, [passages[1]!]);
    expect(await titles(mira)).toEqual([['A name', 2]]);
    expect((await read(mira, id)).body.new_passages).toEqual([passages[1], passages[3]]);
    expect((await read(mira, id)).body.new_passages).toEqual([]);
    expect(await titles(mira)).toEqual([]);
    // Who did not know the document finds it new as a whole.
    expect(await titles(tobin)).toEqual(['A name']);
  });

  it('are passages that a GM writes into a Public note, and passages that its document reveals', async () => {
    const known = await note(['One'], { isPublic: true, title: 'Rumors' });
    const part = await note(['One', 'Two', 'Three']);
    await reveal(part.id, [part.passages[0]!]);
    await reveal(part.id, [part.passages[2]!], 'gm');
    await Promise.all([known, part].map(({ id }) => read(mira, id)));
    const added = { id: randomUUID(), after: known.passages[0], kind: 'paragraph' };
    const content = { type: 'paragraph', content: [{ type: 'text', text: 'Two' }] };
    const saved = await service.call('PATCH', `/api/documents/${known.id}/passages/`, {
      as: owner,
      body: { changes: [{ ...added, content }], removed: [] },
    });
    expect(saved.status).toBe(200);
    await patch(part.id, { is_spoilers: false });
    expect(await titles(mira)).toEqual([
      ['A letter', 1],
      ['Rumors', 1],
    ]);
    expect((await read(mira, known.id)).body.new_passages).toEqual([added.id]);
    expect((await read(mira, part.id)).body.new_passages).toEqual([part.passages[1]]);
  });

  it('do not contain undone or hidden reveals, and contain documents shown again', async () => {
    const { id, passages } = await note(['One', 'Two']);
    await reveal(id, [passages[0]!]);
    await read(mira, id);
    const act = await reveal(id, [passages[1]!]);
    expect(await titles(mira)).toEqual([['A name', 1]]);
    expect((await undo(id, act)).status).toBe(200);
    expect(await titles(mira)).toEqual([]);
    await reveal(id, [passages[0]!], 'gm');
    expect(await titles(mira)).toEqual([]);
    expect((await read(mira, id)).status).toBe(404);
    await reveal(id, [passages[0]!]);
    expect(await titles(mira)).toEqual(['A name']);
  });

  it('are no passages that were hidden by mistake and revealed again', async () => {
    const { id, passages } = await note(['One', 'Two']);
    await reveal(id, passages);
    await read(mira, id);
    const act = await reveal(id, [passages[1]!], 'gm');
    expect((await undo(id, act)).status).toBe(200);
    expect(await titles(mira)).toEqual([]);
    expect((await read(mira, id)).body.new_passages).toEqual([]);
  });

  it('are passages that were revealed before their document became Public', async () => {
    const { id, passages } = await note(['One', 'Two', 'Three']);
    await reveal(id, [passages[0]!]);
    await read(mira, id);
    await reveal(id, [passages[1]!]);
    await patch(id, { is_spoilers: false });
    expect(await titles(mira)).toEqual([['A letter', 2]]);
    expect((await read(mira, id)).body.new_passages).toEqual([passages[1], passages[2]]);
  });

  it('are new passages of a note once they are revealed, and in the counts after a delay', async () => {
    const { id, passages } = await note(['One']);
    await reveal(id, [passages[0]!]);
    await read(mira, id);
    const added = { id: randomUUID(), after: passages[0], kind: 'paragraph' };
    const content = { type: 'paragraph', content: [{ type: 'text', text: 'Two' }] };
    await service.call('PATCH', `/api/documents/${id}/passages/`, {
      as: owner,
      body: { changes: [{ ...added, content }], removed: [] },
    });
    await reveal(id, [added.id], 'gm');
    await age(60);
    expect(await titles(mira)).toEqual([]);
    await reveal(id, [added.id]);
    expect(await titles(mira)).toEqual([['A name', 1]]);
    expect(await counts(mira)).toEqual([]);
    await age(DELAY + 1);
    expect(await counts(mira)).toEqual([{ campaign, unread: 0, passages: 1 }]);
  });

  it('are not read before their text is there', async () => {
    const { id } = await note(['One'], { isPublic: true, title: 'Rumors' });
    await service.uow.query('UPDATE document SET text_shown_since = NULL WHERE id = $1', [id]);
    expect((await read(mira, id)).status).toBe(200);
    expect(await titles(mira)).toEqual(['Rumors']);
  });

  it('are from their membership, and end when everything is marked as read', async () => {
    await note(['One'], { isPublic: true, title: 'Before' });
    service.leave(campaign, mira);
    service.join(campaign, mira);
    expect(await titles(mira)).toEqual([]);
    await note(['One'], { isPublic: true, title: 'After' });
    expect(await titles(mira)).toEqual(['After']);
    expect((await readAll(mira)).status).toBe(204);
    expect(await titles(mira)).toEqual([]);
    expect(await titles(tobin)).toEqual(['After', 'Before']);
    const late = await note(['One'], { isPublic: true, title: 'Late' });
    expect(await titles(mira)).toEqual(['Late']);
    await read(mira, late.id);
    expect(await titles(mira)).toEqual([]);
  });
});

describe('notes of players', () => {
  it('are news to their readers, not to their author', async () => {
    const ids = {
      gms: await write(mira, 'gms'),
      party: await write(mira, 'party'),
      private: await write(mira, 'private'),
    };
    const seen = async (as: TestPerson) => (await news(as)).map(({ document }) => document);
    expect(await seen(owner)).toEqual([ids.party, ids.gms]);
    expect(await seen(coGm)).toEqual([ids.party, ids.gms]);
    expect(await seen(tobin)).toEqual([ids.party]);
    expect(await seen(mira)).toEqual([]);
    expect((await news(owner))[0]).toMatchObject({ kind: 'note', title: 'Suspects' });
    await read(owner, ids.gms);
    expect(await seen(owner)).toEqual([ids.party]);
    expect(await seen(coGm)).toEqual([ids.party, ids.gms]);
    expect((await read(owner, ids.private)).status).toBe(404);
  });
});

it('a note that is shared with more readers is news for these', async () => {
  const id = await write(mira, 'gms');
  await age(3600);
  expect(await titles(tobin)).toEqual([]);
  await readAll(tobin);
  const url = `/api/documents/notes/${id}/audience/`;
  await service.call('PUT', url, { as: mira, body: { author_audience: 'party' } });
  const [item] = await news(tobin);
  expect(item).toMatchObject({ document: id, kind: 'note' });
  // The time for which only GMs could read it is not for players to know.
  expect(Date.now() - Date.parse(item!.at)).toBeLessThan(600_000);
});

describe('the counts', () => {
  it('are of all campaigns, and ignore the latest reveals', async () => {
    const { id, passages } = await note(['One', 'Two']);
    await reveal(id, [passages[0]!]);
    await write(tobin, 'party');
    expect(await counts(mira)).toEqual([]);
    await age(DELAY + 1);
    expect(await counts(mira)).toEqual([{ campaign, unread: 2, passages: 0 }]);
    expect(await counts(owner)).toEqual([{ campaign, unread: 1, passages: 0 }]);
    await read(mira, id);
    const act = await reveal(id, [passages[1]!]);
    expect(await counts(mira)).toEqual([{ campaign, unread: 1, passages: 0 }]);
    await undo(id, act);
    await age(DELAY + 1);
    expect(await counts(mira)).toEqual([{ campaign, unread: 1, passages: 0 }]);
    await reveal(id, [passages[1]!]);
    await age(DELAY + 1);
    expect(await counts(mira)).toEqual([{ campaign, unread: 1, passages: 1 }]);
    const other = service.campaign(owner, [mira]);
    await note(['One'], { isPublic: true });
    expect((await counts(mira)).map((one: { campaign: string }) => one.campaign)).not.toContain(
      other,
    );
  });
});

describe('the ledger', () => {
  it('names the players who opened the content of an entry, also after an undo', async () => {
    const { id, passages } = await note(['One', 'Two']);
    const first = await reveal(id, [passages[0]!]);
    const second = await reveal(id, [passages[1]!], { players: [mira.id] });
    expect(await openings(first)).toBeUndefined();
    await read(tobin, id);
    await read(mira, id);
    await read(mira, id);
    expect(await openings(first)).toEqual([tobin.id, mira.id]);
    expect(await openings(second)).toEqual([mira.id]);
    const third = await reveal(id, [passages[1]!]);
    expect(await openings(third)).toBeUndefined();
    await undo(id, third);
    await read(tobin, id);
    expect(await openings(third)).toBeUndefined();
    await undo(id, second);
    expect(await openings(second)).toEqual([mira.id]);
    service.leave(campaign, tobin);
    expect(await openings(first)).toEqual([mira.id]);
  });

  it('names no player for entries without content for them', async () => {
    const { id, passages } = await note(['One', 'Two']);
    const both = await reveal(id, passages, { players: [mira.id, tobin.id] });
    const fewer = await reveal(id, [passages[1]!], { players: [tobin.id] });
    await read(mira, id);
    expect(await openings(both)).toEqual([mira.id]);
    expect(await openings(fewer)).toBeUndefined();
  });

  it('names the players who opened a document after it became Public', async () => {
    const { id } = await note(['One']);
    const { body } = await patch(id, { is_spoilers: false });
    await service.readTexts();
    await read(mira, id);
    await readAll(tobin);
    expect(await openings(body.act)).toEqual([mira.id]);
  });
});

describe('read marks', () => {
  it('of an earlier membership end with it', async () => {
    const { id } = await note(['One'], { isPublic: true });
    await read(mira, id);
    await readAll(mira);
    const membership = service.membership(campaign, mira);
    expect(await rowsOf('reader', membership)).toBe(3);
    await service.hear(membershipEnded, { campaign_id: campaign, membership_id: membership });
    await eventually(async () => (await rowsOf('reader', membership)) === 0);
    // A call that had looked up the membership before.
    await read(mira, id);
    await readAll(mira);
    expect(await rowsOf('reader', membership)).toBe(0);
  });

  it('are erased with the account and the campaign', async () => {
    const { id } = await note(['One'], { isPublic: true });
    for (const as of [mira, tobin]) {
      await read(as, id);
      await readAll(as);
    }
    await service.hear(personDeleted, { person_id: mira.id });
    await eventually(async () => (await rowsOf('person', mira.id)) === 0);
    expect(await rowsOf('person', tobin.id)).toBe(3);
    await service.hear(campaignDeleted, { campaign_id: campaign });
    await eventually(async () => (await rowsOf('campaign_id', campaign)) === 0);
  });

  it('are in the data export of the person', async () => {
    const { id } = await note(['One'], { isPublic: true });
    await read(mira, id);
    const url = `/internal/opened-documents?person=${mira.id}`;
    const answer = await service.call('GET', url, { token: await service.tokenOfIdentity() });
    expect(answer.body).toEqual({
      opened: [{ campaign, document: id, at: expect.any(String) }],
      sessions_read: [],
      news_mails: [],
      news_kinds: [],
    });
  });
});

it('news of a player are the same with and without secrets', async () => {
  const shown = await note(['One', 'Two', 'Three'], { isPublic: true });
  await read(mira, shown.id);
  const letter = await note(['One', 'Two']);
  await reveal(letter.id, [letter.passages[0]!]);
  const ask = async () =>
    JSON.stringify([await news(mira), await counts(mira), await news(tobin), await counts(tobin)]);
  const before = await ask();
  const secret = await note(['One', 'Two'], { title: 'A secret' });
  await reveal(secret.id, [secret.passages[0]!], { players: [tobin.id] });
  await reveal(secret.id, [secret.passages[0]!], 'gm');
  await reveal(letter.id, [letter.passages[1]!], 'gm');
  await patch(letter.id, { original_filename: 'Another' });
  await write(mira, 'gms');
  await write(tobin, 'private');
  expect(await ask()).toBe(before);
  // It cannot be opened, as an unknown document.
  const unknown = await read(mira, randomUUID());
  expect(unknown.status).toBe(404);
  const body = { ...unknown.body, correlation_id: expect.any(String) };
  expect(await read(mira, secret.id)).toMatchObject({ status: 404, body });
  const marks = 'SELECT 1 FROM document_read WHERE document_id = $1';
  expect(await service.uow.query(marks, [secret.id])).toEqual([]);
});
