import { randomUUID } from 'node:crypto';
import type { SessionContent } from '@tomekeeper/contracts-campaign';
import type { CampaignDocument, ImportAnswer, Passage } from '@tomekeeper/contracts-document';
import { eventually, type TestPerson } from '@tomekeeper/testing';
import sharp from 'sharp';
import { startDocumentApp, type DocumentApp } from '../document-app';
import {
  committed,
  download,
  exportedBy,
  filesOfZip,
  imported,
  reviewed,
  settledImport,
  zipOf,
} from './transfer-app';

// Records of an archive other than documents: handouts, comments, notes of players, tags and the ledger.

let service: DocumentApp;
let gm: TestPerson;
let player: TestPerson;
let other: TestPerson;
let campaign: string;
let copy: string;

beforeAll(async () => {
  service = await startDocumentApp();
  [gm, player, other] = (await Promise.all(
    ['Gm', 'Player', 'Other'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson];
});
afterAll(() => service?.stop());
beforeEach(() => {
  campaign = service.campaign(gm, [player, other]);
  copy = service.campaign(gm, [player, other]);
  for (const one of [campaign, copy]) service.entitle(one, 'Saltmarsh');
});

type Method = Parameters<DocumentApp['call']>[0];

async function ask(method: Method, path: string, as: TestPerson, body?: object) {
  const answer = await service.call(method, path, { as, ...(body && { body }) });
  expect([answer.status < 300, answer.body]).toEqual([true, answer.body]);
  return answer.body;
}

const documents = async (as: TestPerson, of: string): Promise<CampaignDocument[]> =>
  ask('GET', `/api/documents/?campaign=${of}`, as);
const titled = async (title: string, as: TestPerson, of: string) =>
  (await documents(as, of)).find((one) => one.title === title)!;
const passagesOf = async (id: string, as: TestPerson): Promise<Passage[]> =>
  (await ask('GET', `/api/documents/${id}/passages/`, as)).passages;
const comment = (document: string, passage: string, as: TestPerson, text: string) =>
  ask('POST', `/api/documents/${document}/comments/`, as, {
    ...{ passage, text, idempotency_key: randomUUID() },
  });
const commentsOn = async (document: string, as: TestPerson) =>
  (await ask('GET', `/api/documents/${document}/comments/`, as)).comments;
const notesOf = async (as: TestPerson, of: string): Promise<CampaignDocument[]> =>
  (await ask('GET', `/api/documents/notes/?campaign=${of}`, as)).notes;
const textOf = async (id: string, as: TestPerson) =>
  (await passagesOf(id, as)).map(({ text }) => text);

async function fill() {
  const create = { width: 40, height: 30, channels: 3 as const, background: '#345' };
  await imported(
    service,
    { gm, campaign },
    {
      'Places/Mill.md': 'The miller is [[Vash]].\n\nHe is a lich.\n\n![[map.png]]\n',
      'Vash.md': 'He owes a favor.\n',
      'map.png': await sharp({ create }).png().toBuffer(),
    },
  );
  const mill = await titled('Mill', gm, campaign);
  const vash = await titled('Vash', gm, campaign);
  await ask('PATCH', `/api/documents/${vash.id}/`, gm, { is_spoilers: false });
  const [miller, , map] = await passagesOf(mill.id, gm);
  await ask('PUT', `/api/documents/${mill.id}/audience/`, gm, {
    ...{ passages: [miller!.id, map!.id], audience: { players: [player.id] } },
    ...{ public_title: 'What you heard', handout: 'new' },
  });
  const [favor] = await eventually(async () => {
    const seen = await passagesOf(vash.id, player);
    return seen.length > 0 && seen;
  });
  await comment(vash.id, favor!.id, player, 'Which favor?');
  await comment(mill.id, miller!.id, gm, 'Reveal in session 3.');
  await ask('POST', '/api/documents/shared-tags/', gm, {
    campaign,
    tag: 'Places',
    is_shared: true,
  });
  await playerNote('For the GMs', 'gms');
  await playerNote('For all', 'party');
  await playerNote('Mine', 'private');
  await giveSession();
}

/** A session with a Public recap, in the campaign service. */
async function giveSession(): Promise<SessionContent> {
  const { id: recap } = await ask('POST', '/api/documents/notes/', gm, {
    ...{ campaign, title: 'Recap', markdown: 'The gate fell.', is_spoilers: false },
  });
  const session: SessionContent = {
    ...{ id: randomUUID(), number: 1, title: 'The gate', state: 'closed', title_released: true },
    ...{ started_at: '2026-03-01T18:00:00.000Z', closed_at: '2026-03-01T22:00:00.000Z' },
    ...{ starts_at: null, time_zone: null, attendance: null, members: [], recap },
    answers: { yes: 0, maybe: 0, no: 0 },
  };
  const members = [
    { id: gm.id, name: 'Gm' },
    { id: player.id, name: 'Player', character: { name: 'Ireena', line: 'A ranger' } },
  ];
  service.contents.set(campaign, { members, sessions: [session] });
  return session;
}

const playerNote = (title: string, author_audience: string) =>
  ask('POST', '/api/documents/notes/', player, {
    ...{ campaign, title, author_audience, idempotency_key: randomUUID() },
    markdown: `${title}: words`,
  });

const archive = async (as = gm, of = campaign) =>
  download(await exportedBy(service, { as, campaign: of }, 'archive'));

async function linesOf(bytes: Buffer, section: string): Promise<Record<string, unknown>[]> {
  const file = (await filesOfZip(bytes)).get(`campaign/${section}.jsonl`)?.toString() ?? '';
  return file
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

it('imports handouts, comments, notes of players, sessions and the ledger', async () => {
  await fill();
  await ask('PUT', '/api/documents/news/read/', player, { campaign: copy });
  const review = await reviewed(service, { gm, campaign: copy }, await archive());
  expect(review.review!.sections).toEqual([
    { section: 'shared_tags', count: 1, is_skipped: false },
    { section: 'handouts', count: 1, is_skipped: false },
    { section: 'comments', count: 2, is_skipped: false },
    { section: 'player_notes', count: 2, is_skipped: false },
    { section: 'sessions', count: 1, is_skipped: false },
    { section: 'ledger', count: expect.any(Number), is_skipped: false },
    { section: 'characters', count: 1, is_skipped: false },
  ]);
  expect(await committed(service, { gm }, review.id)).toMatchObject({ state: 'done' });

  // The handout is a separate document for its reader alone.
  const [handout] = (await documents(player, copy)).filter(({ title }) => title !== 'Vash');
  expect(handout).toMatchObject({ title: 'What you heard' });
  expect(await textOf(handout!.id, player)).toEqual(['The miller is Vash.', '']);
  const [, map] = await passagesOf(handout!.id, player);
  expect(map!.content.image).toBeDefined();
  const query = `ids=${map!.content.image}`;
  const { images } = await ask('GET', `/api/documents/${handout!.id}/images/?${query}`, player);
  expect((await fetch(images[0].url)).status).toBe(200);
  expect((await documents(other, copy)).map(({ title }) => title)).toEqual(['Vash']);

  // A recap is Public again once a GM publishes it.
  const recap = await titled('Recap', gm, copy);
  expect(recap).toMatchObject({ is_spoilers: true });
  expect(service.importedSessions.splice(0)).toMatchObject([
    { user: gm.id, sessions: [{ title: 'The gate', recap: recap.id }] },
  ]);

  const vash = await titled('Vash', gm, copy);
  const mill = await titled('Mill', gm, copy);
  const named = { is_imported: true, can_edit: false, imported_author: 'Player' };
  expect(await commentsOn(vash.id, other)).toEqual([
    expect.objectContaining({ ...named, text: 'Which favor?', can_delete: false }),
  ]);
  expect(await commentsOn(vash.id, gm)).toEqual([
    expect.objectContaining({ ...named, text: 'Which favor?', can_delete: true }),
  ]);
  expect(await commentsOn(mill.id, gm)).toEqual([
    expect.objectContaining({ ...named, imported_author: 'Gm', text: 'Reveal in session 3.' }),
  ]);
  expect(await commentsOn(handout!.id, player)).toEqual([]);

  expect((await notesOf(gm, copy)).map(({ title }) => title).sort()).toEqual([
    'For all',
    'For the GMs',
  ]);
  expect((await notesOf(other, copy)).map(({ title }) => title)).toEqual(['For all']);
  const [note] = await notesOf(player, copy);
  expect(note).toMatchObject({
    ...{ title: 'For all', is_imported: true, imported_author: 'Player' },
  });
  expect(note!.author).toBeUndefined();
  expect(await textOf(note!.id, player)).toEqual(['For all: words']);

  expect(await ask('GET', `/api/documents/shared-tags/?campaign=${copy}`, gm)).toEqual({
    tags: ['Places'],
  });

  const old = await ask('GET', `/api/campaigns/${copy}/ledger/?imported=true&limit=100`, gm);
  expect(
    old.imported.map(({ act, title }: { act: string; title: string }) => [act, title]),
  ).toContainEqual(['reveal', 'Vash']);
  expect(
    (await service.call('GET', `/api/campaigns/${copy}/ledger/?imported=true`, { as: player }))
      .status,
  ).toBe(403);
  // Imported records are not news.
  const { news } = await ask('GET', `/api/documents/news/?campaign=${copy}`, player);
  expect(news.map(({ title }: { title: string }) => title)).not.toContain('For all');
  expect(news.every(({ comments }: { comments?: number }) => comments === undefined)).toBe(true);
});

it('exports the same again after an import', async () => {
  await fill();
  const first = await archive();
  await imported(service, { gm, campaign: copy }, first);
  const again = await archive(gm, copy);
  for (const section of ['shared_tags', 'handouts', 'comments', 'player_notes']) {
    const [before, after] = await Promise.all(
      [first, again].map(async (bytes) => (await linesOf(bytes, section)).map(withoutIds)),
    );
    expect({ section, after }).toEqual({ section, after: before });
    expect(before!.length).toBeGreaterThan(0);
  }
  const [before, after] = await Promise.all(
    [first, again].map((bytes) => linesOf(bytes, 'ledger')),
  );
  // Acts of the import itself follow.
  expect(after!.slice(0, before!.length).map(withoutIds).sort(byTime)).toEqual(
    before!.map(withoutIds).sort(byTime),
  );
});

const withoutIds = ({
  id: _id,
  document: _document,
  source: _source,
  ...record
}: Record<string, unknown>) =>
  JSON.parse(JSON.stringify(record).replace(/item:[\w-]+/g, 'item:')) as Record<string, unknown>;
const byTime = (a: Record<string, unknown>, b: Record<string, unknown>) =>
  JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;

it('adds nothing twice when the import is repeated', async () => {
  await fill();
  const bytes = await archive();
  await imported(service, { gm, campaign: copy }, bytes);
  const contents = async () => ({
    documents: (await documents(player, copy)).map(({ title }) => title).sort(),
    comments: (await commentsOn((await titled('Vash', gm, copy)).id, gm)).length,
    notes: (await notesOf(gm, copy)).length,
    ledger: (await ask('GET', `/api/campaigns/${copy}/ledger/?imported=true`, gm)).imported.length,
  });
  const before = await contents();
  await imported(service, { gm, campaign: copy }, bytes);
  expect(await contents()).toEqual(before);
});

it('leaves out sections that a GM does not import, and undoes the others', async () => {
  await fill();
  const by = { gm, campaign: copy };
  const { id } = await reviewed(service, by, await archive());
  await ask('PATCH', `/api/imports/${id}/`, gm, {
    set: {},
    skipped_sections: ['comments', 'ledger'],
  });
  const answer: ImportAnswer = await ask('GET', `/api/imports/${id}/`, gm);
  expect(
    answer.review!.sections.filter(({ is_skipped }) => is_skipped).map(({ section }) => section),
  ).toEqual(['comments', 'ledger']);
  await committed(service, by, id);
  expect(await commentsOn((await titled('Vash', gm, copy)).id, gm)).toEqual([]);
  const ledger = () => ask('GET', `/api/campaigns/${copy}/ledger/?imported=true`, gm);
  expect((await ledger()).imported).toEqual([]);
  expect(await notesOf(gm, copy)).toHaveLength(2);
  await ask('POST', `/api/imports/${id}/undo/`, gm, {});
  await settledImport(service, by, id);
  expect(await notesOf(gm, copy)).toEqual([]);
});

const turnCommentsOff = () =>
  ask('PUT', '/api/documents/comments/settings/', gm, { campaign, comments: 'off' });

it('exports no comments while they are off', async () => {
  await fill();
  await turnCommentsOff();
  for (const as of [gm, player]) expect(await linesOf(await archive(as), 'comments')).toEqual([]);
});

it('exports only visible records to a player', async () => {
  await fill();
  const bytes = await archive(player);
  const [comments, notes] = [
    await linesOf(bytes, 'comments'),
    await linesOf(bytes, 'player_notes'),
  ];
  expect(comments.map(({ text }) => text)).toEqual(['Which favor?']);
  expect(comments[0]).not.toHaveProperty('audience');
  expect(notes.map(({ title }) => title).sort()).toEqual(['For all', 'For the GMs', 'Mine']);
  for (const section of ['ledger', 'handouts', 'shared_tags'])
    expect((await filesOfZip(bytes)).has(`campaign/${section}.jsonl`)).toBe(false);
  const notesOfOther = await linesOf(await archive(other), 'player_notes');
  expect(notesOfOther.map(({ title }) => title)).toEqual(['For all']);
});

it('shows no more of a crafted archive than its passages and tags show', async () => {
  await imported(service, { gm, campaign: copy }, { 'Secret places/Cave.md': 'A cave.\n' });
  const cave = await titled('Cave', gm, copy);
  await ask('PATCH', `/api/documents/${cave.id}/`, gm, { is_spoilers: false });
  await fill();
  const files = Object.fromEntries(await filesOfZip(await archive()));
  const comments = await linesOf(await zipOf(files), 'comments');
  const crafted = comments.flatMap((one) => [
    { ...one, audience: 'party', author: 'Gm' },
    { ...one, id: 'x', document: cave.id, audience: 'party' },
    { ...one, id: 'y', passage: 99, audience: 'party' },
  ]);
  files['campaign/comments.jsonl'] = Buffer.from(
    crafted.map((one) => JSON.stringify(one)).join('\n'),
  );
  files['campaign/shared_tags.jsonl'] = Buffer.from('{"tag":"Secret places"}\n{"tag":"Places"}');
  await imported(service, { gm, campaign: copy }, await zipOf(files));
  const mill = await titled('Mill', gm, copy);
  expect(
    (await service.call('GET', `/api/documents/${mill.id}/comments/`, { as: other })).status,
  ).toBe(404);
  const [handout] = (await documents(player, copy)).filter(
    ({ title }) => title === 'What you heard',
  );
  expect(await commentsOn(handout!.id, player)).toEqual([]);
  expect(await commentsOn(cave.id, gm)).toEqual([]);
  const vash = await titled('Vash', gm, copy);
  expect(await commentsOn(vash.id, gm)).toEqual([
    expect.objectContaining({ imported_author: 'Gm', is_imported: true }),
  ]);
  expect(await ask('GET', `/api/documents/shared-tags/?campaign=${copy}`, gm)).toEqual({
    tags: ['Places'],
  });
});

it.each<[string, (id: string) => Promise<unknown>]>([
  ['a session was withdrawn', async () => service.contents.delete(campaign)],
  [
    'a title was withdrawn',
    async () => {
      const { members, sessions } = service.contents.get(campaign)!;
      service.contents.set(campaign, { members, sessions: [{ ...sessions[0]!, title: null }] });
    },
  ],
  [
    'a comment was deleted',
    async (document) => {
      const [comment] = await commentsOn(document, player);
      await ask('DELETE', `/api/documents/${document}/comments/${comment.id}/`, player);
    },
  ],
  ['comments were turned off', () => turnCommentsOff()],
  [
    'a note became private',
    async () => {
      const note = (await notesOf(player, campaign)).find(({ title }) => title === 'For all')!;
      await ask('PUT', `/api/documents/notes/${note.id}/audience/`, player, {
        author_audience: 'private',
      });
    },
  ],
])('serves no archive after %s', async (_, withdraw) => {
  await fill();
  const vash = await titled('Vash', player, campaign);
  const { id } = await exportedBy(service, { as: other, campaign }, 'archive');
  const read = () =>
    service.call('GET', `/api/campaigns/${campaign}/exports/${id}/`, { as: other });
  expect((await read()).status).toBe(200);
  await withdraw(vash.id);
  expect((await read()).status).toBe(410);
});
