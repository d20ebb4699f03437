import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { writeArchive } from '../src/export';
import { itemHref } from '../src/item-link';
import type { TransferPassage } from '../src/model';
import { extract } from './extract';
import { madeCampaign, sourceOf, type MadeCampaign } from './made-campaign';
import { entriesOf } from './read-zip';
import { runs } from './runs';

const signal = new AbortController().signal;

const writeVault = async (campaign: MadeCampaign): Promise<Map<string, Buffer>> =>
  entriesOf(await buffer(writeArchive(sourceOf(campaign), { format: 'obsidian', signal })));

const linesOf = (texts: readonly string[]): string[] =>
  texts
    .flatMap((text) => text.split('\n'))
    .filter((line) => !/^(GM only|For Mira, Tobin \*the\* Tall|)$/.test(line))
    .toSorted();

it('keeps the text of generated campaigns, and the bytes of files', async () => {
  await fc.assert(
    fc.asyncProperty(madeCampaign, async (campaign) => {
      const entries = await writeVault(campaign);
      const isNote = (path: string) => path.endsWith('.md');
      const notes = [...entries].filter(([path]) => isNote(path));
      const files = [...entries].filter(([path]) => !isNote(path));
      expect(files.map(([, bytes]) => bytes)).toEqual(campaign.files.map(({ bytes }) => bytes));
      const picture = files[0]?.[0].replace('attachments/', '') ?? '';
      expect(notes).toHaveLength(campaign.notes.length);
      for (const [at, [, bytes]] of notes.entries()) {
        const texts = extract(bytes.toString()).map(({ text }) => text);
        const expected = campaign.notes[at]!.passages.map((passage) =>
          passage.picture === undefined ? passage.text : picture,
        );
        expect(linesOf(texts)).toEqual(linesOf(expected));
      }
    }),
    runs(50),
  );
});

const text = (...inlines: { text: string; href?: string }[]): TransferPassage => ({
  ...{ kind: 'paragraph', depth: 0, text: inlines.map((each) => each.text).join('') },
  content: { inlines },
});
const note = (
  sourceId: string,
  title: string,
  tags: string[],
  passages: TransferPassage[] = [],
) => ({
  ...{ sourceId, title, tags, isPublic: true, aliases: [], passages },
});

it('writes links, embeds, secrets and properties as Obsidian does', async () => {
  const to = (id: string, passage?: number) =>
    itemHref({ id, ...(passage !== undefined && { passage }) });
  const passages: TransferPassage[] = [
    { kind: 'heading', depth: 0, level: 1, text: 'The [old] mill', content: {} },
    text(
      { text: 'the lady', href: to('mira') },
      { text: ' or ' },
      { text: 'mira', href: to('other') },
    ),
    text({ text: 'Vash', href: to('vash') }),
    text({ text: 'a [b]', href: to('vash') }),
    text({ text: 'above', href: to('inn', 0) }),
    text({ text: 'below', href: to('inn', 12) }),
    text({ text: 'gone', href: to('none') }),
    text({ text: 'Embedded note', href: to('vash') }),
    { kind: 'image', depth: 0, text: 'A map', content: {}, picture: 'map' },
    {
      ...{ kind: 'table', depth: 0, text: 'Vash' },
      content: { rows: [[[{ text: 'him', href: to('vash') }]]], hasHeader: true },
    },
    { ...text({ text: 'hush' }), audience: 'gm' },
    {
      ...text({ text: 'for two' }),
      audience: {
        players: ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'],
      },
    },
    { kind: 'heading', depth: 0, level: 2, text: 'Crypt', content: {}, audience: 'gm' },
  ];
  const inn = {
    ...note('inn', 'Inn', ['old places/2'], passages),
    ...{ category: 'place' as const, pinned: true },
    aliases: [{ name: 'The Boar', audience: 'gm' as const }],
  };
  const map = {
    ...{ sourceId: 'map', name: 'map.png', contentType: 'image/png', tags: ['maps'] },
    ...{ isPublic: true, isEmbedded: true, size: 3, bytes: Buffer.from('png') },
  };
  const notes = [
    inn,
    note('mira', 'Mira', ['npcs']),
    note('other', 'mira', ['places']),
    note('vash', 'Vash: the *Ferryman*', ['2024']),
  ];
  const entries = await writeVault({ notes, files: [map] });
  expect([...entries.keys()]).toEqual([
    'old places/2/Inn.md',
    'npcs/Mira.md',
    'places/mira.md',
    '2024/Vash the Ferryman.md',
    'attachments/map.png',
  ]);
  expect(entries.get('old places/2/Inn.md')?.toString()).toBe(`---
id: "inn"
title: "Inn"
audience: "party"
tags:
  - "old-places/2"
aliases:
  - "The Boar"
category: "place"
pinned: true
---
# The \\[old\\] mill

[[npcs/Mira|the lady]] or [[places/mira|mira]]

[[Vash the Ferryman|Vash]]

[a \\[b\\]](<2024/Vash the Ferryman.md>)

[[Inn#The old mill|above]]

[[Inn|below]]

gone

![[Vash the Ferryman]]

![[map.png|A map]]

| [[Vash the Ferryman\\|him]] |
| --- |

> [!secret]- GM only
> hush

> [!secret]- For Mira, Tobin \\*the\\* Tall
> for two

> [!secret]- GM only
> ## Crypt
`);
});
