import {
  ARCHIVE_SECTIONS,
  DOCUMENT_CATEGORIES,
  type ArchiveSection,
} from '@tomekeeper/contracts-document';
import { mapContent } from '@tomekeeper/text-extraction';
import fc from 'fast-check';
import type { ExportedFile, ExportedNote, ExportSource } from '../src/export';
import { recordOfPassage } from '../src/archive-format/passage-records';
import { type SectionRecord, type SectionRecords } from '../src/archive-format/sections';
import { itemHref } from '../src/item-link';
import type { TransferAudience, TransferPassage } from '../src/model';
import { madePassage } from './made-passages';
import { madeSession } from './sections/made-session';

/** Names that are a problem on some file system. */
export const NAMES = [
  ...['CON', 'con', 'aux.md', 'COM1.txt', 'nul', 'Trailing...', '.hidden', 'a/b\\c:d*?"<>|', '..'],
  ...[
    'x'.repeat(255),
    '龍'.repeat(200),
    '👩‍🚀'.repeat(40),
    'Zoe\u0308',
    'ZOË',
    'Mira',
    'mira',
    'MIRA',
  ],
  ...['חוזה חכירה', 'عقد', '100%', '%%a%%', 'A #1 [x] ^y', '../../etc/passwd', 'Straße', 'STRASSE'],
];
const TAGS = ['npcs', 'NPCs', 'npcs/barovia', 'con', 'Mira.md', 'עיר', 'a b/c'];
export const PLAYERS = new Map([
  ['00000000-0000-4000-8000-00000000000a', 'Mira'],
  ['00000000-0000-4000-8000-00000000000b', 'Tobin *the* Tall'],
]);

export interface MadeCampaign {
  notes: ExportedNote[];
  files: (Omit<ExportedFile, 'body'> & { bytes: Buffer })[];
  sections?: MadeSections;
}

export type MadeSections = { [Name in ArchiveSection]?: SectionRecord<Name>[] };

const audience = fc.constantFrom<(TransferAudience | undefined)[]>(
  undefined,
  undefined,
  'gm',
  'party',
  { players: [...PLAYERS.keys()] },
);
const properties = {
  tags: fc.uniqueArray(fc.constantFrom(...TAGS), {
    maxLength: 3,
    selector: (tag) => tag.toLowerCase(),
  }),
  isPublic: fc.boolean(),
  category: fc.constantFrom(undefined, ...DOCUMENT_CATEGORIES),
  pinned: fc.constantFrom(undefined, true),
};
const alias = fc.record({
  name: fc.constantFrom('Vash', 'the Ferryman', '龍'),
  audience: fc.constantFrom('gm' as const, 'readers' as const),
});

function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;
}

/** Replaces some links of a passage by links to items, and gives pictures to images. */
function linked(passage: TransferPassage, ids: readonly string[]): TransferPassage {
  const content = mapContent(passage.content, (inline) =>
    inline.href?.startsWith('name:') && ids[0] !== undefined
      ? { ...inline, href: itemHref({ id: ids[inline.text.length % ids.length]!, passage: 0 }) }
      : inline,
  );
  const isImage = passage.kind === 'image' && ids.includes('file-0');
  return { ...passage, content, ...(isImage && { picture: 'file-0' }) };
}

const line = fc.constantFrom('a', 'Mira', '龍 "x"', ' {}');
const text = fc.constantFrom('a', '龍 "x"', 'line\nline', '{}');
const at = fc.constantFrom('2026-11-30T08:00:00.000Z', '1999-12-31T23:59:59.999Z');
const ids = ['note-0', 'note-1', 'file-0', 'elsewhere'];
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const records = {
  shared_tags: fc.record({ tag: fc.constantFrom(...TAGS) }),
  handouts: fc.record({
    ...{ id: fc.uuid(), source: fc.constantFrom(...ids), title: line },
    category: fc.constantFrom(undefined, ...DOCUMENT_CATEGORIES),
    passages: fc.array(
      fc.record({ passage: fc.nat(6), audience: audience.map((one) => one ?? 'gm') }),
    ),
  }),
  comments: fc.record({
    ...{ id: fc.uuid(), document: fc.constantFrom(...ids), passage: fc.nat(6) },
    ...{ author: maybe(line), by_gm: fc.boolean(), audience, text },
    ...{ created_at: at, edited_at: maybe(at) },
  }),
  player_notes: fc.record({
    ...{ id: fc.uuid(), author: maybe(line), title: line, created_at: at },
    audience: fc.constantFrom('private', 'gms', 'party'),
    passages: fc.array(
      madePassage.map((passage) => defined(recordOfPassage(passage, () => false))),
      { maxLength: 4 },
    ),
  }),
  sessions: madeSession,
  characters: fc.record({
    player: fc.option(line),
    ...{ name: fc.constant('Vash'), line: maybe(line) },
    portrait: maybe(fc.constantFrom(...ids)),
  }),
  ledger: fc.record({
    ...{ id: fc.uuid(), at, act: fc.constantFrom('reveal', 'hide', 'show'), by: maybe(line) },
    ...{ document: maybe(fc.constantFrom(...ids)), title: maybe(line) },
    audience: fc.constantFrom('gm', 'party', 'players'),
    ...{ players: maybe(fc.array(line)), passages: maybe(fc.nat(9)) },
  }),
} satisfies { [Name in ArchiveSection]: fc.Arbitrary<object> };

const sections = fc.record(
  Object.fromEntries(
    ARCHIVE_SECTIONS.map((name) => [
      name,
      fc.array<object>(records[name].map(defined), { minLength: 1, maxLength: 3 }),
    ]),
  ),
  { requiredKeys: [] },
) as fc.Arbitrary<MadeSections>;

export const madeCampaign: fc.Arbitrary<MadeCampaign> = fc
  .record({
    sections,
    notes: fc.array(
      fc.record({
        title: fc.constantFrom(...NAMES),
        publicTitle: fc.constantFrom(undefined, 'A handout'),
        ...properties,
        aliases: fc.array(alias, { maxLength: 2 }),
        passages: fc.array(fc.tuple(madePassage, audience), { maxLength: 6 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    files: fc.array(
      fc.record({
        name: fc.constantFrom(...NAMES.map((name) => `${name.slice(0, 250)}.png`)),
        contentType: fc.constantFrom('image/png', 'text/plain'),
        ...properties,
        isEmbedded: fc.boolean(),
        publicTitle: fc.constantFrom(undefined, 'A handout'),
        passages: maybe(fc.array(fc.tuple(madePassage, audience), { minLength: 1, maxLength: 4 })),
        bytes: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      }),
      { maxLength: 3 },
    ),
  })
  .map(({ notes, files, sections }) => {
    const noteIds = notes.map((_, at) => `note-${at}`);
    const ids = [...noteIds, ...files.map((_, at) => `file-${at}`)];
    const textOf = (passages: [TransferPassage, TransferAudience | undefined][], to: string[]) =>
      passages.map(([passage, readers]) =>
        linked({ ...passage, ...(readers && { audience: readers }) }, to),
      );
    return {
      ...(Object.keys(sections).length > 0 && { sections }),
      notes: notes.map(({ passages, ...note }, at) => ({
        ...defined(note),
        sourceId: `note-${at}`,
        passages: textOf(passages, ids),
      })),
      files: files.map(({ passages, ...file }, at) => ({
        ...defined(file),
        // Without pictures, which extraction adds.
        ...(passages && { passages: textOf(passages, noteIds) }),
        sourceId: `file-${at}`,
        size: file.bytes.length,
      })),
    };
  });

export function sourceOf({ notes, files, sections = {} }: MadeCampaign): ExportSource {
  return {
    campaign: { title: 'The Shattered Vale', gameSystem: 'D&D 5e' },
    viewer: 'gm',
    index: [
      ...notes.map(({ sourceId: id, title, tags }) => ({ id, kind: 'note' as const, title, tags })),
      ...files.map(({ sourceId: id, name, tags }) => ({
        ...{ id, kind: 'file' as const, title: name, tags },
      })),
    ],
    players: PLAYERS,
    notes: each(notes),
    files: each(files.map(({ bytes, ...file }) => ({ ...file, body: each([bytes]) }))),
    sections: ARCHIVE_SECTIONS.flatMap((name) =>
      sections[name] ? [{ name, records: each<object>(sections[name]) } as SectionRecords] : [],
    ),
  };
}

export async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
