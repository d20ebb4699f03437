import fc from 'fast-check';
import type { ExportedNote } from '../src/export';
import type { TransferPassage } from '../src/model';
import { madeCampaign } from './made-campaign';
import { readEntries, writeCampaign } from './read-archive';
import { entriesOf } from './read-zip';
import { runs } from './runs';

const text = (words: string, more: Partial<TransferPassage> = {}): TransferPassage => ({
  ...{ kind: 'paragraph', depth: 0, text: words, content: { inlines: [{ text: words }] } },
  ...more,
});

const PATH = 'notes/Ferry.md';
const FERRY: ExportedNote = {
  ...{ sourceId: 'note-0', title: 'Ferry', tags: [], isPublic: true, aliases: [] },
  passages: [
    text('The ferry sails at dusk.'),
    text('The ferryman is the lich.', { audience: 'gm' }),
    text('His heart is in the mill.', { audience: { players: ['user-1'] } }),
    text('Vash', { content: { inlines: [{ text: 'Vash', href: 'item:note-0' }] } }),
    text('For one of you.', { audience: { players: ['user-1'] } }),
  ],
};

async function edit(change: (markdown: string) => string): Promise<ExportedNote> {
  const entries = await entriesOf(await writeCampaign({ notes: [FERRY], files: [] }));
  const before = entries.get(PATH)!.toString();
  const after = change(before);
  expect(after).not.toBe(before);
  entries.set(PATH, Buffer.from(after));
  const { notes, problems } = await readEntries(entries);
  expect(problems).toEqual([]);
  expect(notes).toHaveLength(1);
  return notes[0]!;
}

const audiences = ({ passages }: ExportedNote) =>
  passages.map(({ text: words, audience = 'note' }) => [words, audience]);

it('keeps all passages if only spaces changed', async () => {
  const note = await edit((markdown) => `${markdown}\n\n`);
  expect(note).toEqual(FERRY);
});

it('keeps the passages of generated notes if only spaces changed', async () => {
  await fc.assert(
    fc.asyncProperty(madeCampaign, async (campaign) => {
      const entries = await entriesOf(await writeCampaign(campaign));
      for (const [path, bytes] of entries)
        if (path.endsWith('.md')) entries.set(path, Buffer.from(`${bytes.toString()}\n`));
      const { notes } = await readEntries(entries);
      expect(notes).toEqual(campaign.notes);
    }),
    runs(30),
  );
});

it('reads an image that was moved into a secret for GMs only', async () => {
  const image = { kind: 'image' as const, depth: 0, text: '', content: {}, picture: 'file-0' };
  const files = [
    {
      ...{ sourceId: 'file-0', name: 'map.png', contentType: 'image/png', tags: [] },
      ...{ isPublic: true, size: 3, isEmbedded: true, bytes: Buffer.from('png') },
    },
  ];
  const notes = [{ ...FERRY, passages: [image, image] }];
  const entries = await entriesOf(await writeCampaign({ notes, files }));
  const markdown = entries.get(PATH)!.toString();
  const [before, after] = [
    '![Picture](<../files/map.png>)\n\n![Picture]',
    '![Picture](<../files/map.png>)\n\n> [!secret]\n> ![Picture]',
  ];
  expect(markdown).toContain(before);
  entries.set(PATH, Buffer.from(markdown.replace(before, after)));
  const read = await readEntries(entries);
  expect(read.notes[0]?.passages).toEqual([image, { ...image, audience: 'gm' }]);
});

it('reads new and changed text for GMs only, and keeps the audience of other text', async () => {
  const note = await edit((markdown) => markdown.replace('at dusk', 'at dawn').concat('\nNew.\n'));
  expect(audiences(note)).toEqual([
    ['The ferry sails at dawn.', 'gm'],
    ['The ferryman is the lich.', 'gm'],
    ['His heart is in the mill.', { players: ['user-1'] }],
    ['Vash', 'note'],
    ['For one of you.', { players: ['user-1'] }],
    ['New.', 'gm'],
  ]);
  expect(note.passages[3]?.content.inlines?.[0]?.href).toBe('item:note-0');
});

it('keeps a secret hidden that was changed or taken out of its callout', async () => {
  const changed = await edit((markdown) => markdown.replace('the lich', 'the king'));
  expect(audiences(changed)[2]).toEqual(['His heart is in the mill.', { players: ['user-1'] }]);
  expect(audiences(changed)[1]).toEqual(['GM only\nThe ferryman is the king.', 'gm']);
  const open = await edit((markdown) => markdown.replace('> [!secret]- GM only\n> ', ''));
  expect(audiences(open).slice(0, 3)).toEqual([
    ['The ferry sails at dusk.', 'note'],
    ['The ferryman is the lich.', 'gm'],
    ['His heart is in the mill.', { players: ['user-1'] }],
  ]);
});

it('reads a callout that became a secret for GMs only', async () => {
  const blocks = [{ kind: 'paragraph' as const, depth: 0, inlines: [{ text: 'A door.' }] }];
  const callout = {
    ...{ kind: 'callout' as const, depth: 0, text: 'A door.', content: { blocks, label: 'note' } },
  };
  const notes = [{ ...FERRY, passages: [callout] }];
  const entries = await entriesOf(await writeCampaign({ notes, files: [] }));
  const markdown = entries.get(PATH)!.toString();
  entries.set(PATH, Buffer.from(markdown.replace('[!note]', '[!secret]')));
  expect(audiences((await readEntries(entries)).notes[0]!)).toEqual([['A door.', 'gm']]);
});

it('reads nothing for players of generated notes that became secrets', async () => {
  await fc.assert(
    fc.asyncProperty(madeCampaign, async (campaign) => {
      const entries = await entriesOf(await writeCampaign(campaign));
      for (const [path, bytes] of entries) {
        if (!path.endsWith('.md')) continue;
        const [, properties = '', body = ''] = /^(---\n[^]*?\n---\n)([^]*)$/.exec(
          bytes.toString(),
        )!;
        const secret = body.replaceAll(/^/gm, '> ');
        entries.set(path, Buffer.from(`${properties}> [!secret]\n${secret}\n`));
      }
      const { notes } = await readEntries(entries);
      const open = notes.flatMap(({ passages }) =>
        passages.filter(({ audience }) => audience === undefined || audience === 'party'),
      );
      expect(open).toEqual([]);
    }),
    runs(30),
  );
});

it('finds public text before secret text with the same words', async () => {
  const passages = [text('Same.', { audience: 'gm' }), text('Same.')];
  const entries = await entriesOf(
    await writeCampaign({ notes: [{ ...FERRY, passages }], files: [] }),
  );
  const markdown = entries.get(PATH)!.toString();
  entries.set(PATH, Buffer.from(markdown.replace('> [!secret]- GM only\n> ', '')));
  const { notes } = await readEntries(entries);
  expect(audiences(notes[0]!)).toEqual([
    ['Same.', 'note'],
    ['Same.', 'gm'],
  ]);
});

it('takes changed marks, and links within the note', async () => {
  const note = await edit((markdown) =>
    markdown.replace('at dusk', '**at dusk**').concat('\n# Mill\n\n[there](#mill)\n'),
  );
  expect(note.passages[0]?.content.inlines).toEqual([
    { text: 'The ferry sails ' },
    { text: 'at dusk', bold: true },
    { text: '.' },
  ]);
  expect(note.passages.at(-1)?.content.inlines).toEqual([{ text: 'there', href: 'item:note-0/5' }]);
});

it('takes title and tags of the front matter, and never a wider audience', async () => {
  const changed = await edit((markdown) =>
    markdown.replace('title: "Ferry"', 'title: The ferry\ntags: [places/river]'),
  );
  expect(changed).toMatchObject({ title: 'The ferry', tags: ['places/river'], isPublic: true });
  const narrow = await edit((markdown) => markdown.replace('audience: "party"', 'audience: gm'));
  expect(narrow.isPublic).toBe(false);

  const hidden = { ...FERRY, isPublic: false };
  const entries = await entriesOf(await writeCampaign({ notes: [hidden], files: [] }));
  const markdown = entries.get(PATH)!.toString();
  entries.set(PATH, Buffer.from(markdown.replace('audience: "gm"', 'audience: "party"')));
  expect((await readEntries(entries)).notes[0]?.isPublic).toBe(false);
});

it('ignores front matter that is no YAML', async () => {
  const note = await edit((markdown) => markdown.replace('title: "Ferry"', 'title: [*a'));
  expect(note).toMatchObject({ title: 'Ferry', isPublic: true });
});

it('reads added Markdown files for GMs only', async () => {
  const entries = await entriesOf(await writeCampaign({ notes: [FERRY], files: [] }));
  entries.set(
    'notes/npcs/Odo.md',
    Buffer.from('---\naudience: party\n---\n# Odo\n\n> [!secret]\n> hush'),
  );
  const { notes } = await readEntries(entries);
  expect(notes[1]).toMatchObject({ title: 'Odo', tags: ['npcs'], isPublic: false });
  expect(notes[1]?.passages.map(({ text: words }) => words)).toEqual(['Odo', 'hush']);
});
