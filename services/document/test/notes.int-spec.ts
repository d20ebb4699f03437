import { randomUUID } from 'node:crypto';
import type {
  CampaignDocument,
  EditedPassage,
  EditingAnswer,
  SavePassagesAnswer,
} from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import { GM_CLASS, PARTY_CLASS } from '@tomekeeper/visibility';
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

const MARKDOWN = `# Barovia

Mists.

> [!secret]
> Strahd is the innkeeper.

- one
- two`;

async function create(body: object = {}): Promise<CampaignDocument> {
  const answer = await service.call('POST', '/api/documents/notes/', {
    as: gm,
    body: { campaign, title: 'Session 1/2', is_spoilers: false, markdown: MARKDOWN, ...body },
  });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}
type DocumentRef = Pick<CampaignDocument, 'id'>;
const editing = async ({ id }: DocumentRef, as = gm): Promise<EditingAnswer> =>
  (await service.call('GET', `/api/documents/${id}/editing/`, { as })).body;
const patch = ({ id }: DocumentRef, body: object, as = gm) =>
  service.call('PATCH', `/api/documents/${id}/passages/`, { as, body });
async function save(note: DocumentRef, body: object, as = gm): Promise<SavePassagesAnswer> {
  const answer = await patch(note, body, as);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}
const textsFor = async ({ id }: DocumentRef, as = player): Promise<string[]> =>
  (await service.call('GET', `/api/documents/${id}/passages/`, { as })).body.passages.map(
    ({ text }: { text: string }) => text,
  );
const texts = async (note: DocumentRef) => (await editing(note)).passages.map(({ text }) => text);
const paragraph = (text: string, more: object = {}) => ({
  id: randomUUID() as string,
  kind: 'paragraph',
  content: { inlines: text === '' ? [] : [{ text }] },
  ...more,
});
const edited = ({ id, version }: Pick<EditedPassage, 'id' | 'version'>, text: string, more = {}) =>
  paragraph(text, { id, base_version: version, ...more });
const hintsOf = ({ id }: DocumentRef) => service.hints.filter((hint) => hint.id === id);
const setClass = (id: string | undefined, to: string | null) =>
  service.uow.query('UPDATE passage SET audience_class = $2 WHERE id = $1', [id, to]);

describe('a note', () => {
  it('is one, however often the call that made it is sent', async () => {
    const call = { campaign, title: 'Once', idempotency_key: randomUUID() };
    const made = (as: TestPerson, body: object = call) =>
      service.call('POST', '/api/documents/notes/', { as, body });
    const both = await Promise.all([made(gm), made(gm)]);
    const again = await made(gm, { ...call, idempotency_key: call.idempotency_key.toUpperCase() });
    const ids = [...both, again].map(({ body }) => body.id as string);
    expect([...both, again].map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(ids).size).toBe(1);
    // A key is its writer's and its campaign's.
    const elsewhere = { ...call, campaign: service.campaign(gm) };
    const others = [await made(coGm), await made(gm, elsewhere), await create({ title: 'Once' })];
    expect(others).toMatchObject([{ status: 201 }, { status: 201 }, {}]);
    expect((await made(player)).status).toBe(403);
    const list = await service.call('GET', `/api/documents/?campaign=${campaign}`, { as: gm });
    expect(list.body).toHaveLength(3);
    // A repeated request restores no deleted note and creates no second one.
    await service.call('DELETE', `/api/documents/${ids[0]}/`, { as: gm });
    expect((await made(gm)).status).toBe(404);
  });

  it('is created from Markdown, and limits secret blocks to GMs', async () => {
    const note = await create();
    expect(note).toMatchObject({
      kind: 'note',
      title: 'Session 1/2',
      s3_key: '',
      is_spoilers: false,
      text_state: 'ready',
      tags: [],
    });
    expect(note).not.toHaveProperty('size');
    expect(note).not.toHaveProperty('content_type');
    const { passages, ...rest } = await editing(note);
    expect(rest).toEqual({ title: 'Session 1/2', version: 1 });
    expect(passages.map(({ kind, text, audience }) => [kind, text, audience])).toEqual([
      ['heading', 'Barovia', 'party'],
      ['paragraph', 'Mists.', 'party'],
      ['callout', 'Strahd is the innkeeper.', 'gm'],
      ['list_item', 'one', 'party'],
      ['list_item', 'two', 'party'],
    ]);
    expect(await textsFor(note)).toEqual(['Barovia', 'Mists.', 'one', 'two']);
    const [told] = (await service.call('GET', '/api/documents/', { as: player })).body.filter(
      ({ id }: DocumentRef) => id === note.id,
    );
    expect(told).toEqual({
      id: note.id,
      campaign,
      kind: 'note',
      title: 'Session 1/2',
      original_filename: 'Session 1/2',
      s3_key: '',
      is_spoilers: false,
      created_at: note.created_at,
      text_state: 'ready',
    });
    expect(hintsOf(note)).toMatchObject([{ to: 'party' }]);
  });

  it('is a spoiler and empty unless said otherwise', async () => {
    const note = await create({ is_spoilers: undefined, markdown: undefined });
    expect(note).toMatchObject({ is_spoilers: true, text_state: 'ready' });
    expect((await editing(note)).passages).toEqual([]);
    expect(hintsOf(note)).toMatchObject([{ to: 'gm' }]);
    const list = (await service.call('GET', '/api/documents/', { as: player })).body;
    expect(list.map(({ id }: DocumentRef) => id)).not.toContain(note.id);
    await save(note, { changes: [paragraph('The plan.')] });
    expect(hintsOf(note)).toMatchObject([{ to: 'gm' }, { to: 'gm' }]);
  });

  it('is revealed with its text, renamed with slashes and all, thrown away and brought back', async () => {
    const note = await create({ is_spoilers: true });
    const change = (body: object) =>
      service.call('PATCH', `/api/documents/${note.id}/`, { as: gm, body });
    expect((await change({ is_spoilers: false })).body).toMatchObject({ kind: 'note' });
    await service.readTexts();
    expect(await textsFor(note)).toEqual(['Barovia', 'Mists.', 'one', 'two']);
    expect((await change({ original_filename: 'NPCs / towns' })).body.title).toBe('NPCs / towns');
    expect((await change({ original_filename: ' ' })).status).toBe(400);
    await service.call('DELETE', `/api/documents/${note.id}/`, { as: gm });
    const trash = (
      await service.call('GET', `/api/documents/trash/?campaign=${campaign}`, { as: gm })
    ).body;
    expect(trash).toMatchObject([{ id: note.id, kind: 'note', s3_key: '' }]);
    expect((await patch(note, { changes: [] })).status).toBe(404);
    await service.call('POST', `/api/documents/${note.id}/restore/`, { as: gm });
    await service.readTexts();
    expect(await textsFor(note)).toEqual(['Barovia', 'Mists.', 'one', 'two']);
    await service.call('DELETE', `/api/documents/${note.id}/`, { as: gm });
    await service.call('DELETE', `/api/documents/trash/${note.id}/`, { as: gm });
    for (const table of ['note', 'passage', 'reading'])
      expect(
        await service.uow.query(`SELECT 1 FROM ${table} WHERE document_id = $1`, [note.id]),
      ).toEqual([]);
  });

  it('has no file to open, replace or draw', async () => {
    const note = await create();
    for (const as of [gm, player])
      expect((await service.call('GET', `/api/documents/${note.id}/content/`, { as })).status).toBe(
        404,
      );
    const thumbnails = `/api/documents/thumbnails/?campaign=${campaign}&ids=${note.id}`;
    expect((await service.call('GET', thumbnails, { as: gm })).body.thumbnails).toEqual([
      { id: note.id, state: 'none' },
    ]);
    const key = await service.send(gm, campaign, note.id);
    expect(
      await service.call('POST', `/api/documents/${note.id}/versions/`, {
        as: gm,
        body: { s3_key: key },
      }),
    ).toMatchObject({ status: 409, body: { code: 'document.no_file' } });
    const list = async (kind: string) =>
      (
        await service.call('GET', `/api/documents/?campaign=${campaign}&kind=${kind}`, { as: gm })
      ).body.map(({ id }: DocumentRef) => id);
    expect(await list('note')).toEqual([note.id]);
    expect(await list('file')).toEqual([]);
  });

  it('accepts changes only from GMs, and files accept none', async () => {
    const [open, hidden] = [await create(), await create({ is_spoilers: true })];
    for (const [as, ofOpen, ofHidden] of [
      [coGm, 200, 200],
      [player, 403, 404],
      [stranger, 404, 404],
    ] as const)
      for (const [note, status] of [
        [open, ofOpen],
        [hidden, ofHidden],
      ] as const) {
        const url = `/api/documents/${note.id}/editing/`;
        expect((await service.call('GET', url, { as })).status).toBe(status);
        expect((await patch(note, { title: 'Mine' }, as)).status).toBe(status);
      }
    const file = await service.upload(gm, campaign);
    expect(await patch(file, { title: 'Mine' })).toMatchObject({
      status: 409,
      body: { code: 'document.not_a_note' },
    });
  });

  it('rejects too long text, by the sentence', async () => {
    const note = await create({ markdown: '' });
    const long = paragraph('x'.repeat(20_001));
    expect(await patch(note, { changes: [long] })).toMatchObject({
      status: 400,
      body: { changes: [expect.stringContaining('20000')] },
    });
    for (const body of [
      { changes: [{ ...long, kind: 'poem' }] },
      { changes: 7 },
      { removed: [{ id: 'x' }] },
      { title: '' },
    ])
      expect((await patch(note, body)).status).toBe(400);
    expect(await texts(note)).toEqual([]);
  });
});

describe('a save', () => {
  it('writes, moves and removes passages, and repeated changes nothing more', async () => {
    const note = await create();
    const [, mists, secret, one] = (await editing(note)).passages;
    const added = paragraph('Wolves.', { after: mists!.id });
    const behind = paragraph('Bats.', { after: added.id });
    const body = {
      // A passage may precede its predecessor in the request.
      changes: [
        behind,
        added,
        edited(mists!, 'Thick mists.'),
        { ...edited(one!, 'one'), kind: 'list_item', after: null },
      ],
      removed: [{ id: secret!.id, base_version: secret!.version }],
      title: 'Session 2',
    };
    const answer = await save(note, body);
    expect(answer).toEqual({
      kept: [
        { id: behind.id, version: 2 },
        { id: added.id, version: 2 },
        { id: mists!.id, version: 2 },
        { id: one!.id, version: 1 },
      ],
      clashes: [],
      version: 2,
    });
    const expected = ['one', 'Barovia', 'Thick mists.', 'Wolves.', 'Bats.', 'two'];
    expect(await texts(note)).toEqual(expected);
    expect(await textsFor(note)).toEqual(expected);
    const hints = hintsOf(note).length;
    expect(await save(note, body)).toEqual(answer);
    expect(await texts(note)).toEqual(expected);
    expect(hintsOf(note)).toHaveLength(hints);
    expect((await editing(note)).title).toBe('Session 2');
  });

  it('keeps words unchanged, and drops invalid addresses', async () => {
    const note = await create({ markdown: '' });
    const content = {
      inlines: [
        { text: ' two  spaces ', bold: true },
        { text: 'a link\u0000', href: 'https://example.org/' },
        { text: ' and none', href: 'javascript:alert(1)' },
      ],
      rows: [[[{ text: 'of another kind' }]]],
    };
    await save(note, { changes: [{ ...paragraph(''), content }, paragraph('')] });
    const { passages } = await editing(note);
    expect(passages.map(({ text }) => text)).toEqual([' two  spaces a link and none', '']);
    expect(passages[0]!.content).toEqual({
      inlines: [
        { text: ' two  spaces ', bold: true },
        { text: 'a link', href: 'https://example.org/' },
        { text: ' and none' },
      ],
    });
  });

  it('meets another one in the same passage alone: then both stand', async () => {
    const note = await create();
    const [barovia, mists, , one, two] = (await editing(note)).passages;
    await save(
      note,
      { changes: [edited(mists!, 'Fog.')], removed: [{ id: one!.id, base_version: 1 }] },
      coGm,
    );
    const answer = await save(note, {
      changes: [edited(mists!, 'Haze.'), edited(two!, 'three'), edited(one!, 'One!')],
      removed: [{ id: barovia!.id, base_version: 1 }],
    });
    expect(answer).toEqual({
      kept: [{ id: two!.id, version: 3 }],
      clashes: [
        { id: mists!.id, theirs: expect.objectContaining({ text: 'Fog.', version: 2 }) },
        { id: one!.id },
      ],
      version: 3,
    });
    expect(await texts(note)).toEqual(['Fog.', 'Strahd is the innkeeper.', 'three']);
    // A passage with remote changes is not deleted.
    const late = await save(note, { removed: [{ id: mists!.id, base_version: 1 }] });
    expect(late.clashes).toMatchObject([{ id: mists!.id, theirs: { text: 'Fog.' } }]);
  });

  it('moves followers of a deleted passage to its position', async () => {
    const note = await create();
    const [, mists] = (await editing(note)).passages;
    await save(note, { removed: [{ id: mists!.id, base_version: 1 }] }, coGm);
    await save(note, { changes: [paragraph('Wolves.', { after: mists!.id })] });
    expect((await texts(note)).slice(0, 2)).toEqual(['Barovia', 'Wolves.']);
  });

  it('finds room for many between two', async () => {
    const note = await create({ markdown: 'first\n\nlast' });
    const [first] = (await editing(note)).passages;
    const many = Array.from({ length: 40 }, (_, at) => paragraph(`${at}`, { after: first!.id }));
    for (const one of many) await save(note, { changes: [one] });
    expect(await texts(note)).toEqual([
      'first',
      ...many.map((_, at) => `${many.length - 1 - at}`),
      'last',
    ]);
  });
});

describe('words of a passage that players do not see', () => {
  const classes = async ({ id }: DocumentRef) =>
    new Map(
      (
        await service.uow.query<{ text: string; audience_class: string | null }>(
          'SELECT text, audience_class FROM passage WHERE document_id = $1',
          [id],
        )
      ).map((row) => [row.text, row.audience_class]),
    );

  it('stay hidden where they are split off, joined, copied, or brought back', async () => {
    const note = await create();
    const [, mists, secret] = (await editing(note)).passages;
    const hints = hintsOf(note).length;
    await save(note, {
      changes: [
        paragraph('the innkeeper', { from: [secret!.id] }),
        // Sources apply transitively, in any order.
        paragraph('innkeeper', { from: [secret!.id, mists!.id] }),
      ],
    });
    // Nothing that players see is other than before, and they hear of nothing.
    expect(hintsOf(note).slice(hints)).toMatchObject([{ to: 'gm' }]);
    await save(note, { removed: [{ id: secret!.id, base_version: 1 }] });
    await save(note, {
      changes: [
        edited(mists!, 'Mists. Strahd is the innkeeper.', { from: [secret!.id] }),
        paragraph('Strahd is back.', { id: secret!.id }),
        paragraph('Nobody knows whence.', { from: [randomUUID()] }),
      ],
    });
    expect(await classes(note)).toEqual(
      new Map([
        ['Barovia', null],
        ['one', null],
        ['two', null],
        ['the innkeeper', GM_CLASS],
        ['innkeeper', GM_CLASS],
        ['Mists. Strahd is the innkeeper.', GM_CLASS],
        ['Strahd is back.', GM_CLASS],
        ['Nobody knows whence.', GM_CLASS],
      ]),
    );
    expect(await textsFor(note)).toEqual(['Barovia', 'one', 'two']);
    // The mists are no longer theirs.
    expect(hintsOf(note).at(-1)).toMatchObject({ to: 'party' });
  });

  it('pass their audience to a following passage without a source, until its writer chooses one', async () => {
    const note = await create({ markdown: 'Open.\n\n> [!secret]\n> Hush.' });
    const [open, secret] = (await editing(note)).passages;
    await save(note, {
      changes: [
        paragraph('Pasted.', { after: secret!.id }),
        paragraph('At the end.'),
        paragraph('Beside.', { after: open!.id }),
        paragraph('For all.', { after: secret!.id, from: [] }),
      ],
    });
    expect(await textsFor(note)).toEqual(['Open.', 'Beside.', 'For all.']);
    expect((await classes(note)).get('Pasted.')).toBe(GM_CLASS);
  });

  it('stay hidden if they are from a Spoilers document, or were written while the note was Spoilers', async () => {
    const plan = await create({ is_spoilers: true, markdown: 'The plan.' });
    const [words] = (await editing(plan)).passages;
    const note = await create({ markdown: 'Open.' });
    const gone = paragraph('Written hidden.');
    await save(plan, { changes: [gone] });
    await save(plan, { removed: [{ id: gone.id, base_version: 2 }] });
    await service.call('PATCH', `/api/documents/${plan.id}/`, {
      as: gm,
      body: { is_spoilers: false },
    });
    await save(plan, { changes: [gone] });
    expect((await classes(plan)).get('Written hidden.')).toBe(GM_CLASS);
    await service.call('PATCH', `/api/documents/${plan.id}/`, {
      as: gm,
      body: { is_spoilers: true },
    });
    await save(note, { changes: [paragraph('The plan!', { from: [words!.id] })] });
    expect((await classes(note)).get('The plan!')).toBe(GM_CLASS);
  });

  it('are of the narrower of two classes', async () => {
    const note = await create({ markdown: 'a\n\nb\n\nc' });
    const [a, b] = (await editing(note)).passages;
    await setClass(a!.id, PARTY_CLASS);
    await save(note, {
      changes: [
        paragraph('of a', { from: [a!.id] }),
        paragraph('of both', { from: [a!.id, b!.id] }),
        {
          ...paragraph('', { from: [a!.id] }),
          kind: 'callout',
          content: {
            label: 'Secret',
            blocks: [{ kind: 'paragraph', depth: 0, inlines: [{ text: 'hush' }] }],
          },
        },
      ],
    });
    const now = await classes(note);
    expect(now.get('of a')).toBe(PARTY_CLASS);
    expect(now.get('of both')).toBeNull();
    expect(now.get('hush')).toBe(GM_CLASS);
  });

  it('are moved and rewritten without a word to players', async () => {
    const note = await create();
    const [, , secret] = (await editing(note)).passages;
    const before = await service.call('GET', `/api/documents/${note.id}/passages/`, { as: player });
    const hints = hintsOf(note).length;
    await save(note, {
      changes: [
        {
          ...edited(secret!, ''),
          kind: 'callout',
          content: { label: 'secret', blocks: [] },
          after: null,
        },
      ],
    });
    expect(hintsOf(note).slice(hints)).toMatchObject([{ to: 'gm' }]);
    const after = await service.call('GET', `/api/documents/${note.id}/passages/`, { as: player });
    expect(after.body).toEqual(before.body);
    expect(after.headers.etag).toBe(before.headers.etag);
  });
});

it('is part of the change feed: written and deleted passages', async () => {
  const note = await create({ markdown: 'first\n\nlast' });
  const [first, last] = (await editing(note)).passages;
  const feed = async () => {
    const { payload } = await service.app.inject({
      url: `/internal/campaigns/${campaign}/changes?after=0`,
      headers: { authorization: `Bearer ${await service.tokenOfSearch()}` },
    });
    return JSON.parse(payload) as {
      changes: Record<string, unknown>[];
      restricting: { party: number };
      last: number;
    };
  };
  const before = await feed();
  await save(note, { changes: [paragraph('new', { after: first!.id })] });
  // Additions raise no revocation watermark.
  expect((await feed()).restricting).toEqual(before.restricting);
  await save(note, {
    changes: [edited(first!, 'First.')],
    removed: [{ id: last!.id, base_version: 1 }],
  });
  const now = await feed();
  expect(now.restricting.party).toBe(now.last);
  const said = now.changes.flatMap((one) => (one.passage ? [one.text] : []));
  expect(said.sort()).toEqual(['First.', 'new']);
  expect(now.changes).toContainEqual(expect.objectContaining({ gone_passage: last!.id }));
});
