import { importBytes, importZip, linesOf, noteOf } from './read-all';

const PNG = Buffer.from('\x89PNG');

describe('an Obsidian vault', () => {
  it('keeps properties of front matter, and folders as tags', async () => {
    const vault = await importZip({
      'Places/Towns/Vashford.md':
        '---\ntitle: Vashford Town\naliases: [The Ford, "  ", The Ford]\ntags: "#town, coast/north"\ncategory: Place\npublish: true\ndg-publish: true\n---\nOn the river.',
      'b.md': '---\ntags:\n  - a\n  - "#A"\n  - 7\nalias: Bee\ntype: person\n---\n#inline Text',
    });
    expect(vault.format).toBe('obsidian');
    expect(noteOf(vault, 'Vashford Town')).toMatchObject({
      sourceId: 'Places/Towns/Vashford.md',
      path: 'Places/Towns/Vashford.md',
      aliases: [{ name: 'The Ford', audience: 'gm' }],
      tags: ['Places/Towns', 'town', 'coast/north'],
      category: 'place',
      isPublic: false,
    });
    const other = noteOf(vault, 'b');
    expect(other).toMatchObject({ tags: ['a', '7'], category: 'person', isPublic: false });
    expect(linesOf(other)).toEqual(['paragraph: #inline Text']);
  });

  it.each([
    ['broken YAML', '---\na: [\n---\nText.'],
    ['many YAML aliases', `---\na: &a [x]\nb: [${'*a,'.repeat(200)}*a]\n---\nText.`],
    ['deep YAML', `---\na: ${'['.repeat(20_000)}\n---\nText.`],
    ['a list', '---\n- a\n---\nText.'],
    ['a key of the archive', '---\ntomekeeper: { audience: party }\n---\nText.'],
  ])('imports a note with %s as front matter without properties', async (_, text) => {
    const vault = await importBytes(text, { name: 'a.md' });
    expect(vault.notes).toMatchObject([{ title: 'a', tags: [], aliases: [], isPublic: false }]);
    expect(vault.notes[0]!.passages.at(-1)!.text).toContain('Text.');
  });

  it('limits tags to what documents take', async () => {
    const deep = 'a/b/c/d/e/f/g/h.md';
    const long = `${'x'.repeat(70)}/${'y'.repeat(70)}/z.md`;
    const vault = await importZip({ [deep]: 'Text', [long]: 'Text' });
    expect(vault.notes.map(({ tags }) => tags)).toEqual([['a/b/c/d/e'], ['x'.repeat(70)]]);
  });

  it.each([
    // Links as Obsidian finds them.
    ['a name', '[[Vash]]', '[Vash](item:People%2FVash.md)'],
    ['a name in other letters', '[[vASH]]', '[vASH](item:People%2FVash.md)'],
    ['a path', '[[People/Vash|the Ferryman]]', '[the Ferryman](item:People%2FVash.md)'],
    ['a part of a path', '[[Old/Ruin]]', '[Old/Ruin](item:Places%2FOld%2FRuin.md)'],
    ['the shortest path', '[[Ruin]]', '[Ruin](item:Ruin.md)'],
    ['an alias', '[[The Ferryman]]', '[The Ferryman](item:People%2FVash.md)'],
    ['a title', '[[Vash of the Ford]]', '[Vash of the Ford](item:People%2FVash.md)'],
    ['a heading', '[[Vash#Old debts]]', '[Vash › Old debts](item:People%2FVash.md/1)'],
    ['a heading in a heading', '[[Vash#Who#Old debts|x]]', '[x](item:People%2FVash.md/1)'],
    ['an unknown heading', '[[Vash#No|x]]', '[x](item:People%2FVash.md)'],
    ['a block', '[[Vash#^coin|x]]', '[x](item:People%2FVash.md/2)'],
    ['a block of a callout', '[[Vash#^box|x]]', '[x](item:People%2FVash.md/3)'],
    ['a relative path', '[x](../People/Vash.md#old-debts)', '[x](item:People%2FVash.md/1)'],
    [
      'an encoded path',
      '[x](./Sub/Th%C3%A9o%20(2).md)',
      '[x](item:Notes%2FSub%2FTh%C3%A9o%20(2).md)',
    ],
    ['a path in brackets', '[x](<Sub/Théo (2).md>)', '[x](item:Notes%2FSub%2FTh%C3%A9o%20(2).md)'],
    ['a path from the root', '[x](/People/Vash.md)', '[x](item:People%2FVash.md)'],
    [
      'NFD letters',
      `[[${'Théo (2)'.normalize('NFD')}|x]]`,
      '[x](item:Notes%2FSub%2FTh%C3%A9o%20(2).md)',
    ],
    [
      'a file',
      '[[board.canvas]] [[карта 1.png|x]]',
      '[board.canvas](item:board.canvas) [x](item:attachments%2F%D0%BA%D0%B0%D1%80%D1%82%D0%B0%201.png)',
    ],
    [
      'a heading of the note',
      '[[#Here|x]] [y](#here)',
      '[x](item:Notes%2FOne.md/0) [y](item:Notes%2FOne.md/0)',
    ],
    ['a website', '[x](https://a.example/b)', '[x](https://a.example/b)'],
    [
      'no target',
      '[[Nobody]] [y](Lost/No%20one.md)',
      '[Nobody](name:Nobody) [y](name:No%20one.md)',
    ],
    ['code of a script', '[x](javascript:alert(1))', 'x'],
  ])('resolves a link with %s', async (_, link, expected) => {
    const vault = await importZip({
      'Notes/One.md': `# Here\n\n${link}`,
      'Notes/Sub/Théo (2).md': 'Text',
      'People/Vash.md':
        '---\ntitle: Vash of the Ford\naliases: [The Ferryman]\n---\n# Who\n\n## Old debts\n\nA coin. ^coin\n\n> [!note]\n> A box.\n> ^box',
      'Places/Old/Ruin.md': 'Text',
      'Ruin.md': 'Text',
      'board.canvas': '{}',
      'attachments/карта 1.png': PNG,
    });
    expect(linesOf(noteOf(vault, 'One'))).toEqual(['heading1: Here', `paragraph: ${expected}`]);
    expect(JSON.stringify(noteOf(vault, 'Vash of the Ford').passages)).not.toMatch(/\^|anchors/);
  });

  it('keeps escaped pipes in tables as links, and lists targets that the import does not contain', async () => {
    const vault = await importZip({
      'a.md':
        '| Ally |\n|---|\n| [[Vash\\|the Ferryman]] |\n\n[[Odo]] [[Odo|x]] ![[Lost]] ![[no.png]]',
      'Vash.md': 'Text',
    });
    const note = noteOf(vault, 'a');
    expect(linesOf(note)).toEqual([
      'table: Ally / [the Ferryman](item:Vash.md)',
      'paragraph: [Odo](name:Odo) [x](name:Odo)',
      'paragraph: [Embedded note](name:Lost)',
      'paragraph: [Embedded file](name:no.png)',
    ]);
    expect(note.unresolved).toEqual(['Odo', 'Lost', 'no.png']);
  });

  it('puts embeds into passages of their own', async () => {
    const vault = await importZip({
      'a.md':
        '![[Traitor file]] starts, ![[map.png|300]] goes on ![A map|40x30](maps/map.png) ends.\n\n' +
        '![[Traitor file#Plan]]\n\n![[rules.pdf]]\n\n![[board.canvas]]\n\n- item ![[map.png]]\n\n![x](https://a.example/b.png)',
      'Traitor file.md': '# Plan\n\nText',
      'maps/map.png': PNG,
      'rules.pdf': '%PDF-',
      'board.canvas': '{}',
    });
    const note = noteOf(vault, 'a');
    expect(linesOf(note)).toEqual([
      'paragraph: [Embedded note](item:Traitor%20file.md)',
      'paragraph: starts,',
      'image: <maps/map.png>',
      'paragraph: goes on',
      'image: <maps/map.png> A map',
      'paragraph: ends.',
      'paragraph: [Embedded note](item:Traitor%20file.md/0)',
      'paragraph: [Embedded file](item:rules.pdf)',
      'paragraph: [Embedded file](item:board.canvas)',
      'list_item: item',
      'image: <maps/map.png>',
      'paragraph: [x](https://a.example/b.png)',
    ]);
    expect(note.passages[4]).toMatchObject({ content: { width: 40, height: 30 } });
    expect(note.passages.map(({ text }) => text).join()).not.toContain('Traitor');
    expect(vault.files.map(({ path, isEmbedded }) => [path, isEmbedded])).toEqual([
      ['maps/map.png', true],
      ['rules.pdf', false],
      ['board.canvas', false],
    ]);
  });

  it.each([
    [
      'a callout',
      '> [!secret] S\n> hush ![[map.png]] ![[Traitor]]',
      ['! callout: S / hush [Embedded note](item:Traitor.md)', '! image: <map.png>'],
    ],
    [
      'a comment',
      'Open. %%hush ![[map.png]]%%',
      ['paragraph: Open.', '! callout: hush', '! image: <map.png>'],
    ],
    ['a comment that is an embed', '%%![[map.png]]%%', ['! image: <map.png>']],
    [
      'a comment around a lost picture',
      '%%![[no.png]]%%',
      ['! callout: [Embedded file](name:no.png)'],
    ],
    [
      'a comment around a note',
      '%%![[Traitor]]%%',
      ['! callout: [Embedded note](item:Traitor.md)'],
    ],
    [
      'a section',
      '<section class="secret">\n\nhush ![[map.png]]\n\n</section>\n\nOpen.',
      ['! callout: hush', '! image: <map.png>', 'paragraph: Open.'],
    ],
    [
      'a section of HTML',
      '<section class="secret"><p>hush</p><img src="map.png"></section>',
      ['! callout: hush', '! image: <map.png>'],
    ],
    [
      'an unclosed section',
      '<section class="secret">\n\nhush ![[Traitor]]',
      ['! callout: hush [Embedded note](item:Traitor.md)'],
    ],
  ])('keeps %s secret', async (_, text, expected) => {
    const vault = await importZip({ 'a.md': text, 'Traitor.md': 'Text', 'map.png': PNG });
    expect(linesOf(noteOf(vault, 'a'))).toEqual(expected);
  });

  it('keeps callouts and text of Foundry in Markdown', async () => {
    const vault = await importBytes('> [!danger]- Trap\n> @UUID[Actor.abc]{Bob} waits.', {
      name: 'a.md',
    });
    expect(linesOf(vault.notes[0]!)).toEqual([
      'callout(danger): Trap / @UUID[Actor.abc]{Bob} waits.',
    ]);
  });

  it('gives the same ids and hashes again, and another hash after a change', async () => {
    const files = { 'a.md': 'See [[b]].', 'b.md': '# B', 'c.png': PNG };
    const [first, again, changed] = [
      await importZip(files),
      await importZip(files),
      await importZip({ ...files, 'b.md': 'Intro\n\n# B' }),
    ];
    const hashes = ({ notes, files: all }: typeof first) =>
      Object.fromEntries([...notes, ...all].map(({ sourceId, hash }) => [sourceId, hash]));
    expect(hashes(again)).toEqual(hashes(first));
    expect(hashes(changed)).toEqual({
      ...hashes(first),
      'b.md': expect.not.stringMatching(hashes(first)['b.md']!),
    });
  });

  it('says format and count first, and how much is done', async () => {
    const { order, items, progress } = await importZip({
      'a.md': 'Text',
      'b.md': 'Text',
      'c.png': PNG,
    });
    expect(order.filter((kind) => kind !== 'progress')).toEqual(['format', 'note', 'note', 'file']);
    expect(items).toBe(3);
    expect(progress.at(-1)).toBe(1);
    expect([...progress].sort((one, other) => one - other)).toEqual(progress);
  });

  it('imports a page with too many tags as a file', async () => {
    const page = await importBytes(`<p>${'<i>x</i> '.repeat(50_001)}`, { name: 'a.html' });
    expect(page.files.map(({ name }) => name)).toEqual(['a.html']);
    expect(page.problems).toEqual([{ path: 'a.html', reason: 'as_file' }]);
    const smaller = await importBytes(`<p>${'<i>x</i> '.repeat(40_000)}`, { name: 'a.html' });
    expect(smaller.notes).toHaveLength(1);
  });

  it('imports a text that is larger than a note as a file', async () => {
    const vault = await importZip({
      'a.md': Array.from({ length: 300_000 }, (_, at) => `Word ${at}.`).join(' '),
      'b.txt': Buffer.from([0, 1, 2, 3, 4, 5, 6, 7, 8]),
    });
    expect(vault.notes).toEqual([]);
    expect(
      vault.files.map(({ name, contentType, isPublic }) => [name, contentType, isPublic]),
    ).toEqual([
      ['a.md', 'text/markdown', false],
      ['b.txt', 'text/plain', false],
    ]);
    expect(vault.problems).toEqual([{ path: 'a.md', reason: 'as_file' }]);
  });

  it('makes a note of an empty Markdown file, to which links lead', async () => {
    const { notes, problems } = await importZip({ 'a.md': 'See [[Later]].', 'Later.md': '' });
    const [a, later] = notes;
    expect(later).toMatchObject({ title: 'Later', passages: [] });
    expect(a!.unresolved).toEqual([]);
    expect(a!.passages[0]!.content.inlines![1]!.href).toBe(`item:${later!.sourceId}`);
    expect(problems).toEqual([]);
  });

  it('names the tag of folders, unless a file has the same tag', async () => {
    const { notes } = await importZip({
      'Old/Inn.md': '---\ntags: [warm]\n---\n',
      'Old/Mill.md': '---\ntags: [old]\n---\n',
      'Ford.md': 'x',
    });
    const found = notes.map(({ title, tags, folderTag }) => [title, tags, folderTag]);
    expect(found.sort()).toEqual([
      ['Ford', [], undefined],
      ['Inn', ['Old', 'warm'], 'Old'],
      ['Mill', ['Old'], undefined],
    ]);
  });
});

describe('plain files', () => {
  it('makes notes of text, and attachments of everything else', async () => {
    const all = await importZip({
      'a.txt': 'First.\n\n%%hush%%',
      'IMG_1.HEIC': 'x',
      'b.docx': 'PK',
      'c.exe': 'MZ',
      'd.MP3': 'x',
      'loot.zip': 'PK',
      'empty.png': '',
    });
    expect(all.format).toBe('files');
    expect(linesOf(all.notes[0]!)).toEqual(['paragraph: First.', '! callout: %%hush%%']);
    expect(all.files.map(({ name, contentType, size }) => [name, contentType, size])).toEqual([
      ['IMG_1.HEIC', 'image/heic', 1],
      ['b.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 2],
      ['c.exe', 'application/octet-stream', 2],
      ['d.MP3', 'audio/mpeg', 1],
      ['loot.zip', 'application/zip', 2],
    ]);
    expect(all.problems).toEqual([{ path: 'empty.png', reason: 'empty' }]);
  });

  it.each([
    ['note.md', '# Hi', 'obsidian', ['note']],
    ['page.html', '<p>Hi</p>', 'html', ['page']],
    ['C:\\x\\word.docx', 'PK\x03\x04', 'files', []],
  ])('reads %s alone', async (name, content, format, titles) => {
    const all = await importBytes(content, { name });
    expect([all.format, all.items, all.notes.map(({ title }) => title)]).toEqual([
      format,
      1,
      titles,
    ]);
  });
});
