import { randomBytes } from 'node:crypto';
import { importBytes, importZip, linesOf, noteOf } from './read-all';

const page = (name: string, content: string, more: object = {}) => ({
  ...{ _id: name.toLowerCase(), name, type: 'text', sort: 0, ownership: { default: -1 } },
  ...{ text: { format: 1, content }, src: null },
  ...more,
});

const importJson = (value: unknown, name = 'fvtt-JournalEntry-lore-AbCdEfGh12345678.json') =>
  importBytes(JSON.stringify(value), { name });

describe('journals of Foundry VTT', () => {
  it.each([
    ['an observer of both', 2, 2, true],
    ['an owner of both', 3, 3, true],
    ['an inherited permission', 2, -1, true],
    ['an observer of the page in a limited entry', 1, 2, true],
    ['an observer of the page in a hidden entry', 0, 2, false],
    ['an observer of the page in an entry without ownership', undefined, 2, false],
    ['an inherited permission of a limited entry', 1, -1, false],
    ['an inherited permission of a hidden entry', 0, -1, false],
    ['a hidden page', 2, 0, false],
    ['a limited page', 2, 1, false],
    ['a page without ownership', 2, undefined, false],
    ['a text as ownership', 2, '2', false],
  ])('for %s', async (_, entry, own, isPublic) => {
    const { notes } = await importJson({
      ...{ _id: 'e', name: 'Lore', ownership: { default: entry, user1: 3 } },
      pages: [page('A', '<p>a</p>', { ownership: { default: own, user1: 2 } })],
    });
    expect(notes.map((note) => note.isPublic)).toEqual([isPublic]);
  });

  it('keeps secrets except revealed ones', async () => {
    const { notes } = await importJson({
      ...{ name: 'Lore', ownership: { default: 2 } },
      pages: [
        page(
          'A',
          '<p>Open.</p><section class="secret" id="s1"><p>hush <img src="x.png" alt="hush"></p></section>' +
            '<section id="s2" class="secret revealed"><p>Shown.</p><section class="secret"><p>hush</p></section></section>' +
            '<section title="class=\'secret revealed\'" class="secret"><p>hush</p></section>' +
            '<section class="secret" data-class="secret revealed"><p>hush</p></section>' +
            '<p class="secret">hush</p>',
        ),
        page('B', '', {
          text: {
            format: 2,
            content: '<p>Other</p>',
            markdown:
              'Open.\n\n<section class="secret">\n\nhush\n\n</section>\n\n%%hush%%\n\n<section class="secret revealed">\n\nShown.\n\n</section>',
          },
        }),
      ],
    });
    for (const { passages } of notes)
      for (const { text, content } of passages)
        expect([text, content.label === 'secret']).toEqual([text, text.includes('hush')]);
    expect(notes.map(linesOf)).toMatchObject([
      expect.arrayContaining(['paragraph: Open.', 'paragraph: Shown.']),
      expect.arrayContaining(['paragraph: Open.', 'paragraph: Shown.']),
    ]);
  });

  it('resolves links between pages, and keeps the words of others', async () => {
    const { notes, format } = await importJson([
      {
        ...{
          _id: 'e1',
          name: 'Lore',
          pages: [
            page('Two', '<h2>Old Mill</h2><p>Text</p>', { sort: 2 }),
            page(
              'One',
              '<p>@UUID[JournalEntry.e1.JournalEntryPage.two#old-mill]{mill} ' +
                '@UUID[.two]{near} @UUID[JournalEntry.e2]{entry} @JournalEntry[e2]{old} @JournalEntry[Single]{named} ' +
                '@UUID[Compendium.mod.pack.JournalEntry.e2.JournalEntryPage.solo]{pack}</p>' +
                '<p>@UUID[JournalEntry.e2] @UUID[Actor.abc]{Bob} @UUID[Actor.abc] @UUID[JournalEntry.gone]{Gone} @Item[xyz]{Sword}</p>' +
                '<p>Roll [[/r 1d6]], [[/roll 2d6[fire]]]{Fire} and [[1d20 + 4]]. <code>@UUID[Actor.abc]{Bob}</code></p>',
              { sort: 1 },
            ),
          ],
        },
      },
      { _id: 'e2', name: 'Single', pages: [page('Solo', '<p>Text</p>')] },
    ]);
    expect(format).toBe('foundry');
    expect(notes.map(({ title, sourceId, tags, path }) => [title, sourceId, tags, path])).toEqual([
      ['One', 'e1.one', ['Lore'], 'Lore/One'],
      ['Two', 'e1.two', ['Lore'], 'Lore/Two'],
      ['Single', 'e2.solo', [], 'Single'],
    ]);
    expect(linesOf(notes[0]!)).toEqual([
      'paragraph: [mill](item:e1.two/0) [near](item:e1.two) ' +
        '[entry](item:e2.solo) [old](item:e2.solo) [named](item:e2.solo) [pack](item:e2.solo)',
      'paragraph: [Linked page](item:e2.solo) Bob Actor [Gone](name:Gone) Sword',
      'paragraph: Roll 1d6, Fire and 1d20 + 4. @UUID[Actor.abc]{Bob}',
    ]);
    expect(notes[0]!.unresolved).toEqual(expect.arrayContaining(['Bob', 'Sword', 'Gone']));
  });

  it('imports pictures and other media that are in the archive', async () => {
    const imported = await importZip({
      'world/journal.json': JSON.stringify({
        journal: [
          {
            ...{ _id: 'e', name: 'Maps', folder: 'f2', ownership: { default: 2 } },
            pages: [
              page('Map', '', { type: 'image', src: 'worlds/w/maps/Big%20map.webp' }),
              page('Film', '', { type: 'video', src: 'film.webm', ownership: { default: 0 } }),
              page('Lost', '', { type: 'pdf', src: 'lost.pdf' }),
              page(
                'Text',
                '<p>See <img src="worlds/w/maps/Big%20map.webp"> @UUID[.map]{map} @UUID[.film]{film}</p>',
              ),
              page('Sheet', '', { type: 'system.sheet' }),
              page('Void', ''),
            ],
          },
        ],
        folders: [
          { _id: 'f1', name: 'World', folder: null },
          { _id: 'f2', name: 'North', folder: 'f1' },
        ],
      }),
      'worlds/w/maps/Big map.webp': 'x',
      'maps/Big map.webp': 'other',
      'worlds/w/tokens/Big map.webp': 'other',
      'films/film.webm': 'x',
      'actors/bob.json': '{"name":"Bob","type":"npc"}',
    });
    expect(imported.format).toBe('foundry');
    const note = noteOf(imported, 'Text');
    expect(note).toMatchObject({ tags: ['World/North/Maps'], path: 'World/North/Maps/Text' });
    expect(linesOf(note)).toEqual([
      'paragraph: See [map](item:worlds%2Fw%2Fmaps%2FBig%20map.webp) [film](item:films%2Ffilm.webm)',
      'image: <worlds/w/maps/Big map.webp>',
    ]);
    expect(
      imported.files.map(({ path, isPublic, isEmbedded }) => [path, isPublic, isEmbedded]),
    ).toEqual([
      ['worlds/w/maps/Big map.webp', true, true],
      ['maps/Big map.webp', false, false],
      ['worlds/w/tokens/Big map.webp', false, false],
      ['films/film.webm', false, false],
    ]);
    expect(imported.problems).toEqual([
      { path: 'World/North/Maps/Sheet', reason: 'unsupported' },
      { path: 'World/North/Maps/Void', reason: 'empty' },
      { path: 'actors/bob.json', reason: 'unsupported' },
      { path: 'lost.pdf', reason: 'unsupported' },
    ]);
  });

  it('shows a picture to players only if its page is public', async () => {
    const imported = await importZip({
      'j.json': JSON.stringify({
        ...{ _id: 'e', name: 'Maps', ownership: { default: 2 } },
        pages: [
          page('A', '', { type: 'image', src: 'a.webp', ownership: { default: 0 } }),
          page('B', '', { type: 'image', src: 'b.webp' }),
        ],
      }),
      'a.webp': 'x',
      'b.webp': 'x',
    });
    expect(imported.files.map(({ path, isPublic }) => [path, isPublic])).toEqual([
      ['a.webp', false],
      ['b.webp', true],
    ]);
  });

  it('bounds ids and paths, and refuses JSON that is too large', async () => {
    const long = 'x'.repeat(3000);
    const { notes } = await importJson({
      ...{
        journal: [
          {
            _id: long,
            name: long,
            folder: 'f',
            pages: [page(long, '<p>a</p>'), page('B', '<p>b</p>')],
          },
        ],
      },
      folders: [{ _id: 'f', name: long, folder: 'f' }],
    });
    for (const { sourceId, path, title } of notes) {
      expect(sourceId).toMatch(/^[0-9a-f]{64}$/);
      expect([path.length, title.length]).toEqual([1000, expect.any(Number)]);
      expect(title.length).toBeLessThanOrEqual(255);
    }
    expect(notes).toHaveLength(2);
    const large = {
      name: 'A',
      pages: [page('A', `<p>${randomBytes(13_000_000).toString('hex')}</p>`)],
    };
    expect((await importJson(large)).failed).toBe('too_large');
  });

  it('reads Markdown between journals as notes', async () => {
    const all = await importZip({
      'a.json': JSON.stringify({ name: 'A', pages: [page('A', '<p>a</p>')] }),
      'b.json': '{}',
      'README.md': 'Text',
    });
    expect(all.notes.map(({ title }) => title)).toEqual(['A', 'README']);
  });

  it('uses the id in the name of an exported file, and numbers entries without one', async () => {
    const entry = { name: 'Lore', pages: [page('A', '<p>a</p>')] };
    const [exported, listed] = [
      await importJson(entry),
      await importJson([entry, entry], 'all.json'),
    ];
    expect(exported.notes.map(({ sourceId }) => sourceId)).toEqual(['AbCdEfGh12345678.a']);
    expect(listed.notes.map(({ sourceId }) => sourceId)).toEqual(['all.json.1.a', 'all.json.2.a']);
  });
});
