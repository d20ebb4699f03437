import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { campaignDeleted, membershipEnded } from '@tomekeeper/contracts-campaign';
import {
  NEWS_LIMITS,
  PLAYER_NOTE_LIMITS,
  type AuthorAudience,
  type CampaignDocument,
  type EditingAnswer,
} from '@tomekeeper/contracts-document';
import { personDeleted } from '@tomekeeper/contracts-identity';
import { alike, eventually, operationsIn, type Method, type TestPerson } from '@tomekeeper/testing';
import { TrashCleanup } from '../src/trash/trash-cleanup';
import { startDocumentApp, type DocumentApp } from './document-app';

// With a delay, counts would depend on the time of the request.
Object.assign(NEWS_LIMITS, { delaySeconds: 0 });

let service: DocumentApp;
let owner: TestPerson, coGm: TestPerson, player: TestPerson, other: TestPerson;
let stranger: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  [owner, coGm, player, other, stranger] = (await Promise.all(
    ['Owner', 'Co-GM', 'Player', 'Other', 'Stranger'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson, TestPerson, TestPerson];
  campaign = service.campaign(owner, [player, other], [coGm]);
});

const NOTES = '/api/documents/notes/';
const create = (as: TestPerson, body: object = {}) =>
  service.call('POST', NOTES, {
    as,
    body: { campaign, title: 'Suspects', markdown: 'The innkeeper *lied*.', ...body },
  });
async function write(author_audience: AuthorAudience, more: object = {}, as = player) {
  const answer = await create(as, { author_audience, ...more });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body as CampaignDocument;
}
const list = (as: TestPerson, headers = {}) =>
  service.call('GET', `${NOTES}?campaign=${campaign}`, { as, headers });
const titles = async (as: TestPerson, headers = {}) =>
  ((await list(as, headers)).body.notes as CampaignDocument[]).map(({ title }) => title);
const read = (as: TestPerson, id: string, headers = {}) =>
  service.call('GET', `/api/documents/${id}/passages/`, { as, headers });
const setAudience = (as: TestPerson, id: string, author_audience: AuthorAudience) =>
  service.call('PUT', `${NOTES}${id}/audience/`, { as, body: { author_audience } });
const remove = (as: TestPerson, id: string) =>
  service.call('DELETE', `/api/documents/${id}/`, { as });
const restore = (as: TestPerson, id: string) =>
  service.call('POST', `/api/documents/${id}/restore/`, { as });
const trash = async (as: TestPerson) =>
  (await service.call('GET', `${NOTES}trash/?campaign=${campaign}`, { as })).body;
const hintsAbout = (id: string) => service.hints.filter((hint) => hint.id === id);
const notebook = async () =>
  (
    await service.uow.query<{ ended: boolean; person: string | null }>(
      'SELECT ended_at IS NOT NULL AS ended, person FROM notebook WHERE membership_id = $1',
      [membership],
    )
  )[0];
let membership: string;
beforeEach(() => {
  membership = service.membership(campaign, player);
});

describe('who reads a note of a player', () => {
  const READERS = {
    private: ['player'],
    gms: ['player', 'owner', 'coGm'],
    party: ['player', 'owner', 'coGm', 'other'],
  } as const;
  const people = () => ({ owner, coGm, player, other, stranger });

  it.each(['private', 'gms', 'party'] as const)('%s', async (audience) => {
    const note = await write(audience);
    expect(note).toMatchObject({ campaign, author: player.id, author_audience: audience });
    for (const [name, person] of Object.entries(people())) {
      const isReader = (READERS[audience] as readonly string[]).includes(name);
      const text = await read(person, note.id);
      expect([name, text.status]).toEqual([name, isReader ? 200 : 404]);
      if (isReader) expect(text.body.passages[0].text).toBe('The innkeeper lied.');
      if (person === stranger) expect(await list(person)).toMatchObject({ status: 404 });
      else expect([name, await titles(person)]).toEqual([name, isReader ? ['Suspects'] : []]);
    }
  });

  it('is listed among those of its author', async () => {
    await write('party', { title: 'Of another' }, other);
    await write('party', { title: 'Own' });
    const url = `${NOTES}?campaign=${campaign}&mine=true`;
    const own = await service.call('GET', url, { as: player });
    expect(own.body.notes.map(({ title }: CampaignDocument) => title)).toEqual(['Own']);
    expect((await service.call('GET', url, { as: owner })).body.notes).toEqual([]);
  });

  it('is in no list of documents', async () => {
    for (const audience of ['private', 'gms', 'party'] as const) await write(audience);
    for (const as of [owner, coGm, player, other])
      for (const url of [
        `/api/documents/?campaign=${campaign}`,
        '/api/documents/',
        `/api/documents/overview/?campaign=${campaign}`,
      ])
        expect(JSON.stringify((await service.call('GET', url, { as })).body)).not.toContain(
          'Suspects',
        );
  });

  it('is shown in view-as as far as the GM may read it', async () => {
    await write('private', { title: 'Mine' });
    await write('gms', { title: 'For GMs' });
    await write('party', { title: 'For all' });
    await write('gms', { title: 'Of another' }, other);
    expect(await titles(owner, { 'x-view-as': player.id })).toEqual(['For all', 'For GMs']);
    expect(await titles(owner, { 'x-view-as': 'party' })).toEqual(['For all']);
  });

  it('can be changed by the author alone, to and fro', async () => {
    const { id } = await write('private');
    for (const as of [owner, coGm, other, stranger])
      expect(await setAudience(as, id, 'party')).toMatchObject({ status: 404 });
    expect(await setAudience(player, id, 'party')).toMatchObject({ status: 200 });
    expect(await titles(other)).toEqual(['Suspects']);
    for (const as of [owner, other])
      expect(await setAudience(as, id, 'private')).toMatchObject({ status: 403 });
    await setAudience(player, id, 'gms');
    expect(await titles(other)).toEqual([]);
    expect((await read(other, id)).status).toBe(404);
    expect(await titles(coGm)).toEqual(['Suspects']);
    await setAudience(player, id, 'private');
    expect(await titles(coGm)).toEqual([]);
    expect((await read(coGm, id)).status).toBe(404);
    expect((await read(player, id)).status).toBe(200);
    // Also under another title than the one it was shared with.
    await service.call('PATCH', `/api/documents/${id}/passages/`, {
      as: player,
      body: { title: 'Culprits', changes: [], removed: [] },
    });
    expect(await setAudience(player, id, 'party')).toMatchObject({ status: 200 });
    expect(await titles(other)).toEqual(['Culprits']);
  });
});

describe('a note of a player', () => {
  it('is written by its author alone, and keeps earlier versions', async () => {
    const { id } = await write('party');
    const editing = (as: TestPerson) =>
      service.call('GET', `/api/documents/${id}/editing/`, { as });
    const before = (await editing(player)).body as EditingAnswer;
    const [first] = before.passages;
    const change = {
      id: first!.id,
      kind: 'paragraph',
      content: { inlines: [{ text: 'The innkeeper is innocent.' }] },
      base_version: first!.version,
    };
    const body = { title: 'Suspects', changes: [change], removed: [] };
    const patch = (as: TestPerson) =>
      service.call('PATCH', `/api/documents/${id}/passages/`, { as, body });
    for (const as of [owner, coGm, other]) {
      expect(await editing(as)).toMatchObject({ status: 403 });
      expect(await patch(as)).toMatchObject({ status: 403 });
    }
    expect(await patch(player)).toMatchObject({ status: 200 });
    expect((await read(other, id)).body.passages[0].text).toBe('The innkeeper is innocent.');
    const versions = `/api/documents/${id}/text-versions/`;
    expect(await service.call('GET', versions, { as: player })).toMatchObject({ status: 200 });
    expect(await service.call('GET', versions, { as: owner })).toMatchObject({ status: 403 });
    // A restored passage has the readers of the note, also if it was deleted.
    await service.uow.query(`UPDATE note_version SET is_open = false WHERE document_id = $1`, [id]);
    const gone = { changes: [], removed: [{ id: first!.id, base_version: 2 }] };
    await service.call('PATCH', `/api/documents/${id}/passages/`, {
      as: player,
      body: { title: 'Suspects', ...gone },
    });
    const [, earlier] = (await service.call('GET', versions, { as: player })).body.versions;
    const restored = `${versions}${earlier.id}/restore/`;
    expect(await service.call('POST', restored, { as: player })).toMatchObject({ status: 200 });
    expect((await read(other, id)).body.passages).toMatchObject([
      { text: 'The innkeeper is innocent.' },
    ]);
  });

  it('links by name to documents that the reader sees', async () => {
    await service.upload(owner, campaign, { name: 'Barovia.md', content: '# Barovia' });
    const hidden = await service.upload(owner, campaign, { name: 'Strahd.md', spoilers: true });
    const { id } = await write('gms', { markdown: 'See [[Barovia]] and [[Strahd]].' });
    const links = async (as: TestPerson) => JSON.stringify((await read(as, id)).body);
    expect(await links(owner)).toContain(hidden.id);
    expect(await links(player)).not.toContain(hidden.id);
  });

  it('shows readers no other notes of its author by links, in either direction', async () => {
    const shared = await write('party', { title: 'Shared' });
    const forGms = await write('gms', {
      title: 'For GMs',
      markdown: `A wish about [this](#d-${shared.id}).`,
    });
    await write('private', { title: 'Mine', markdown: `Also [here](#d-${shared.id}).` });
    const pointing = await write('party', {
      title: 'Pointing',
      markdown: `See [that](#d-${forGms.id}).`,
    });
    const backlinks = async (as: TestPerson) =>
      JSON.stringify(
        (await service.call('GET', `/api/documents/${shared.id}/backlinks/`, { as })).body,
      );
    for (const as of [other, owner]) {
      expect(await backlinks(as)).not.toContain('Mine');
      expect((await backlinks(as)).includes('A wish')).toBe(as === owner);
      const text = JSON.stringify((await read(as, pointing.id)).body);
      expect(text.includes(forGms.id)).toBe(as === owner);
    }
    expect(await backlinks(player)).toContain('A wish');
  });

  it('tells readers no time from before they could read it', async () => {
    const first = await write('private', { title: 'First' });
    const second = await write('party', { title: 'Second' });
    await setAudience(player, first.id, 'party');
    const notes = (await list(other)).body.notes as CampaignDocument[];
    expect(notes.map(({ title }) => title)).toEqual(['First', 'Second']);
    for (const note of notes)
      expect(Date.parse(note.updated_at!)).toBeGreaterThanOrEqual(Date.parse(note.created_at));
    expect(notes.map(({ id }) => id)).toEqual([first.id, second.id]);
  });

  it('is neither revealed, shown, tagged nor replaced', async () => {
    const { id } = await write('party');
    const calls: [Method, string, object?][] = [
      ['PATCH', '', { is_spoilers: true }],
      ['PATCH', '', { pinned: true }],
      ['PUT', 'audience/', { passages: [randomUUID()], audience: 'gm' }],
      ['POST', 'show/', {}],
      ['POST', 'editable/'],
    ];
    for (const [method, what, body] of calls)
      for (const as of [player, owner])
        expect([
          method,
          what,
          (await service.call(method, `/api/documents/${id}/${what}`, { as, body })).status,
        ]).toEqual([method, what, 403]);
  });

  it('is for players, and of a campaign', async () => {
    for (const as of [owner, coGm])
      expect(await create(as, { author_audience: 'private' })).toMatchObject({ status: 403 });
    expect(await create(stranger, { author_audience: 'private' })).toMatchObject({ status: 404 });
    expect(await create(player)).toMatchObject({ status: 403 });
    expect(await create(player, { author_audience: 'all' })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('private, gms or party') },
    });
  });

  it('is created once for one idempotency key', async () => {
    const idempotency_key = randomUUID();
    const one = await write('private', { idempotency_key });
    const other_ = await write('private', { idempotency_key });
    expect(other_.id).toBe(one.id);
    expect(await titles(player)).toEqual(['Suspects']);
  });

  it('counts for its author alone', async () => {
    await write('private');
    await service.uow.query(
      `INSERT INTO document (id, campaign_id, author_audience, original_filename, s3_key, content_type, size, is_spoilers)
       SELECT gen_random_uuid(), $1, 'private', 'x', 'note/' || gen_random_uuid(), '', 0, true FROM generate_series(2, $2)`,
      [membership, PLAYER_NOTE_LIMITS.perMember],
    );
    expect(await create(player, { author_audience: 'private' })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('300 notes') },
    });
    expect(await create(other, { author_audience: 'private' })).toMatchObject({ status: 201 });
  });

  it('is listed page by page, newest first', async () => {
    for (let n = 0; n < PLAYER_NOTE_LIMITS.page + 2; n++) await write('party', { title: `${n}` });
    // Private notes of others take no room on a page.
    await write('private');
    const first = (await list(other)).body;
    expect(first.notes).toHaveLength(PLAYER_NOTE_LIMITS.page);
    const second = await service.call('GET', `${NOTES}?campaign=${campaign}&before=${first.next}`, {
      as: other,
    });
    expect(second.body.notes.map(({ title }: CampaignDocument) => title)).toEqual(['1', '0']);
    expect(second.body.next).toBeUndefined();
    for (const before of ['x', `1.${'-'.repeat(36)}`, '1'])
      expect(
        await service.call('GET', `${NOTES}?campaign=${campaign}&before=${before}`, { as: other }),
      ).toMatchObject({ status: 400 });
  });
});

describe('a deleted note of a player', () => {
  it('is in the trash of its author alone, who restores it', async () => {
    const { id } = await write('party');
    expect(await remove(other, id)).toMatchObject({ status: 403 });
    expect(await remove(player, id)).toMatchObject({ status: 204 });
    expect(await trash(player)).toMatchObject([{ id, campaign, author_audience: 'party' }]);
    for (const as of [owner, coGm, other]) {
      expect(await trash(as)).toEqual([]);
      expect(await restore(as, id)).toMatchObject({ status: 404 });
    }
    const ofGms = `/api/documents/trash/?campaign=${campaign}`;
    expect((await service.call('GET', ofGms, { as: owner })).body).toEqual([]);
    expect(await restore(player, id)).toMatchObject({ status: 200, body: { campaign } });
    expect(await titles(other)).toEqual(['Suspects']);
  });

  it('is restored as a private note if a GM deleted it', async () => {
    const { id } = await write('party');
    expect(await remove(coGm, id)).toMatchObject({ status: 204 });
    expect(await titles(player)).toEqual([]);
    expect(await trash(player)).toMatchObject([{ id, author_audience: 'private' }]);
    expect(await restore(player, id)).toMatchObject({
      status: 200,
      body: { author_audience: 'private' },
    });
    expect(await titles(owner)).toEqual([]);
    expect((await read(owner, id)).status).toBe(404);
  });

  it('is permanently deleted by its author', async () => {
    const { id } = await write('private');
    await remove(player, id);
    const forGood = (as: TestPerson) =>
      service.call('DELETE', `/api/documents/trash/${id}/`, { as });
    expect(await forGood(owner)).toMatchObject({ status: 404 });
    expect(await forGood(player)).toMatchObject({ status: 204 });
    expect(await trash(player)).toEqual([]);
  });
});

describe('events about notes of players', () => {
  it('reach their readers alone, and the search index of the notebook', async () => {
    const mine = await write('private');
    const gms = await write('gms');
    const all = await write('party');
    const about = { kind: 'documents', campaign, feed: membership };
    expect(hintsAbout(mine.id)).toEqual([{ ...about, id: mine.id, to: { people: [player.id] } }]);
    expect(hintsAbout(gms.id)).toEqual([
      { ...about, id: gms.id, to: { memberships: [membership] } },
    ]);
    expect(hintsAbout(all.id)).toEqual([{ ...about, id: all.id, to: 'party' }]);
    await setAudience(player, all.id, 'private');
    expect(hintsAbout(all.id).at(-1)).toEqual({ ...about, id: all.id, to: 'party' });
    await remove(player, all.id);
    expect(hintsAbout(all.id).at(-1)).toEqual({
      ...about,
      id: all.id,
      to: { people: [player.id] },
    });
  });
});

describe('private notes', () => {
  const OPERATIONS = operationsIn(path.resolve(__dirname, '../openapi.json'));

  const VIEWS = (): Record<string, string>[] => [{}, { 'x-view-as': player.id }];

  /** Responses of all reading operations about these documents, for everybody but the author. */
  async function told(ids: readonly string[]): Promise<string[]> {
    const lines: string[] = [];
    for (const { path: place, query } of OPERATIONS.filter(({ method }) => method === 'GET'))
      for (const id of place.includes('{') ? ids : ['']) {
        const values: Record<string, string> = { campaign, ids: ids.join(), q: 'innkeeper' };
        const asked = query.flatMap((name) => (name in values ? `${name}=${values[name]}` : []));
        const url = `${place.replace('{campaign}', campaign).replace(/\{\w+\}/g, id)}/?${asked.join('&')}`;
        for (const as of [owner, coGm, other, stranger])
          for (const headers of VIEWS()) {
            const answer = await service.call('GET', url, { as, headers });
            lines.push(alike(JSON.stringify([as.id, url, answer.status, answer.body])));
          }
      }
    return lines;
  }

  it('change no response to anyone else, byte for byte', async () => {
    const shown = await service.upload(owner, campaign, {
      name: 'Inn.md',
      content: 'An innkeeper',
    });
    const spoiler = await service.upload(owner, campaign, { name: 'Lair.md', spoilers: true });
    await service.readTexts();
    await service.makePictures();
    const note = await write('party');
    const ids = [shown.id, spoiler.id, note.id];
    const count = service.hints.length;
    const before = await told(ids);
    const kept = await write('private', { markdown: 'The innkeeper, [[Inn]] and [[Lair]].' });
    const deleted = await write('private');
    await remove(player, deleted.id);
    expect(await told(ids)).toEqual(before);
    const hints = service.hints.slice(count);
    expect(hints.map(({ to }) => to)).toEqual(hints.map(() => ({ people: [player.id] })));
    // Their ids are answered like ids that do not exist.
    const unknown = randomUUID();
    for (const { method, path: place, body } of OPERATIONS) {
      if (!place.includes('{id}')) continue;
      for (const id of [kept.id, deleted.id])
        for (const as of [owner, coGm, other, stranger]) {
          const ask = async (document: string) => {
            const url = `${place.replace('{id}', document).replace(/\{\w+\}/g, unknown)}/`;
            const answer = await service.call(method, url, { as, body: body && {} });
            const text = JSON.stringify([answer.status, answer.body]);
            return alike(text.replaceAll(document, 'the id'));
          };
          expect([method, place, await ask(id)]).toEqual([method, place, await ask(unknown)]);
        }
    }
  });
});

describe('the end of a membership', () => {
  const leave = async () => {
    service.leave(campaign, player);
    await service.hear(membershipEnded, { campaign_id: campaign, membership_id: membership });
    await eventually(async () => (await notebook())?.ended || undefined);
  };

  it('keeps shared notes without their author, and closes private ones', async () => {
    const shared = await write('party');
    const mine = await write('private', { title: 'Mine' });
    await leave();
    const [left] = (await list(other)).body.notes;
    expect(left).toMatchObject({ id: shared.id });
    expect(left).not.toHaveProperty('author');
    expect(await list(player)).toMatchObject({ status: 404 });
    service.join(campaign, player);
    // A returning person is a new member, and reads the notes like any other member.
    expect(await titles(player)).toEqual(['Suspects']);
    expect((await read(player, mine.id)).status).toBe(404);
    expect(await setAudience(player, shared.id, 'private')).toMatchObject({ status: 403 });
    expect(await titles(owner)).toEqual(['Suspects']);
  });

  it('deletes private notes after 30 days', async () => {
    await write('party');
    const mine = await write('private');
    await leave();
    const sweep = () => service.app.get(TrashCleanup).sweep();
    const left = async () =>
      (await service.uow.query('SELECT 1 FROM document WHERE id = $1', [mine.id])).length;
    await sweep();
    expect(await left()).toBe(1);
    await service.uow.query(
      `UPDATE notebook SET ended_at = ended_at - interval '30 days 1 minute' WHERE membership_id = $1`,
      [membership],
    );
    await sweep();
    expect(await left()).toBe(0);
    expect(await titles(other)).toEqual(['Suspects']);
  });

  it('is final for a request that began before it', async () => {
    await service.hear(membershipEnded, { campaign_id: campaign, membership_id: membership });
    await eventually(async () => (await notebook())?.ended || undefined);
    expect(await create(player, { author_audience: 'private' })).toMatchObject({ status: 404 });
  });
});

describe('a copy of data', () => {
  const copy = async (person: TestPerson, address = '') => {
    const authorization = `Bearer ${await service.tokenOfIdentity()}`;
    const url = `/internal/owned-documents${address}?owner=${person.id}`;
    const answer = await service.app.inject({ url, headers: { authorization } });
    return { status: answer.statusCode, text: answer.payload };
  };

  it('has all notes of its author, also after they left, and of no other user', async () => {
    const mine = await write('private', { title: 'Mine' });
    const shared = await write('party');
    await remove(player, shared.id);
    service.leave(campaign, player);
    await service.hear(membershipEnded, { campaign_id: campaign, membership_id: membership });
    await eventually(async () => (await notebook())?.ended || undefined);
    const { documents } = JSON.parse((await copy(player)).text);
    expect(documents).toMatchObject([
      { id: mine.id, campaign, title: 'Mine', author_audience: 'private' },
      { id: shared.id, campaign, deleted_at: expect.any(String) },
    ]);
    expect((await copy(player, `/${mine.id}/text`)).text).toContain('The innkeeper lied.');
    for (const person of [owner, other]) {
      expect(JSON.parse((await copy(person)).text)).toEqual({ documents: [] });
      expect((await copy(person, `/${mine.id}/text`)).status).toBe(404);
    }
  });
});

describe('erasure', () => {
  const rowsOf = (table: string) =>
    service.uow.query<{ id: string }>(`SELECT id FROM ${table} WHERE campaign_id = $1`, [
      membership,
    ]);

  it('of an account deletes private notes, and keeps shared ones without an author', async () => {
    const shared = await write('party');
    await write('private');
    const trashed = await write('gms');
    await remove(player, trashed.id);
    await service.hear(personDeleted, { person_id: player.id });
    await eventually(async () => (await notebook())?.person === null || undefined);
    expect(await rowsOf('document')).toEqual([{ id: shared.id }]);
    expect(await rowsOf('trashed_document')).toEqual([]);
    const [left] = (await list(other)).body.notes;
    expect(left).not.toHaveProperty('author');
  });

  it('of a campaign deletes all of its notes', async () => {
    const note = await write('party');
    await remove(player, (await write('private')).id);
    await service.hear(campaignDeleted, { campaign_id: campaign });
    await eventually(async () => (await notebook()) === undefined || undefined);
    for (const table of ['document', 'trashed_document', 'passage', 'note', 'ledger_entry'])
      expect([
        table,
        await service.uow.query(`SELECT 1 FROM ${table} WHERE campaign_id = $1`, [membership]),
      ]).toEqual([table, []]);
    expect((await read(player, note.id)).status).toBe(404);
    expect(await create(player, { author_audience: 'private' })).toMatchObject({ status: 404 });
  });
});
