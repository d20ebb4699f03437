import { randomUUID } from 'node:crypto';
import type {
  CampaignDocument,
  EditingAnswer,
  NoteVersion,
  NoteVersionAnswer,
  RestoredNoteAnswer,
} from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import { GM_CLASS, PARTY_CLASS } from '@tomekeeper/visibility';
import { Erasure } from '../src/erasure/erasure';
import { UploadCleanup } from '../src/uploads/upload-cleanup';
import { startDocumentApp, type DocumentApp } from './document-app';

let service: DocumentApp;
let gm: TestPerson, coGm: TestPerson, player: TestPerson, stranger: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
  [gm, coGm, player, stranger] = (await Promise.all(
    ['Gm', 'Co-GM', 'Player', 'Stranger'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson, TestPerson];
});
afterAll(() => service?.stop());
beforeEach(() => {
  campaign = service.campaign(gm, [player], [coGm]);
});

type Note = Pick<CampaignDocument, 'id'>;
async function create(markdown: string, body: object = {}): Promise<Note> {
  const answer = await service.call('POST', '/api/documents/notes/', {
    as: gm,
    body: { campaign, title: 'Evening', is_spoilers: false, markdown, ...body },
  });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}
const editing = async ({ id }: Note): Promise<EditingAnswer> =>
  (await service.call('GET', `/api/documents/${id}/editing/`, { as: gm })).body;
const texts = async (note: Note) => (await editing(note)).passages.map(({ text }) => text);
const seen = async ({ id }: Note): Promise<string[]> =>
  (await service.call('GET', `/api/documents/${id}/passages/`, { as: player })).body.passages.map(
    ({ text }: { text: string }) => text,
  );
const paragraph = (text: string, more: object = {}) => ({
  id: randomUUID() as string,
  kind: 'paragraph',
  content: { inlines: [{ text }] },
  ...more,
});
async function save(note: Note, body: object, as = gm): Promise<void> {
  const url = `/api/documents/${note.id}/passages/`;
  expect(await service.call('PATCH', url, { as, body })).toMatchObject({
    status: 200,
    body: { clashes: [] },
  });
}
/** Writes other words into the passages that have these. */
async function rewrite(note: Note, words: Record<string, string>, as = gm): Promise<void> {
  const changes = (await editing(note)).passages.flatMap(({ id, text, version }) =>
    words[text] === undefined ? [] : [paragraph(words[text], { id, base_version: version })],
  );
  expect(changes).toHaveLength(Object.keys(words).length);
  await save(note, { changes }, as);
}
async function remove(note: Note, words: string, as = gm): Promise<string> {
  const { id, version } = (await editing(note)).passages.find(({ text }) => text === words)!;
  await save(note, { removed: [{ id, base_version: version }] }, as);
  return id;
}
const versions = async ({ id }: Note): Promise<NoteVersion[]> =>
  (await service.call('GET', `/api/documents/${id}/text-versions/`, { as: gm })).body.versions;
const read = async ({ id }: Note, version: string, query = ''): Promise<NoteVersionAnswer> =>
  (await service.call('GET', `/api/documents/${id}/text-versions/${version}/${query}`, { as: gm }))
    .body;
async function restore({ id }: Note, version: string): Promise<RestoredNoteAnswer> {
  const url = `/api/documents/${id}/text-versions/${version}/restore/`;
  const answer = await service.call('POST', url, { as: gm });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}
const textsOf = async (note: Note, version: string) =>
  (await read(note, version)).passages.map(({ text }) => text);
/** As if the saves so far were of an hour ago. */
const later = ({ id }: Note) =>
  service.uow.query(
    `UPDATE note_version SET began_at = began_at - interval '1 hour' WHERE document_id = $1`,
    [id],
  );
const setClass = (words: string, to: string | null) =>
  service.uow.query('UPDATE passage SET audience_class = $2 WHERE text = $1', [words, to]);
const past = ({ id }: Note) =>
  service.uow.query<{ text: string }>('SELECT text FROM passage_past WHERE document_id = $1', [id]);

describe('versions of a note', () => {
  it('group the saves of one person within ten minutes, newest first', async () => {
    const note = await create('one\n\ntwo');
    await rewrite(note, { one: 'One.' });
    await rewrite(note, { 'One.': 'One!' });
    await rewrite(note, { 'One!': 'ONE', two: 'Two.' });
    expect(await versions(note)).toMatchObject([
      { number: 4, by: gm.id, title: 'Evening', total: 2 },
    ]);
    expect(await past(note)).toEqual([]);
    await later(note);
    await rewrite(note, { ONE: 'Uno' });
    await save(note, { changes: [paragraph('three')], title: 'Night' });
    const [now, before, ...none] = await versions(note);
    expect(none).toEqual([]);
    expect(now).toMatchObject({ number: 6, title: 'Night', total: 3 });
    expect(before).toMatchObject({ number: 4, title: 'Evening', total: 2 });
    expect(await textsOf(note, now!.id)).toEqual(['Uno', 'Two.', 'three']);
    expect(await textsOf(note, before!.id)).toEqual(['ONE', 'Two.']);
    expect((await past(note)).map(({ text }) => text)).toEqual(['ONE']);
  });

  it('of two who write in different passages are two, which go on', async () => {
    const note = await create('one\n\ntwo');
    await later(note);
    for (const at of [1, 2, 3]) {
      await rewrite(note, { [at === 1 ? 'one' : `A${at - 1}`]: `A${at}` });
      await rewrite(note, { [at === 1 ? 'two' : `B${at - 1}`]: `B${at}` }, coGm);
    }
    const all = await versions(note);
    expect(all).toMatchObject([
      { number: 7, by: coGm.id },
      { number: 6, by: gm.id },
      { number: 1, by: gm.id },
    ]);
    expect(await textsOf(note, all[0]!.id)).toEqual(['A3', 'B3']);
    expect(await textsOf(note, all[1]!.id)).toEqual(['A3', 'B2']);
    expect(await textsOf(note, all[2]!.id)).toEqual(['one', 'two']);
  });

  it('stay unchanged when another person removes words', async () => {
    const note = await create('one\n\ntwo');
    await rewrite(note, { one: 'Mine.' });
    await rewrite(note, { 'Mine.': 'Yours.' }, coGm);
    await rewrite(note, { two: 'Mine too.' });
    await remove(note, 'Mine too.', coGm);
    const all = await versions(note);
    expect(await Promise.all(all.map(({ id }) => textsOf(note, id)))).toEqual([
      ['Yours.'],
      ['Yours.', 'Mine too.'],
      ['Mine.', 'two'],
    ]);
  });

  it('are paged by passages, with their original words', async () => {
    const note = await create('# a\n\n- b\n\nc\n\nd\n\ne');
    await later(note);
    await rewrite(note, { b: 'B', d: 'D' });
    const [, old] = await versions(note);
    const first = await read(note, old!.id, '?limit=2');
    expect(first).toMatchObject({ ...old, next: 2 });
    expect(first.passages).toMatchObject([
      { kind: 'heading', level: 1, text: 'a', audience: 'party', version: 1 },
      { kind: 'list_item', text: 'b', content: { inlines: [{ text: 'b' }] }, version: 1 },
    ]);
    const rest = await read(note, old!.id, '?from=2');
    expect(rest.passages.map(({ text }) => text)).toEqual(['c', 'd', 'e']);
    expect(rest).not.toHaveProperty('next');
    expect(await read(note, old!.id, '?from=2&limit=501')).toMatchObject({ status: 400 });
  });

  it('are at most a hundred, and go after ninety days, but for the newest', async () => {
    const note = await create('0');
    for (let at = 0; at < 103; at++) {
      await later(note);
      await rewrite(note, { [at]: `${at + 1}` });
    }
    const all = await versions(note);
    expect(all.map(({ number }) => number)).toEqual(
      Array.from({ length: 100 }, (_, at) => 104 - at),
    );
    expect(await textsOf(note, all.at(-1)!.id)).toEqual(['4']);
    expect(await past(note)).toHaveLength(99);
    await service.uow.query(
      `UPDATE note_version SET followed_at = followed_at - interval '91 days', saved_at = saved_at - interval '91 days'
        WHERE document_id = $1`,
      [note.id],
    );
    await service.app.get(UploadCleanup).sweep();
    expect(await versions(note)).toMatchObject([{ number: 104 }]);
    expect(await past(note)).toEqual([]);
    // The next save keeps the current text, regardless of its age.
    await later(note);
    await rewrite(note, { 103: 'x' });
    const [, before] = await versions(note);
    expect(await textsOf(note, before!.id)).toEqual(['103']);
  });

  it('are for GMs of notes alone', async () => {
    const [open, hidden] = [await create('a'), await create('b', { is_spoilers: true })];
    for (const [as, ofOpen, ofHidden] of [
      [coGm, 200, 200],
      [player, 403, 404],
      [stranger, 404, 404],
    ] as const)
      for (const [note, status] of [
        [open, ofOpen],
        [hidden, ofHidden],
      ] as const) {
        const [version] = await versions(note);
        const url = `/api/documents/${note.id}/text-versions/`;
        const one = `${url}${version!.id}/`;
        expect((await service.call('GET', url, { as })).status).toBe(status);
        expect((await service.call('GET', one, { as })).status).toBe(status);
        expect((await service.call('POST', `${one}restore/`, { as })).status).toBe(status);
        // One of another note is none of this one.
        const [other] = await versions(note === open ? hidden : open);
        const strange = status === 200 ? 404 : status;
        expect((await service.call('GET', `${url}${other!.id}/`, { as })).status).toBe(strange);
      }
    const file = await service.upload(gm, campaign);
    const url = `/api/documents/${file.id}/text-versions/`;
    expect(await service.call('GET', url, { as: gm })).toMatchObject({ status: 409 });
  });

  it('forget who wrote them, and go with their note and campaign', async () => {
    const writer = await service.identity.join('Writer');
    campaign = service.campaign(gm, [player], [writer]);
    const [note, kept] = [await create('one'), await create('other')];
    await rewrite(note, { one: 'two' }, writer);
    const deletions = service.app.get(Erasure);
    await service.uow.run((tx) => deletions.onPersonDeleted({ person_id: writer.id }, tx));
    expect((await versions(note)).map(({ by }) => by)).toEqual([undefined, gm.id]);
    await service.call('DELETE', `/api/documents/${note.id}/`, { as: gm });
    await service.call('DELETE', `/api/documents/trash/${note.id}/`, { as: gm });
    const left = (id: string) =>
      service.uow.query(
        `SELECT 1 FROM note_version WHERE document_id = $1
         UNION ALL SELECT 1 FROM passage_past WHERE document_id = $1`,
        [id],
      );
    expect(await left(note.id)).toEqual([]);
    expect(await left(kept.id)).toHaveLength(1);
    await service.uow.run((tx) => deletions.onCampaignDeleted({ campaign_id: campaign }, tx));
    expect(await left(kept.id)).toEqual([]);
  });
});

describe('restoring a version', () => {
  it('restores words, order and passages, and is reverted by restoring the replaced version', async () => {
    const note = await create('# a\n\nb\n\nc\n\nd');
    await later(note);
    const { passages } = await editing(note);
    await rewrite(note, { b: 'B' });
    await remove(note, 'c');
    await save(note, {
      changes: [
        paragraph('new', { after: passages[0]!.id }),
        { ...paragraph('d', { id: passages[3]!.id, base_version: 1 }), after: null },
      ],
      title: 'Night',
    });
    const changed = ['d', 'a', 'new', 'B'];
    expect(await texts(note)).toEqual(changed);
    const [, old] = await versions(note);
    const hints = service.hints.length;
    const restored = await restore(note, old!.id);
    expect(restored).toMatchObject({ version: 5, changed: 3 });
    expect(await texts(note)).toEqual(['a', 'b', 'c', 'd']);
    expect((await editing(note)).passages.map(({ id }) => id)).toEqual(
      passages.map(({ id }) => id),
    );
    expect((await editing(note)).title).toBe('Night');
    expect(service.hints.slice(hints)).toMatchObject([{ id: note.id, to: 'party' }]);
    // Once more it changes nothing.
    expect(await restore(note, old!.id)).toEqual({ version: 5, changed: 0 });
    // Another writer starts a new version.
    await rewrite(note, { d: 'D' });
    expect((await versions(note)).map(({ number }) => number)).toEqual([6, 5, 4, 1]);
    await restore(note, restored.replaced!);
    expect(await texts(note)).toEqual(changed);
  });

  it('conflicts with edits of the changed passages', async () => {
    const note = await create('one');
    const [one] = (await editing(note)).passages;
    await later(note);
    await rewrite(note, { one: 'two' });
    const [, old] = await versions(note);
    await restore(note, old!.id);
    const url = `/api/documents/${note.id}/passages/`;
    const late = paragraph('mine', { id: one!.id, base_version: 2 });
    expect(
      (await service.call('PATCH', url, { as: coGm, body: { changes: [late] } })).body.clashes,
    ).toMatchObject([{ id: one!.id, theirs: { text: 'one', version: 3 } }]);
  });

  it('shows no hidden words and no deleted passages', async () => {
    const note = await create('open\n\nhidden\n\ngone\n\nshared');
    await setClass('hidden', GM_CLASS);
    await setClass('shared', PARTY_CLASS);
    await later(note);
    await rewrite(note, { hidden: 'tame', shared: 'other' });
    await setClass('tame', null);
    await remove(note, 'gone');
    expect(await seen(note)).toEqual(['open', 'tame', 'other']);
    const [, old] = await versions(note);
    const told = (await read(note, old!.id)).passages;
    await restore(note, old!.id);
    expect(await seen(note)).toEqual(['open', 'shared']);
    const { passages } = await editing(note);
    const audiences = passages.map(({ text, audience }) => [text, audience]);
    expect(audiences).toEqual([
      ['open', 'party'],
      ['hidden', 'gm'],
      ['gone', 'gm'],
      ['shared', 'party'],
    ]);
    expect(told.map(({ text, audience }) => [text, audience])).toEqual(audiences);
  });

  it('shows no words of a former spoiler, and keeps hidden passages hidden', async () => {
    const note = await create('plan\n\nopen', { is_spoilers: true });
    await later(note);
    await rewrite(note, { plan: 'tale' });
    const url = `/api/documents/${note.id}/`;
    await service.call('PATCH', url, { as: gm, body: { is_spoilers: false } });
    await service.readTexts();
    await setClass('open', GM_CLASS);
    expect(await seen(note)).toEqual(['tale']);
    const [, old] = await versions(note);
    const hints = service.hints.length;
    await restore(note, old!.id);
    expect(await seen(note)).toEqual([]);
    expect(await texts(note)).toEqual(['plan', 'open']);
    expect(service.hints.slice(hints)).toMatchObject([{ to: 'party' }]);
  });

  it('brings a removed passage back under its id, which no other note can take meanwhile', async () => {
    const [note, other] = [await create('one\n\ntwo'), await create('')];
    await later(note);
    const id = await remove(note, 'two');
    const taken = await service.call('PATCH', `/api/documents/${other.id}/passages/`, {
      as: gm,
      body: { changes: [paragraph('two, moved', { id })], removed: [] },
    });
    expect(taken).toMatchObject({ status: 400, body: { changes: [expect.any(String)] } });
    const [, old] = await versions(note);
    await restore(note, old!.id);
    expect(await texts(note)).toEqual(['one', 'two']);
  });
});
