import { randomUUID } from 'node:crypto';
import { campaignDeleted, membershipEnded } from '@tomekeeper/contracts-campaign';
import { COMMENT_LIMITS, type Comment, type CommentsAnswer } from '@tomekeeper/contracts-document';
import { personDeleted } from '@tomekeeper/contracts-identity';
import { eventually, type TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from './document-app';

let service: DocumentApp;
let owner: TestPerson, coGm: TestPerson, mira: TestPerson, tobin: TestPerson;
let stranger: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  [owner, coGm, mira, tobin, stranger] = (await Promise.all(
    ['Owner', 'Co-GM', 'Mira', 'Tobin', 'Stranger'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson, TestPerson, TestPerson];
  campaign = service.campaign(owner, [mira, tobin], [coGm]);
});

/** A note of one passage per word. */
interface Note {
  id: string;
  passages: string[];
}

async function note(words: string[], { isPublic = false } = {}): Promise<Note> {
  const body = {
    campaign,
    title: 'A letter',
    is_spoilers: !isPublic,
    markdown: words.join('\n\n'),
  };
  const made = await service.call('POST', '/api/documents/notes/', { as: owner, body });
  expect(made.status).toBe(201);
  const { id } = made.body;
  const { body: text } = await service.call('GET', `/api/documents/${id}/passages/`, { as: owner });
  return { id, passages: text.passages.map((one: { id: string }) => one.id) };
}
async function reveal(id: string, passages: string[], audience: object | string, more = {}) {
  const body = { passages, audience, public_title: 'A name', ...more };
  const answer = await service.call('PUT', `/api/documents/${id}/audience/`, { as: owner, body });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body as { act: string; handout: string };
}
const patch = (id: string, body: object) =>
  service.call('PATCH', `/api/documents/${id}/`, { as: owner, body });

const urlOf = (id: string, comment?: string) =>
  `/api/documents/${id}/comments/${comment === undefined ? '' : `${comment}/`}`;
const send = (as: TestPerson, id: string, passage: string, text = 'Who is he?', more = {}) =>
  service.call('POST', urlOf(id), {
    as,
    body: { passage, text, idempotency_key: randomUUID(), ...more },
  });
async function write(as: TestPerson, id: string, passage: string, text?: string): Promise<Comment> {
  const answer = await send(as, id, passage, text);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}
const list = (as: TestPerson, id: string, viewAs?: string) =>
  service.call('GET', urlOf(id), { as, ...(viewAs && { headers: { 'x-view-as': viewAs } }) });
/** Texts of the comments that a member sees; undefined without the document. */
async function texts(as: TestPerson, id: string, viewAs?: string): Promise<string[] | undefined> {
  const { status, body } = await list(as, id, viewAs);
  return status === 404 ? undefined : (body as CommentsAnswer).comments.map(({ text }) => text);
}
const edit = (as: TestPerson, id: string, comment: string, text = 'Edited') =>
  service.call('PATCH', urlOf(id, comment), { as, body: { text } });
const remove = (as: TestPerson, id: string, comment: string) =>
  service.call('DELETE', urlOf(id, comment), { as });
const SETTINGS = '/api/documents/comments/settings/';
const turn = (comments: 'on' | 'off', as = owner) =>
  service.call('PUT', SETTINGS, { as, body: { campaign, comments } });

const leave = async (person: TestPerson) => {
  const membership_id = service.membership(campaign, person);
  service.leave(campaign, person);
  await service.hear(membershipEnded, { campaign_id: campaign, membership_id });
  await eventually(async () => {
    const sql = 'SELECT 1 FROM notebook WHERE membership_id = $1 AND ended_at IS NOT NULL';
    return (await service.uow.query(sql, [membership_id])).length > 0;
  });
};
const rows = async (column: string, value: string) =>
  (await service.uow.query(`SELECT 1 FROM comment WHERE ${column} = $1`, [value])).length;

/** A document without hidden content in the errors of two responses. */
const problem = ({ status, body }: { status: number; body: object }) => [
  status,
  { ...body, correlation_id: '' },
];

describe('who sees a comment', () => {
  const AUDIENCES = { gm: 'gm', party: 'party', 'chosen players': [] } as const;
  const READERS = {
    gm: ['owner', 'coGm'],
    party: ['owner', 'coGm', 'mira', 'tobin'],
    'chosen players': ['owner', 'coGm', 'mira'],
  } as const;
  const people = () => ({ owner, coGm, mira, tobin, stranger });

  it.each(Object.keys(AUDIENCES) as (keyof typeof AUDIENCES)[])('%s', async (audience) => {
    const letter = await note(['One', 'Two']);
    const [one, two] = letter.passages as [string, string];
    // Each player sees the document.
    await reveal(letter.id, [two], 'party');
    const whom = audience === 'chosen players' ? { players: [mira.id] } : audience;
    await reveal(letter.id, [one], whom);
    const written: string[] = [];
    for (const [name, person] of Object.entries(people())) {
      const isReader = (READERS[audience] as readonly string[]).includes(name);
      const expected = person === stranger ? undefined : isReader ? written : [];
      expect([name, await texts(person, letter.id)]).toEqual([name, expected]);
      const answer = await send(person, letter.id, one, name);
      expect([name, answer.status]).toEqual([name, isReader ? 201 : 404]);
      if (!isReader && person !== stranger)
        expect(problem(answer)).toEqual(problem(await send(person, letter.id, randomUUID(), name)));
      if (isReader) written.push(name);
    }
    for (const name of READERS[audience])
      expect(await texts(people()[name], letter.id)).toEqual([...READERS[audience]]);
  });

  it('has an author, a time and the rights of the caller', async () => {
    const letter = await note(['One'], { isPublic: true });
    const comment = await write(mira, letter.id, letter.passages[0]!, '  Two\nlines ');
    expect(comment).toEqual({
      ...{ id: expect.any(String), passage: letter.passages[0], text: 'Two\nlines' },
      ...{ author: mira.id, created_at: expect.any(String), can_edit: true, can_delete: true },
    });
    const rights = async (as: TestPerson) =>
      (await list(as, letter.id)).body.comments.map((one: Comment) => [
        one.can_edit,
        one.can_delete,
      ]);
    expect(await rights(mira)).toEqual([[true, true]]);
    expect(await rights(tobin)).toEqual([[false, false]]);
    expect(await rights(owner)).toEqual([[false, true]]);
  });

  it('keeps the audience that the passage had when it was written', async () => {
    const letter = await note(['One', 'Two', 'Three']);
    const [one, two, three] = letter.passages as [string, string, string];
    await reveal(letter.id, [three], 'party');
    await write(owner, letter.id, one, 'He is Strahd.');
    await reveal(letter.id, [two], { players: [mira.id] });
    await write(mira, letter.id, two, 'Only we know.');
    await reveal(letter.id, [one, two], 'party');
    await write(tobin, letter.id, one, 'Who is he?');
    expect(await texts(owner, letter.id)).toEqual(['He is Strahd.', 'Who is he?', 'Only we know.']);
    expect(await texts(mira, letter.id)).toEqual(['Who is he?', 'Only we know.']);
    expect(await texts(tobin, letter.id)).toEqual(['Who is he?']);
    expect(await texts(owner, letter.id, tobin.id)).toEqual(['Who is he?']);
    expect(await texts(owner, letter.id, 'party')).toEqual(['Who is he?']);
    // Also after the whole document became Public.
    await patch(letter.id, { is_spoilers: false });
    expect(await texts(tobin, letter.id)).toEqual(['Who is he?']);
  });

  it('is hidden with the passage, and comes back with it', async () => {
    const letter = await note(['One', 'Two'], { isPublic: true });
    const [one] = letter.passages as [string];
    const { id } = await write(tobin, letter.id, one, 'Aha');
    const act = await reveal(letter.id, [one], 'gm');
    for (const as of [mira, tobin]) expect(await texts(as, letter.id)).toEqual([]);
    expect(await texts(owner, letter.id)).toEqual(['Aha']);
    const unknown = await edit(tobin, letter.id, randomUUID());
    expect(problem(await edit(tobin, letter.id, id))).toEqual(problem(unknown));
    expect(problem(await remove(tobin, letter.id, id))).toEqual(problem(unknown));
    const undone = `/api/documents/${letter.id}/acts/${act.act}/`;
    expect((await service.call('DELETE', undone, { as: owner })).status).toBe(200);
    for (const as of [mira, tobin]) expect(await texts(as, letter.id)).toEqual(['Aha']);
    await patch(letter.id, { is_spoilers: true });
    expect(await texts(mira, letter.id)).toBeUndefined();
    await patch(letter.id, { is_spoilers: false });
    await service.readTexts();
    expect(await texts(mira, letter.id)).toEqual(['Aha']);
  });

  it('on a copy in a handout is seen by its readers and the game masters', async () => {
    const source = await note(['One', 'Two']);
    const [one] = source.passages as [string];
    const shared = { handout: 'new', public_title: 'A letter' };
    const { handout } = await reveal(source.id, [one], { players: [mira.id] }, shared);
    const { body } = await service.call('GET', `/api/documents/${handout}/passages/`, { as: mira });
    const [copy] = body.passages as [{ id: string }];
    await write(owner, source.id, one, 'For us');
    const { id } = await write(mira, handout, copy.id, 'A letter!');
    expect(await texts(mira, handout)).toEqual(['A letter!']);
    expect(await texts(tobin, handout)).toBeUndefined();
    expect((await list(owner, source.id)).body.comments).toMatchObject([
      { text: 'For us', passage: one },
      { text: 'A letter!', passage: one, handout, can_delete: true },
    ]);
    expect((await remove(owner, source.id, id)).status).toBe(204);
    expect(await texts(mira, handout)).toEqual([]);
  });

  it('is gone with its passage, and comes back with an earlier version', async () => {
    const letter = await note(['One', 'Two'], { isPublic: true });
    const [one] = letter.passages as [string];
    await write(mira, letter.id, one, 'Aha');
    await service.uow.query('UPDATE note_version SET is_open = false WHERE document_id = $1', [
      letter.id,
    ]);
    const save = await service.call('PATCH', `/api/documents/${letter.id}/passages/`, {
      as: owner,
      body: { removed: [{ id: one, base_version: 1 }] },
    });
    expect(save.status).toBe(200);
    for (const as of [owner, mira]) expect(await texts(as, letter.id)).toEqual([]);
    const versions = `/api/documents/${letter.id}/text-versions/`;
    const found = (await service.call('GET', versions, { as: owner })).body.versions;
    const restored = await service.call('POST', `${versions}${found[1].id}/restore/`, {
      as: owner,
    });
    expect(restored.status).toBe(200);
    // Restored text is for game masters, with or without comments.
    expect(await texts(owner, letter.id)).toEqual(['Aha']);
    expect(await texts(mira, letter.id)).toEqual([]);
    await reveal(letter.id, [one], 'party');
    expect(await texts(mira, letter.id)).toEqual(['Aha']);
  });
});

describe('a comment', () => {
  it('is edited by its author, and deleted by its author and game masters', async () => {
    const letter = await note(['One'], { isPublic: true });
    const [one] = letter.passages as [string];
    const { id } = await write(mira, letter.id, one);
    for (const as of [tobin, owner, coGm]) expect((await edit(as, letter.id, id)).status).toBe(403);
    expect((await remove(tobin, letter.id, id)).status).toBe(403);
    expect((await edit(stranger, letter.id, id)).status).toBe(404);
    const edited = await edit(mira, letter.id, id);
    expect(edited).toMatchObject({
      status: 200,
      body: { text: 'Edited', edited_at: expect.any(String) },
    });
    expect((await remove(coGm, letter.id, id)).status).toBe(204);
    expect((await remove(mira, letter.id, id)).status).toBe(404);
    const own = await write(mira, letter.id, one);
    expect((await remove(mira, letter.id, own.id)).status).toBe(204);
    expect(await texts(owner, letter.id)).toEqual([]);
    // Of another document, and malformed.
    const other = await note(['One'], { isPublic: true });
    const there = await write(mira, other.id, other.passages[0]!);
    expect((await edit(mira, letter.id, there.id)).status).toBe(404);
    expect((await edit(mira, letter.id, 'nonsense')).status).toBe(404);
  });

  it('is created once for one key', async () => {
    const letter = await note(['One', 'Two'], { isPublic: true });
    const [one] = letter.passages as [string];
    const key = { idempotency_key: randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => send(mira, letter.id, one, 'Once', key)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await texts(tobin, letter.id)).toEqual(['Once']);
    // The key of another person is another key.
    expect((await send(tobin, letter.id, one, 'Twice', key)).status).toBe(201);
    expect(await texts(tobin, letter.id)).toEqual(['Once', 'Twice']);
  });

  it.each([
    ['nothing', ' \n '],
    ['too much', 'x'.repeat(COMMENT_LIMITS.length + 1)],
    ['control characters', 'a\u0000b'],
    ['no text', 7],
  ])('cannot be %s', async (_what, text) => {
    const letter = await note(['One'], { isPublic: true });
    const [one] = letter.passages as [string];
    const { body, status } = await send(mira, letter.id, one, text as string);
    expect([status, body.text]).toEqual([400, [expect.any(String)]]);
  });

  it('has at most 2,000 characters, and members at most 500 comments that they see', async () => {
    const letter = await note(['One', 'Two'], { isPublic: true });
    const [one, two] = letter.passages as [string, string];
    await write(mira, letter.id, two, 'x'.repeat(COMMENT_LIMITS.length));
    await service.uow.query(
      `INSERT INTO comment (campaign_id, document_id, passage_id, membership_id, person, is_by_gm, audience_class, text, creation_key)
       SELECT campaign_id, document_id, $2, membership_id, person, is_by_gm, audience_class, n::text, gen_random_uuid()
         FROM comment, generate_series(2, $3) AS n WHERE document_id = $1`,
      [letter.id, one, COMMENT_LIMITS.perMember],
    );
    const refused = await send(mira, letter.id, two);
    expect(refused).toMatchObject({ status: 409, body: { code: 'document.too_many_comments' } });
    await write(tobin, letter.id, two);
    await reveal(letter.id, [one], 'gm');
    await write(mira, letter.id, two);
  });

  it('is read in pages', async () => {
    const letter = await note(['One', 'Two'], { isPublic: true });
    const [one, two] = letter.passages as [string, string];
    await write(mira, letter.id, two, 'last');
    await write(mira, letter.id, one, 'first');
    await service.uow.query(
      `INSERT INTO comment (campaign_id, document_id, passage_id, person, is_by_gm, audience_class, text, creation_key)
       SELECT campaign_id, document_id, passage_id, person, is_by_gm, audience_class, n::text, gen_random_uuid()
         FROM comment, generate_series(1, $2) AS n WHERE text = 'first' AND document_id = $1`,
      [letter.id, COMMENT_LIMITS.page],
    );
    const { body } = await list(tobin, letter.id);
    expect(body.comments).toHaveLength(COMMENT_LIMITS.page);
    const rest = `${urlOf(letter.id)}?after=${body.next}`;
    const { body: more } = await service.call('GET', rest, { as: tobin });
    expect(more.next).toBeUndefined();
    const all = [...body.comments, ...more.comments].map(({ text }: Comment) => text);
    expect([all.length, all[0], all.at(-1)]).toEqual([COMMENT_LIMITS.page + 2, 'first', 'last']);
    const unknown = `${urlOf(letter.id)}?after=${randomUUID()}`;
    expect((await service.call('GET', unknown, { as: tobin })).status).toBe(404);
  });

  it('cannot be written in notes of players', async () => {
    const body = { campaign, title: 'Clues', markdown: 'He lied.', author_audience: 'party' };
    const made = await service.call('POST', '/api/documents/notes/', { as: mira, body });
    const { id } = made.body;
    const { body: text } = await service.call('GET', `/api/documents/${id}/passages/`, {
      as: mira,
    });
    for (const as of [mira, tobin, owner]) {
      expect((await list(as, id)).body).toEqual({ comments_state: 'off', comments: [] });
      expect((await send(as, id, text.passages[0].id)).status).toBe(409);
    }
  });
});

describe('while comments are off', () => {
  it('there are none, until a game master turns them on', async () => {
    const letter = await note(['One'], { isPublic: true });
    const [one] = letter.passages as [string];
    const { id } = await write(mira, letter.id, one, 'Aha');
    const { id: second } = await write(mira, letter.id, one, 'Oho');
    for (const as of [mira, stranger])
      expect((await turn('off', as)).status).toBe(as === mira ? 403 : 404);
    expect(await turn('off', coGm)).toMatchObject({ status: 200, body: { comments: 'off' } });
    for (const as of [owner, mira]) {
      expect((await list(as, letter.id)).body).toEqual({ comments_state: 'off', comments: [] });
      expect((await send(as, letter.id, one)).status).toBe(409);
    }
    expect((await edit(mira, letter.id, id)).status).toBe(409);
    expect((await remove(mira, letter.id, id)).status).toBe(204);
    const read = await service.call('GET', `${SETTINGS}?campaign=${campaign}`, { as: owner });
    expect(read.body).toEqual({ comments: 'off' });
    await turn('on');
    expect((await list(tobin, letter.id)).body).toMatchObject({
      comments_state: 'on',
      comments: [{ id: second, text: 'Oho' }],
    });
  });
});

describe('comments of a person', () => {
  it('who left stay, as those of a former member', async () => {
    const letter = await note(['One'], { isPublic: true });
    const { id } = await write(mira, letter.id, letter.passages[0]!, 'Aha');
    await leave(mira);
    const [comment] = (await list(tobin, letter.id)).body.comments as [Comment];
    expect(comment).toMatchObject({ id, text: 'Aha', is_former_member: true });
    expect(comment.author).toBeUndefined();
    // A person who returns is a new member.
    service.join(campaign, mira);
    expect((await list(mira, letter.id)).body.comments).toMatchObject([
      { is_former_member: true, can_edit: false, can_delete: false },
    ]);
    expect((await edit(mira, letter.id, id)).status).toBe(403);
    expect((await remove(owner, letter.id, id)).status).toBe(204);
  });

  it('are in their data export, and stay without them when the account is erased', async () => {
    const letter = await note(['One'], { isPublic: true });
    await write(mira, letter.id, letter.passages[0]!, 'Aha');
    const url = `/internal/comments?person=${mira.id}`;
    const exported = async () =>
      (await service.call('GET', url, { token: await service.tokenOfIdentity() })).body;
    expect(await exported()).toEqual({
      comments: [{ campaign, document: letter.id, text: 'Aha', created_at: expect.any(String) }],
    });
    await service.hear(personDeleted, { person_id: mira.id });
    await eventually(async () => (await rows('person', mira.id)) === 0);
    expect(await exported()).toEqual({ comments: [] });
    expect((await list(tobin, letter.id)).body.comments).toMatchObject([
      { text: 'Aha', is_former_member: true },
    ]);
  });

  it('are deleted with the document and the campaign', async () => {
    const [letter, map] = [await note(['One'], { isPublic: true }), await note(['One'])];
    await write(mira, letter.id, letter.passages[0]!);
    await write(owner, map.id, map.passages[0]!);
    await service.call('DELETE', `/api/documents/${letter.id}/`, { as: owner });
    expect(await texts(mira, letter.id)).toBeUndefined();
    await service.call('POST', `/api/documents/${letter.id}/restore/`, { as: owner });
    await service.readTexts();
    expect(await texts(mira, letter.id)).toHaveLength(1);
    await service.call('DELETE', `/api/documents/${letter.id}/`, { as: owner });
    await service.call('DELETE', `/api/documents/trash/${letter.id}/`, { as: owner });
    expect(await rows('document_id', letter.id)).toBe(0);
    await turn('off');
    await service.hear(campaignDeleted, { campaign_id: campaign });
    await eventually(async () => (await rows('campaign_id', campaign)) === 0);
    expect(await service.uow.query('SELECT 1 FROM comments_off')).toEqual([]);
  });
});

it('sends events only to members who see the comment', async () => {
  const letter = await note(['One', 'Two', 'Three']);
  const [one, two, three] = letter.passages as [string, string, string];
  await reveal(letter.id, [two], { players: [mira.id] });
  await reveal(letter.id, [three], 'party');
  const events = async (act: () => Promise<unknown>) => {
    const before = service.hints.length;
    await act();
    return service.hints.slice(before).map(({ kind, id, to }) => [kind, id, to]);
  };
  const memberships = [service.membership(campaign, mira)];
  let comment = '';
  const writing = (passage: string) =>
    events(async () => {
      comment = (await write(owner, letter.id, passage)).id;
    });
  expect(await writing(one)).toEqual([['comments', letter.id, 'gm']]);
  expect(await writing(three)).toEqual([['comments', letter.id, 'party']]);
  expect(await writing(two)).toEqual([['comments', letter.id, { memberships }]]);
  await reveal(letter.id, [two], 'party');
  expect(await events(() => edit(owner, letter.id, comment))).toEqual([
    ['comments', letter.id, { memberships }],
  ]);
  await reveal(letter.id, [two], { players: [tobin.id] });
  expect(await events(() => remove(owner, letter.id, comment))).toEqual([
    ['comments', letter.id, 'gm'],
  ]);
  const { handout } = await reveal(letter.id, [one], 'party', { handout: 'new' });
  const copies = await service.call('GET', `/api/documents/${handout}/passages/`, { as: tobin });
  expect(await events(() => write(tobin, handout, copies.body.passages[0].id))).toEqual([
    ['comments', handout, 'party'],
    ['comments', letter.id, 'gm'],
  ]);
  expect(await events(() => turn('off'))).toEqual([['comments', campaign, 'party']]);
  expect(await events(() => turn('off'))).toEqual([]);
});

it('responses to a player are the same with and without comments that they do not see', async () => {
  const letter = await note(['One', 'Two', 'Three'], { isPublic: true });
  const [one, two, three] = letter.passages as [string, string, string];
  await reveal(letter.id, [two], 'gm');
  await reveal(letter.id, [three], { players: [mira.id] });
  await write(mira, letter.id, one, 'Seen');
  const secret = await note(['One']);
  const ask = async () => {
    const answers = [];
    for (const [as, headers] of [
      [tobin, {}],
      [owner, { 'x-view-as': tobin.id }],
      [owner, { 'x-view-as': 'party' }],
    ] as const)
      for (const url of [
        urlOf(letter.id),
        urlOf(secret.id),
        `/api/documents/${letter.id}/passages/`,
        `/api/documents/?campaign=${campaign}`,
        `/api/documents/overview/?campaign=${campaign}`,
      ])
        answers.push(problem(await service.call('GET', url, { as, headers })));
    const news = `/api/documents/news/?campaign=${campaign}`;
    answers.push(problem(await service.call('GET', news, { as: tobin })));
    return JSON.stringify(answers);
  };
  const before = await ask();
  await write(owner, letter.id, two, 'Hidden');
  await write(mira, letter.id, three, 'For the chosen');
  await write(owner, secret.id, secret.passages[0]!, 'Secret');
  expect(await ask()).toBe(before);
});
