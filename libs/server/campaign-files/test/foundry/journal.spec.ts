import { itemHref } from '../../src/item-link';
import type { TransferPassage } from '../../src/model';
import { importBytes, linesOf } from '../import/read-all';
import { sourceOf } from '../made-campaign';
import { entriesOf } from '../read-zip';
import {
  adventureIn,
  fileWith,
  isSecret,
  MIRA,
  noteWith,
  paragraph,
  write,
  ZERO_WIDTH,
} from './write-journal';

describe('a journal for Foundry', () => {
  it('contains entries in folders, properties, files and instructions', async () => {
    const vash = noteWith([], {
      ...{ sourceId: 'vash', title: 'Vash', tags: ['a/b/c/d/e'], isPublic: false },
      ...{ category: 'person' as const, publicTitle: 'A ferryman' },
      aliases: [{ name: 'The Lich', audience: 'gm' as const }],
    });
    const inn = noteWith([paragraph({ text: 'Warm.' })], {
      aliases: [
        { name: 'The Boar', audience: 'readers' as const },
        { name: 'The Trap', audience: 'gm' as const },
      ],
    });
    const source = sourceOf({
      notes: [inn, vash],
      files: [fileWith('map', 'Big map.png', 'image/png')],
    });
    const description = '[[/roll 1d6]] <b>\n\nMore';
    const zip = await write({ ...source, campaign: { ...source.campaign, description } });
    const entries = await entriesOf(zip);
    expect([...entries.keys()]).toEqual([
      'README.txt',
      'adventure.json',
      'assets/tomekeeper-the-shattered-vale/Big map.png',
    ]);
    expect(entries.get('README.txt')!.toString()).toContain(
      '"assets/tomekeeper-the-shattered-vale"',
    );
    const { journal, folders, ...adventure } = await adventureIn(zip);
    expect(adventure.description.replaceAll(ZERO_WIDTH, '|')).toBe(
      '<p>[|[/roll 1d6]] &lt;b&gt;</p><p>More</p>',
    );
    const names = new Map(folders.map(({ _id, name }) => [_id, name]));
    expect(folders.map(({ name, folder }) => [name, names.get(folder ?? '')])).toEqual([
      ['places', undefined],
      ['north', 'places'],
      ['a', undefined],
      ['b', 'a'],
      ['c', 'b'],
      ['d/e', 'c'],
    ]);
    for (const { _id } of [...journal, ...folders]) expect(_id).toMatch(/^[a-z\d]{16}$/);
    expect(
      journal.map(({ name, folder, ownership, flags }) => [
        ...[name, names.get(folder!), ownership.default, flags],
      ]),
    ).toEqual([
      [...['Inn', undefined, 2], { tomekeeper: { id: 'inn', tags: [], aliases: ['The Boar'] } }],
      [
        ...['Vash', 'd/e', 0],
        {
          tomekeeper: {
            ...{ id: 'vash', tags: ['a/b/c/d/e'], category: 'person', aliases: ['The Lich'] },
            public_title: 'A ferryman',
          },
        },
      ],
    ]);
    const { notes, files, problems } = await importBytes(zip);
    expect(notes.map(({ title, passages }) => [title, passages.length])).toEqual([
      ['Inn', 1],
      ['Vash', 0],
    ]);
    expect([files.map(({ name }) => name), problems]).toEqual([['Big map.png'], []]);
  });

  it('keeps secrets in secret sections or hidden entries', async () => {
    const secret = (kind: 'callout' | 'image' | 'list_item'): TransferPassage => ({
      ...{ kind, depth: 0, text: 'hush' },
      content: { inlines: [{ text: 'hush' }], label: 'secret' },
    });
    const passages: TransferPassage[] = [
      paragraph({ text: 'Open.' }),
      { ...paragraph({ text: 'hush' }), audience: 'gm' },
      { ...paragraph({ text: 'hush' }), audience: { players: [MIRA] } },
      { ...secret('callout'), audience: 'gm' },
      { ...secret('image'), audience: 'gm' },
      ...[secret('callout'), secret('image'), secret('list_item')],
      { ...secret('callout'), text: 'Shown.', content: { label: 'secret' }, audience: 'party' },
    ];
    const hidden = noteWith([paragraph({ text: 'hush' }), ...passages], {
      ...{ sourceId: 'b', title: 'Hidden', isPublic: false },
    });
    const zip = await write(sourceOf({ notes: [noteWith(passages), hidden], files: [] }));
    const { journal } = await adventureIn(zip);
    const [open, secretEntry] = journal.map(({ pages, ownership }) => ({
      level: ownership.default,
      sections: pages[0]!.text.content.match(/<section class="secret" id="secret-\w{16}">/g)!,
      html: pages[0]!.text.content,
    }));
    expect(open!.html.replaceAll(/<section class="secret".*?<\/section>/g, '')).toBe(
      '<p>Open.</p><aside><p>Shown.</p></aside>',
    );
    expect(open!.html).toContain('<p><em>For Mira</em></p><p>hush</p>');
    expect(new Set(open!.sections).size).toBe(open!.sections.length);
    expect([open!.level, secretEntry!.level]).toEqual([2, 0]);
    const imported = await importBytes(zip);
    const texts = imported.notes[0]!.passages.filter((passage) => !isSecret(passage));
    expect(texts.map(({ text }) => text)).toEqual(['Open.', 'Shown.']);
    expect(imported.notes.map(({ isPublic }) => isPublic)).toEqual([true, false]);
  });

  it('continues in further adventures, with links between them', async () => {
    const long = Array.from({ length: 60 }, () => paragraph({ text: 'x'.repeat(20_000) }));
    const notes = Array.from({ length: 12 }, (_, at) =>
      noteWith(
        [paragraph({ text: 'next', href: itemHref({ id: `n${(at + 11) % 12}` }) }), ...long],
        {
          ...{ sourceId: `n${at}`, title: `Note ${at}` },
        },
      ),
    );
    const zip = await write(sourceOf({ notes, files: [] }));
    const [first, second] = await Promise.all(
      ['adventure.json', 'adventure-2.json'].map((path) => adventureIn(zip, path)),
    );
    expect(first!.journal.length + second!.journal.length).toBe(12);
    expect(second!.folders).toEqual(first!.folders);
    const imported = await importBytes(zip);
    expect(imported.notes.map((note) => linesOf(note)[0])).toEqual(
      imported.notes.map(
        (_, at) =>
          `paragraph: [next](${itemHref({ id: imported.notes[(at + 11) % 12]!.sourceId })})`,
      ),
    );
  });

  it('imports its files as files that players do not see, also texts and journals', async () => {
    const lore = {
      name: 'Lore',
      ownership: { default: 2 },
      pages: [{ text: { content: 'hush' } }],
    };
    const files = [
      {
        ...fileWith('a', 'lore.json', 'application/json'),
        bytes: Buffer.from(JSON.stringify(lore)),
      },
      ...['a.md', 'b.html', 'c.txt', 'README.txt'].map((name) =>
        fileWith(name, name, 'text/plain'),
      ),
    ];
    const notes = [noteWith([paragraph({ text: 'list', href: itemHref({ id: 'c.txt' }) })])];
    const imported = await importBytes(await write(sourceOf({ notes, files })));
    expect([imported.format, imported.problems]).toEqual(['foundry', []]);
    expect(imported.notes.map((note) => [note.title, linesOf(note)])).toEqual([
      ['Inn', [`paragraph: [list](${itemHref({ id: imported.files[3]!.sourceId })})`]],
    ]);
    expect(imported.files.map(({ name, tags, isPublic }) => [name, tags, isPublic])).toEqual(
      files.map(({ name }) => [name, [], false]),
    );
  });

  it('has instructions, which an import leaves out', async () => {
    const zip = await write(sourceOf({ notes: [noteWith([paragraph({ text: 'a' })])], files: [] }));
    const readme = (await entriesOf(zip)).get('README.txt')!.toString();
    expect(readme.split('\n').filter((line) => /^\d\. /.test(line))).toHaveLength(4);
    expect((await importBytes(zip)).notes.map(({ title }) => title)).toEqual(['Inn']);
  });
});
