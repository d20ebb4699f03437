import fc from 'fast-check';
import { itemHref } from '../src/item-link';
import { foldedName, MAX_NAME_BYTES } from '../src/export/names/safe-name';
import { madeCampaign, NAMES } from './made-campaign';
import { readEntries, writeCampaign } from './read-archive';
import { entriesOf } from './read-zip';
import { runs } from './runs';

it('restores generated campaigns, and exports them to the same bytes again', async () => {
  await fc.assert(
    fc.asyncProperty(madeCampaign, async (campaign) => {
      const zip = await writeCampaign(campaign);
      const entries = await entriesOf(zip);
      const { problems, ...imported } = await readEntries(entries);
      expect(problems).toEqual([]);
      expect(imported).toEqual(campaign);
      expect((await writeCampaign(imported)).equals(zip)).toBe(true);
    }),
    runs(50),
  );
});

const note = (title: string, at: number, tags: string[] = []) => ({
  ...{ sourceId: `note-${at}`, title, tags, isPublic: false, aliases: [], passages: [] },
});

it('gives items names that every file system accepts', async () => {
  const titles = [...NAMES, ...NAMES, 'folder', 'Folder.md'];
  const notes = titles.map((title, at) => note(title, at, at % 3 === 0 ? ['CON/folder. '] : []));
  const tagged = [...notes, note('x', 1000, ['folder.md']), note('x', 1001, ['Folder.MD/y'])];
  const paths = [...(await entriesOf(await writeCampaign({ notes: tagged, files: [] }))).keys()];
  const notePaths = paths.filter((path) => path.startsWith('notes/'));
  expect(notePaths).toHaveLength(tagged.length);
  expect(new Set(paths.map(foldedName)).size).toBe(paths.length);
  const folders = new Set<string>();
  for (const path of paths) {
    expect(path).toBe(path.normalize('NFC'));
    const parts = path.split('/');
    for (const [at, part] of parts.entries()) {
      expect(Buffer.byteLength(part)).toBeLessThanOrEqual(MAX_NAME_BYTES);
      expect(part).not.toMatch(/[<>:"\\|?*#^[\]]|%%|^[. ]|[. ]$/);
      expect(part).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
      if (at > 0) folders.add(foldedName(parts.slice(0, at).join('/')));
    }
  }
  for (const path of paths) expect(folders.has(foldedName(path))).toBe(false);
});

it('keeps the name of the first of several items with equal names', async () => {
  const notes = ['Mira', 'mira', 'MIRA'].map((title, at) => note(title, at));
  const entries = await entriesOf(await writeCampaign({ notes, files: [] }));
  const names = [...entries.keys()].filter((path) => path.endsWith('.md'));
  expect(names.map((path) => path.replace(/.*\//, ''))).toEqual([
    'Mira.md',
    'mira (2).md',
    'MIRA (3).md',
  ]);
});

const text = (words: string, more: object = {}) => ({
  ...{ kind: 'paragraph' as const, depth: 0, text: words, content: { inlines: [{ text: words }] } },
  ...more,
});

it('writes text for other tools, with secrets in secret callouts and relative links', async () => {
  const passages = [
    text('The ferry sails at dusk.'),
    text('The ferryman is the lich.', { audience: 'gm' }),
    text('He owes you a favor.', {
      audience: { players: ['00000000-0000-4000-8000-00000000000b'] },
    }),
    {
      ...text('See Old mill.'),
      content: {
        inlines: [
          { text: 'See ' },
          { text: 'Old mill', href: itemHref({ id: 'note-1' }) },
          { text: '.' },
        ],
      },
    },
  ];
  const notes = [
    {
      ...note('Ferry', 0, ['places/river']),
      ...{ isPublic: true, publicTitle: 'A ferry', category: 'place' as const, passages },
      aliases: [{ name: 'Vash', audience: 'gm' as const }],
    },
    note('Old mill', 1, ['places']),
  ];
  const entries = await entriesOf(await writeCampaign({ notes, files: [] }));
  expect(entries.get('notes/places/river/Ferry.md')?.toString()).toBe(`---
id: "note-0"
title: "Ferry"
public_title: "A ferry"
audience: "party"
tags:
  - "places/river"
aliases:
  - name: "Vash"
    audience: "gm"
category: "place"
---
The ferry sails at dusk.

> [!secret]- GM only
> The ferryman is the lich.

> [!secret]- For Tobin \\*the\\* Tall
> He owes you a favor.

See [Old mill](<../Old mill.md>).
`);
});

it('leaves out links to items and pictures that are not in the export', async () => {
  const passages = [
    {
      ...text('Vash'),
      content: { inlines: [{ text: 'Vash', href: itemHref({ id: 'hidden-1' }) }] },
    },
    { kind: 'image' as const, depth: 0, text: 'map', content: {}, picture: 'hidden-2' },
  ];
  const zip = await writeCampaign({ notes: [{ ...note('A', 0), passages }], files: [] });
  for (const bytes of (await entriesOf(zip)).values())
    expect(bytes.toString()).not.toContain('hidden-');
});
