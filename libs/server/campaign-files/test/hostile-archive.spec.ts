import { IMPORT_LIMITS } from '@tomekeeper/contracts-document';
import type { ExportedNote } from '../src/export';
import { isCampaignArchive } from '../src/import/archive/read-archive';
import { ImportError } from '../src/model';
import { readEntries, writeCampaign } from './read-archive';
import { containerOf, entriesOf } from './read-zip';

const NOTE: ExportedNote = {
  ...{ sourceId: 'note-0', title: 'Ferry', tags: [], isPublic: true, aliases: [] },
  passages: [{ kind: 'paragraph', depth: 0, text: 'One', content: { inlines: [{ text: 'One' }] } }],
};
const FILE = {
  ...{ sourceId: 'file-0', name: 'map.png', contentType: 'image/png', tags: [], isPublic: true },
  ...{ size: 3, isEmbedded: false, bytes: Buffer.from('png') },
};
const RECORD = 'passages/note-0.json';
const TEXT = 'texts/file-0.json';

interface RecordJson {
  passages: { content: object }[];
  [property: string]: unknown;
}

const made = async () => entriesOf(await writeCampaign({ notes: [NOTE], files: [FILE] }));

/** Reads the archive after a change of the record of its note. */
async function withRecord(change: (record: RecordJson) => unknown) {
  const entries = await made();
  const record = JSON.parse(entries.get(RECORD)!.toString()) as RecordJson;
  entries.set(RECORD, Buffer.from(JSON.stringify(change(record) ?? record)));
  return readEntries(entries);
}

/** Reads the archive of a Public file with a hidden passage after a change of its entries. */
async function withText(change: (entries: Map<string, Buffer>) => void) {
  const passages = [{ ...NOTE.passages[0]!, audience: 'gm' as const }, NOTE.passages[0]!];
  const entries = await entriesOf(
    await writeCampaign({ notes: [NOTE], files: [{ ...FILE, passages }] }),
  );
  change(entries);
  const { files, problems } = await readEntries(entries);
  return {
    files: files.map(({ isPublic, passages: text }) => [isPublic, text?.length]),
    problems,
  };
}

it('keeps a file with the text that hides a passage', async () => {
  expect(await withText(() => undefined)).toEqual({ files: [[true, 2]], problems: [] });
});

it.each<[string, (entries: Map<string, Buffer>) => unknown]>([
  ['is missing', (entries) => entries.delete(TEXT)],
  ['is no JSON', (entries) => entries.set(TEXT, Buffer.from('{'))],
  ['was changed', (entries) => entries.set(TEXT, revealed(entries.get(TEXT)!))],
])('reads a file whose text %s for GMs only, and says so', async (_, change) => {
  expect(await withText(change)).toEqual({
    files: [[false, undefined]],
    problems: [{ path: TEXT, reason: 'damaged' }],
  });
});

it('reads a replaced file without the text of the earlier one, for GMs only', async () => {
  const replaced = await withText((entries) =>
    entries.set('files/map.png', Buffer.from('another picture')),
  );
  expect(replaced).toEqual({ files: [[false, undefined]], problems: [] });
});

const revealed = (text: Buffer) => Buffer.from(text.toString().replace(',"audience":"gm"', ''));

it('writes a file with a text beyond the limits of notes for GMs only, without the text', async () => {
  const long = { ...NOTE.passages[0]!, text: 'x'.repeat(20_001) };
  const passages = [{ ...long, content: { inlines: [{ text: long.text }] } }];
  const zip = await writeCampaign({ notes: [NOTE], files: [{ ...FILE, passages }] });
  const { files, problems } = await readEntries(await entriesOf(zip));
  expect([files, problems]).toEqual([[{ ...FILE, isPublic: false }], []]);
});

it.each<[string, (record: RecordJson) => unknown]>([
  ['without passages', (record) => ({ ...record, passages: undefined })],
  ['with an unknown kind', (record) => ({ ...record, passages: [{ kind: 'x', content: {} }] })],
  ['with an unknown audience', (record) => ({ ...record, audience: 'everyone' })],
  [
    'with an unknown audience of a passage',
    (record) => ({ ...record, passages: [{ ...record.passages[0], audience: 'readers' }] }),
  ],
  ['with a number as a title', (record) => ({ ...record, title: 1 })],
  ['that is a list', () => []],
])('reports a note %s as damaged, and reads the other items', async (_, change) => {
  const { notes, files, problems } = await withRecord(change);
  expect(problems).toEqual([{ path: RECORD, reason: 'damaged' }]);
  expect(files).toEqual([FILE]);
  // Its Markdown is read as a note for GMs.
  expect(notes.map(({ isPublic }) => isPublic)).toEqual([false]);
});

it('ignores unknown properties, and removes unsafe links, null characters and unknown pictures', async () => {
  const { notes } = await withRecord((record) => {
    const content = {
      script: 'x',
      inlines: [
        { text: 'a\0', href: 'javascript:alert(1)', onclick: 'x' },
        { text: 'b', href: '#d-00000000-0000-4000-8000-000000000001' },
      ],
    };
    record.passages.push({ ...record.passages[0], content });
    record.passages.push({ kind: 'image', alt: 'map', content: {}, picture: 'x' } as never);
    record.ledger = [];
  });
  expect(notes[0]?.passages.slice(1)).toEqual([
    { kind: 'paragraph', depth: 0, text: 'ab', content: { inlines: [{ text: 'ab' }] } },
    { kind: 'image', depth: 0, text: 'map', content: {} },
  ]);
});

it('reads secret markup without an audience for GMs only', async () => {
  const { notes } = await withRecord((record) => {
    const blocks = [{ kind: 'paragraph', depth: 0, inlines: [{ text: 'hush' }] }];
    record.passages.push({ kind: 'callout', content: { label: 'secret', blocks } } as never);
  });
  expect(notes[0]?.passages[1]).toMatchObject({ text: 'hush', audience: 'gm' });
});

it('reports a note that is too long', async () => {
  const long = { kind: 'paragraph', content: { inlines: [{ text: 'x'.repeat(20_000) }] } };
  const { problems } = await withRecord((record) => ({
    ...record,
    passages: Array<unknown>(110).fill(long),
  }));
  expect(problems).toEqual([{ path: RECORD, reason: 'too_large' }]);
});

it('reports an id that occurs twice', async () => {
  const entries = await made();
  entries.set('passages/other.json', entries.get(RECORD)!);
  const { notes, problems } = await readEntries(entries);
  expect(notes).toHaveLength(1);
  expect(problems).toEqual([{ path: 'passages/other.json', reason: 'damaged' }]);
});

it('reads a replaced file for GMs only', async () => {
  const entries = await made();
  entries.set('files/map.png', Buffer.from('other'));
  const { files } = await readEntries(entries);
  expect(files).toEqual([{ ...FILE, size: 5, bytes: Buffer.from('other'), isPublic: false }]);
});

it.each(['../map.png', '/etc/passwd', 'tomekeeper.json', 'files/none.png'])(
  'reports the path %s of a file as damaged',
  async (path) => {
    const entries = await made();
    const [record] = JSON.parse(entries.get('files.json')!.toString()) as [object];
    entries.set('files.json', Buffer.from(JSON.stringify([{ ...record, path }])));
    const { files, notes, problems } = await readEntries(entries);
    expect({ files, problems }).toEqual({ files: [], problems: [{ path, reason: 'damaged' }] });
    expect(notes).toEqual([NOTE]);
  },
);

it('reports a file beyond the limit', async () => {
  const { problems } = await readEntries(await made(), { fileBytes: 2 });
  expect(problems).toEqual([{ path: 'files/map.png', reason: 'too_large' }]);
});

it.each<[string, string, string, string]>([
  ['a newer format', 'tomekeeper.json', '{"format": 2}', 'unsupported'],
  ['no JSON', 'tomekeeper.json', '{', 'damaged'],
  ['a damaged list of files', 'files.json', '{}', 'damaged'],
])('rejects an archive with %s', async (_, path, content, reason) => {
  const entries = await made();
  entries.set(path, Buffer.from(content));
  await expect(readEntries(entries)).rejects.toMatchObject({ reason });
  await expect(readEntries(entries)).rejects.toBeInstanceOf(ImportError);
});

it('recognizes an archive by its description', async () => {
  const entries = await made();
  expect(isCampaignArchive(containerOf(entries))).toBe(true);
  entries.delete('tomekeeper.json');
  expect(isCampaignArchive(containerOf(entries))).toBe(false);
  await expect(readEntries(entries)).rejects.toMatchObject({ reason: 'unsupported' });
});

it('rejects an archive without items, and one with too many entries', async () => {
  const empty = await entriesOf(await writeCampaign({ notes: [], files: [] }));
  await expect(readEntries(empty)).rejects.toMatchObject({ reason: 'empty' });
  await expect(readEntries(await made(), { entries: 2 })).rejects.toMatchObject({
    reason: 'too_many',
  });
});

const comment = (id: string, more: object = {}) =>
  JSON.stringify({
    ...{ id, document: 'note-0', passage: 0, by_gm: false, text: 'Who is he?' },
    ...{ created_at: '2026-11-30T08:00:00.000Z', ...more },
  });

async function withComments(lines: string) {
  const entries = await made();
  entries.set('campaign/comments.jsonl', Buffer.from(lines));
  const { sections, ...rest } = await readEntries(entries);
  return { ...rest, ids: sections?.comments?.map(({ id }) => id) };
}

it.each([
  ['is no JSON', '{'],
  ['has an unknown audience', comment('x', { audience: 'everyone' })],
  ['has no text', comment('x', { text: '' })],
  ['has a null character', comment('x', { text: 'a\0' })],
  ['has too much text', comment('x', { text: 'a'.repeat(2001) })],
  ['has a passage before the first', comment('x', { passage: -1 })],
])('leaves out a comment that %s, and says so once', async (_, line) => {
  const { ids, notes, problems } = await withComments(
    [comment('1'), line, line, '', comment('2')].join('\n'),
  );
  expect(ids).toEqual(['1', '2']);
  expect(problems).toEqual([{ path: 'campaign/comments.jsonl', reason: 'damaged' }]);
  expect(notes).toHaveLength(1);
});

it('reads no more than the limit of records, and no endless line', async () => {
  const many = Array.from({ length: IMPORT_LIMITS.sectionRecords + 1 }, (_, at) =>
    comment(`${at}`),
  );
  const { ids, problems } = await withComments(many.join('\n'));
  expect(ids).toHaveLength(IMPORT_LIMITS.sectionRecords);
  expect(problems).toEqual([{ path: 'campaign/comments.jsonl', reason: 'too_many' }]);
  const long = await withComments(`${comment('1')}\n${'x'.repeat(4 * 1024 * 1024)}`);
  expect(long.problems).toEqual([{ path: 'campaign/comments.jsonl', reason: 'too_large' }]);
  expect(long.notes).toHaveLength(1);
});

it('does not read sections of later versions', async () => {
  const entries = await made();
  entries.set('campaign/maps.jsonl', Buffer.from('{}'));
  const { sections, problems } = await readEntries(entries);
  expect(sections).toBeUndefined();
  expect(problems).toEqual([]);
});

it('leaves out a note of a player that is too long, and marks that change the direction of text', async () => {
  const note = (more: object) =>
    JSON.stringify({
      ...{ id: 'n', audience: 'party', title: 'Suspects', passages: [] },
      ...{ created_at: '2026-11-30T08:00:00.000Z', ...more },
    });
  const long = { kind: 'paragraph', content: { inlines: [{ text: 'a'.repeat(1_000_000) }] } };
  const entries = await made();
  const lines = [
    note({ passages: [long] }),
    note({ title: '\u200b' }),
    note({ title: 'a\u202eb', author: 'Iv\no' }),
  ];
  entries.set('campaign/player_notes.jsonl', Buffer.from(lines.join('\n')));
  const { sections, problems } = await readEntries(entries);
  expect(problems).toEqual([{ path: 'campaign/player_notes.jsonl', reason: 'damaged' }]);
  expect(sections?.player_notes).toMatchObject([{ title: 'a b', author: 'Iv o' }]);
});
