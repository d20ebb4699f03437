import type { DocumentVersion, EditingAnswer, Passage } from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import { UploadCleanup } from '../src/uploads/upload-cleanup';
import { startDocumentApp, type DocumentApp, type UploadOptions } from './document-app';

let service: DocumentApp;
let gm: TestPerson;
let player: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
  [gm, player] = (await Promise.all(
    ['Gm', 'Player'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson];
});
afterAll(() => service?.stop());
beforeEach(() => {
  campaign = service.campaign(gm, [player]);
});

const call = (
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  as = gm,
) => service.call(method, `/api/documents/${path}`, { as, body });
const makeEditable = (id: string) => call('POST', `${id}/editable/`);
const passagesOf = async (id: string, as = gm): Promise<Passage[]> =>
  (await call('GET', `${id}/passages/`, undefined, as)).body.passages;
const textsOf = async (id: string, as = gm) => (await passagesOf(id, as)).map(({ text }) => text);
const listed = async (as: TestPerson) =>
  (await call('GET', `?campaign=${campaign}`, undefined, as)).body as object[];
const versionsOf = async (id: string): Promise<DocumentVersion[]> =>
  (await call('GET', `${id}/versions/`)).body;
const acts = async (id: string) =>
  (
    await service.uow.query<{ act: string }>(
      'SELECT act FROM ledger_entry WHERE document_id = $1 ORDER BY number',
      [id],
    )
  ).map(({ act }) => act);

const MARKDOWN = '# Mill\n\nThe miller sings.\n\nSee [the mill](#mill).\n';
const FILE = { name: 'Old Mill.md', contentType: 'text/markdown', content: MARKDOWN };
const uploaded = async (file: UploadOptions = {}) => {
  const document = await service.upload(gm, campaign, { ...FILE, ...file });
  await service.readTexts();
  return document;
};

it('keeps id, passages, audiences and ledger, and the file as an original', async () => {
  const { id, created_at } = await uploaded({ spoilers: true });
  const before = await passagesOf(id);
  const revealed = before[1]!.id;
  const choice = { passages: [revealed], audience: 'party', public_title: 'The mill' };
  expect((await call('PUT', `${id}/audience/`, choice)).status).toBe(200);
  const [shownBefore, textBefore] = [await listed(player), await passagesOf(id, player)];
  const audiences = (await passagesOf(id)).map(({ id: one, text, audience }) => [
    one,
    text,
    audience,
  ]);

  const { status, body } = await makeEditable(id);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id,
    created_at,
    kind: 'note',
    title: 'Old Mill',
    original_filename: 'Old Mill',
    text_state: 'ready',
    is_spoilers: true,
  });
  expect(
    (await passagesOf(id)).map(({ id: one, text, audience }) => [one, text, audience]),
  ).toEqual(audiences);
  expect(await acts(id)).toEqual(['upload', 'reveal', 'replace']);
  expect(await versionsOf(id)).toEqual([
    {
      id: expect.any(String),
      original_filename: 'Old Mill.md',
      content_type: 'text/markdown',
      size: MARKDOWN.length,
      replaced_at: expect.any(String),
      is_original: true,
    },
  ]);
  // A handout stays byte for byte the same.
  expect(await listed(player)).toEqual(shownBefore);
  expect(await passagesOf(id, player)).toEqual(textBefore);
});

it('is idempotent, also in parallel', async () => {
  const { id } = await uploaded();
  const answers = await Promise.all([makeEditable(id), makeEditable(id)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await makeEditable(id)).body).toEqual(
    (await call('GET', `?campaign=${campaign}`)).body[0],
  );
  expect(await versionsOf(id)).toHaveLength(1);
});

it('can be edited like any note, and its links still lead to passages', async () => {
  const { id } = await uploaded();
  await makeEditable(id);
  const editing: EditingAnswer = (await call('GET', `${id}/editing/`)).body;
  const [heading, song] = editing.passages;
  const changes = [
    { id: heading!.id, kind: 'heading', level: 1, content: { inlines: [{ text: 'Old mill' }] } },
    { id: song!.id, kind: 'paragraph', content: { inlines: [{ text: 'The miller is silent.' }] } },
  ].map((one, at) => ({ ...one, base_version: editing.passages[at]!.version }));
  const save = await call('PATCH', `${id}/passages/`, { changes, removed: [] });
  expect(save.body).toMatchObject({ version: editing.version + 1, clashes: [] });
  const seen = await passagesOf(id, player);
  expect(seen.map(({ text }) => text)).toEqual([
    'Old mill',
    'The miller is silent.',
    'See the mill.',
  ]);
  expect(seen[2]!.content.inlines?.[1]).toEqual({ text: 'the mill', href: `#p-${heading!.id}` });
  const { body } = await call('GET', `${id}/text-versions/`);
  expect(body.versions).toHaveLength(2);
});

it('gives players of a Public file the note under its title, and no file', async () => {
  const { id } = await uploaded();
  expect((await call('GET', `${id}/content/`, undefined, player)).status).toBe(200);
  await makeEditable(id);
  expect((await call('GET', `${id}/content/`, undefined, player)).status).toBe(404);
  expect(await listed(player)).toMatchObject([{ id, original_filename: 'Old Mill', kind: 'note' }]);
  const [original] = await versionsOf(id);
  const content = `${id}/versions/${original!.id}/content/`;
  expect((await call('GET', content, undefined, player)).status).toBe(403);
  expect(await (await fetch((await call('GET', content)).body.url)).text()).toBe(MARKDOWN);
});

it('becomes a file again when the original is restored', async () => {
  const { id } = await uploaded();
  const before = await passagesOf(id);
  await makeEditable(id);
  await call('PATCH', `${id}/passages/`, { title: 'The Drowned Mill', changes: [], removed: [] });
  const hidden = { passages: [before[1]!.id], audience: 'gm' };
  await call('PUT', `${id}/audience/`, hidden);
  const [original] = await versionsOf(id);
  const restore = `${id}/versions/${original!.id}/restore/`;
  expect(await call('POST', restore)).toMatchObject({
    status: 409,
    body: { code: 'document.edited_since' },
  });
  const restored = await call('POST', `${restore}?discard_edits=true`);
  expect(restored).toMatchObject({
    status: 200,
    body: { kind: 'file', original_filename: 'The Drowned Mill.md', size: MARKDOWN.length },
  });
  await service.readTexts();
  expect((await passagesOf(id)).map((one) => [one.id, one.text, one.audience])).toEqual(
    before.map((one, at) => [one.id, one.text, at === 1 ? 'gm' : 'party']),
  );
  expect(await textsOf(id, player)).toEqual(['Mill', 'See the mill.']);
  // Text was hidden in the note, so players get no file.
  expect((await call('GET', `${id}/content/`, undefined, player)).status).toBe(404);
  expect(await versionsOf(id)).toEqual([]);
  expect((await call('GET', `${id}/editing/`)).status).toBe(409);
});

it('keeps the original longer than other versions', async () => {
  const { id } = await uploaded();
  await service.replaceFile(gm, await uploaded(), { ...FILE, content: 'Other.' });
  await makeEditable(id);
  await service.uow.query(`UPDATE document_version SET replaced_at = now() - interval '31 days'`);
  await service.app.get(UploadCleanup).sweep();
  const kept = await service.uow.query(
    'SELECT document_id FROM document_version WHERE campaign_id = $1',
    [campaign],
  );
  expect(kept).toEqual([{ document_id: id }]);
});

it.each([
  ['a PDF', { name: 'a.pdf', contentType: 'application/pdf' }, 'document.cannot_be_editable'],
  ['a picture', { name: 'a.png', contentType: 'image/png' }, 'document.cannot_be_editable'],
  ['a file without text', { content: '\n' }, 'document.text_missing'],
])('rejects %s with the next step', async (_, file, code) => {
  const { id } = await uploaded(file);
  expect(await makeEditable(id)).toMatchObject({ status: 409, body: { code } });
  expect((await call('GET', `?campaign=${campaign}`)).body).toMatchObject([{ id, kind: 'file' }]);
});

it('rejects a file whose new version is not extracted yet, and changes nothing', async () => {
  const document = await uploaded();
  const worker = `UPDATE reading SET source_key = 'another' WHERE document_id = $1`;
  await service.uow.query(worker, [document.id]);
  const { status, body } = await makeEditable(document.id);
  expect({ status, code: body.code }).toEqual({ status: 409, code: 'document.text_missing' });
  expect(await versionsOf(document.id)).toEqual([]);
});

it('keeps text that was typed while a passage was hidden from an undo of that Hide', async () => {
  // Two extractions, so that the file has a higher version than a new note.
  const document = await uploaded();
  await service.replaceFile(gm, document, FILE);
  await service.readTexts();
  const { id } = document;
  const [, song] = await passagesOf(id);
  const hide = { passages: [song!.id], audience: 'gm' };
  const { act } = (await call('PUT', `${id}/audience/`, hide)).body;
  await makeEditable(id);
  const editing: EditingAnswer = (await call('GET', `${id}/editing/`)).body;
  const change = {
    id: song!.id,
    kind: 'paragraph',
    content: { inlines: [{ text: 'The miller is the murderer.' }] },
    base_version: editing.passages[1]!.version,
  };
  await call('PATCH', `${id}/passages/`, { changes: [change], removed: [] });
  await call('DELETE', `${id}/acts/${act}/`);
  expect(await textsOf(id, player)).toEqual(['Mill', 'See the mill.']);
});

describe('the original of a note', () => {
  const release = (id: string, audience = 'readers', as = gm) =>
    call('PUT', `${id}/original/`, { audience }, as);
  const original = (id: string, as = player) => call('GET', `${id}/original/`, undefined, as);
  const ofPlayer = async (id: string) =>
    (await listed(player)).find((one) => (one as { id: string }).id === id);
  async function note(file: UploadOptions = {}) {
    const { id } = await uploaded(file);
    expect((await makeEditable(id)).status).toBe(200);
    return id;
  }

  it('is for GMs alone until they release it, as a new object under the present title', async () => {
    const id = await note();
    const before = await listed(player);
    expect((await original(id)).status).toBe(404);
    expect((await original(id, gm)).status).toBe(200);
    const [kept] = await service.uow.query<{ s3_key: string }>(
      'SELECT s3_key FROM document_version WHERE document_id = $1',
      [id],
    );
    await call('PATCH', `${id}/`, { original_filename: 'The mill' });
    expect((await release(id)).body).toMatchObject({ id, original: 'readers' });
    expect(await ofPlayer(id)).toMatchObject({ kind: 'note', original: 'readers' });
    const { status, body } = await original(id);
    expect(status).toBe(200);
    expect(body.url).not.toContain(kept!.s3_key);
    const file = await fetch(body.url);
    expect(await file.text()).toBe(MARKDOWN);
    expect(file.headers.get('content-disposition')).toContain('The mill.md');
    await call('PATCH', `${id}/`, { original_filename: 'Old Mill' });
    expect((await release(id, 'gm')).body).toMatchObject({ original: 'gm' });
    expect(await listed(player)).toEqual(before);
    expect((await original(id)).status).toBe(404);
  });

  it('is refused for spoilers, for partly hidden notes and for other documents', async () => {
    const spoiler = await note({ spoilers: true });
    expect((await release(spoiler)).status).toBe(409);
    const id = await note();
    const [, hidden] = await passagesOf(id);
    await call('PUT', `${id}/audience/`, { passages: [hidden!.id], audience: 'gm' });
    expect(await release(id)).toMatchObject({
      status: 409,
      body: { code: 'document.part_is_hidden' },
    });
    expect((await release((await uploaded()).id)).status).toBe(409);
  });

  const hide = async (id: string) => {
    const [, passage] = await passagesOf(id);
    const choice = { passages: [passage!.id], audience: 'gm' };
    const { body } = await call('PUT', `${id}/audience/`, choice);
    await call('DELETE', `${id}/acts/${body.act}/`);
  };
  const edit = async (id: string, change: (passage: { id: string; version: number }) => object) => {
    const editing: EditingAnswer = (await call('GET', `${id}/editing/`)).body;
    const save = await call('PATCH', `${id}/passages/`, change(editing.passages[1]!));
    expect(save).toMatchObject({ status: 200, body: { clashes: [] } });
  };
  const written = (text: string, more: object) => ({
    changes: [{ kind: 'paragraph', content: { inlines: [{ text }] }, ...more }],
    removed: [],
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    [
      'a Hide of the document',
      async (id) => {
        await call('PATCH', `${id}/`, { is_spoilers: true });
        await call('PATCH', `${id}/`, { is_spoilers: false });
      },
    ],
    ['a Hide of a passage, even if it is undone', hide],
    [
      'a Delete of the document',
      async (id) => {
        await call('DELETE', `${id}/`);
        await call('POST', `${id}/restore/`);
      },
    ],
    [
      'an edit that removes text',
      (id) =>
        edit(id, ({ id: passage, version }) =>
          written('The miller.', { id: passage, base_version: version }),
        ),
    ],
    [
      'the removal of a passage',
      (id) =>
        edit(id, ({ id: passage, version }) => ({
          changes: [],
          removed: [{ id: passage, base_version: version }],
        })),
    ],
  ])('is withdrawn by %s', async (_, act) => {
    const id = await note();
    await release(id);
    await act(id);
    await service.readTexts();
    expect((await original(id)).status).toBe(404);
    expect(await ofPlayer(id)).not.toHaveProperty('original');
    expect((await release(id)).status).toBe(200);
  });

  it('is withdrawn where a link loses its target, or a passage its image', async () => {
    const linked = (href: string | undefined) => [
      { text: 'The miller sings.', ...(href && { href }) },
    ];
    for (const [before, after] of [
      [{ inlines: linked('https://mill.example') }, { inlines: linked(undefined) }],
      [{ inlines: linked('https://mill.example') }, { inlines: linked('https://inn.example') }],
    ]) {
      const id = await note();
      const save = (content: object | undefined) =>
        edit(id, ({ id: passage, version }) => ({
          changes: [{ id: passage, base_version: version, kind: 'paragraph', content }],
          removed: [],
        }));
      await save(before);
      await release(id);
      await save(before);
      expect((await original(id)).status).toBe(200);
      await save(after);
      expect((await original(id)).status).toBe(404);
    }
  });

  it('is never released after text of it was removed while it was hidden', async () => {
    const remove = (id: string) =>
      edit(id, ({ id: passage, version }) => ({
        changes: [],
        removed: [{ id: passage, base_version: version }],
      }));
    const rewrite = (id: string) =>
      edit(id, ({ id: passage, version }) =>
        written('Nobody sings.', { id: passage, base_version: version }),
      );
    for (const change of [remove, rewrite]) {
      const spoiler = await note({ spoilers: true });
      await change(spoiler);
      await call('PATCH', `${spoiler}/`, { is_spoilers: false });
      const id = await note();
      const [, passage] = await passagesOf(id);
      await call('PUT', `${id}/audience/`, { passages: [passage!.id], audience: 'gm' });
      await change(id);
      await call('PUT', `${id}/audience/`, { passages: 'all', audience: 'party' });
      for (const one of [spoiler, id]) {
        expect(await release(one)).toMatchObject({
          status: 409,
          body: { code: 'document.original_has_removed_secret' },
        });
        expect((await original(one)).status).toBe(404);
      }
    }
  });

  it('is released after a secret was removed that was not in the file', async () => {
    const id = await note();
    const secret = crypto.randomUUID();
    await edit(id, ({ id: after }) => written('A spy.', { id: secret, after, seen_by: 'gm' }));
    await edit(id, () => ({ changes: [], removed: [{ id: secret, base_version: 3 }] }));
    expect((await release(id)).status).toBe(200);
  });

  it('that is deleted permanently after its release is gone for players at once', async () => {
    const id = await note();
    await release(id);
    const [kept] = await versionsOf(id);
    const begin = service.hints.length;
    expect((await call('DELETE', `${id}/versions/${kept!.id}/`)).status).toBe(204);
    expect(service.hints.slice(begin)).toMatchObject([{ to: 'party' }]);
    expect(await ofPlayer(id)).not.toHaveProperty('original');
  });

  it('stays released when text is added, and players do not notice a secret that is written', async () => {
    const id = await note();
    await release(id);
    await edit(id, ({ id: passage, version }) =>
      written('The miller sings. Loudly.', { id: passage, base_version: version }),
    );
    const before = await ofPlayer(id);
    await edit(id, ({ id: after }) => ({
      changes: [
        {
          id: crypto.randomUUID(),
          kind: 'paragraph',
          content: { inlines: [{ text: 'The miller is a spy.' }] },
          after,
          seen_by: 'gm',
        },
      ],
      removed: [],
    }));
    expect((await passagesOf(id)).at(2)).toMatchObject({ audience: 'gm' });
    expect(await ofPlayer(id)).toEqual(before);
    expect(before).toMatchObject({ original: 'readers' });
    expect((await original(id)).status).toBe(200);
  });
});
