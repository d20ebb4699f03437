import { zipOf } from './made-zip';
import { importBytes, importZip, linesOf, noteOf } from './read-all';

const ID = (digit: string) => digit.repeat(32);
const PNG = Buffer.from('\x89PNG');

describe('a Notion export', () => {
  const PAGES = {
    [`World ${ID('a')}.md`]: `# World\n\nSee [Mira](World%20${ID('a')}/People%20${ID('b')}/Mira%20${ID('c')}.md) and [People](World%20${ID('a')}/People%20${ID('b')}.csv).\n\n![map.png](World%20${ID('a')}/map%201.png)`,
    [`World ${ID('a')}/People ${ID('b')}.csv`]: '\ufeffName,Role\nMira,"Rogue, ""best"""\n',
    [`World ${ID('a')}/People ${ID('b')}_all.csv`]:
      '\ufeffName,Role,Secret\r\nMira,"Rogue, ""best""","two\nlines"\r\nOdo,,\r\n',
    [`World ${ID('a')}/People ${ID('b')}/Mira ${ID('c')}.md`]: '# Mira of the Ford\n\nRole: Rogue',
    [`World ${ID('a')}/map 1.png`]: PNG,
    'Mira abcd-1234.md': 'Not the end of a name with 32 digits.',
    'index.html': '<h1>Export</h1><ul><li>Workspace</li></ul>',
  };

  it('strips ids, resolves links and reads databases as tables', async () => {
    const all = await importZip(PAGES);
    expect(all.format).toBe('notion');
    expect(all.notes.map(({ title, sourceId, tags }) => [title, sourceId, tags])).toEqual([
      ['World', ID('a'), []],
      ['People', ID('b'), ['World']],
      ['Mira', ID('c'), ['World/People']],
      ['Mira abcd-1234', 'Mira abcd-1234.md', []],
    ]);
    expect(linesOf(noteOf(all, 'World'))).toEqual([
      `paragraph: See [Mira](item:${ID('c')}) and [People](item:${ID('b')}).`,
      `image: <World ${ID('a')}/map 1.png> map.png`,
    ]);
    expect(linesOf(noteOf(all, 'People'))).toEqual([
      'table: Name|Role|Secret / Mira|Rogue, "best"|two\nlines / Odo||',
    ]);
    expect(linesOf(noteOf(all, 'Mira'))).toEqual([
      'heading1: Mira of the Ford',
      'paragraph: Role: Rogue',
    ]);
    expect(all.files.map(({ tags }) => tags)).toEqual([['World']]);
    expect(all.notes.flatMap(({ unresolved }) => unresolved)).toEqual([]);
  });

  it('splits a long database into tables with headers', async () => {
    const rows = Array.from(
      { length: 3000 },
      (_, at) => `Row ${at},${'words '.repeat(at % 9)}${at * 7919}`,
    );
    const { notes } = await importZip({
      [`All ${ID('d')}.csv`]: ['Name,Text', ...rows].join('\n'),
    });
    const { passages } = notes[0]!;
    expect(passages.length).toBeGreaterThan(2);
    expect(
      passages.every(
        ({ content }) => content.hasHeader && content.rows![0]![0]![0]!.text === 'Name',
      ),
    ).toBe(true);
    expect(passages.reduce((sum, { content }) => sum + content.rows!.length - 1, 0)).toBe(3000);
  });

  it.each([
    [
      'next to a part',
      {
        'Export-Part-1.zip': zipOf({ [`A ${ID('a')}.md`]: 'Text' }),
        'loot.zip': zipOf({ 'x.txt': 'x' }),
      },
    ],
    [
      'in a part',
      { 'Part-1.zip': zipOf({ [`A ${ID('a')}.md`]: 'Text', 'loot.zip': zipOf({ 'x.txt': 'x' }) }) },
    ],
  ])('reads parts, and keeps an archive %s as an attachment', async (_, files) => {
    const all = await importZip(files);
    expect(all.notes.map(({ title }) => title)).toEqual(['A']);
    expect(all.files.map(({ name }) => name)).toEqual(['loot.zip']);
    expect(all.left).toEqual([]);
  });

  it('fails for parts without content', async () => {
    const { failed, left } = await importZip({
      'Part-1.zip': zipOf({}),
      'Part-2.zip': zipOf({ 'a/.DS_Store': 'x' }),
    });
    expect([failed, left]).toEqual(['empty', []]);
  });
});

describe('HTML', () => {
  it('resolves links and pictures of Google Docs', async () => {
    const all = await importZip({
      'Plan.html':
        '<html><head><title>The &amp; plan</title></head><body><p>Go <a href="https://www.google.com/url?q=https://a.example/b%3Fc%3D1&amp;sa=D">there</a>, ' +
        'then <a href="People/Mira.html#end">Mira</a>.</p><p><img src="images/image1.png" alt="A map" width="40" height="30"></p>' +
        '<div class="secret"><p>hush</p></div></body></html>',
      'People/Mira.html':
        '<p>Mira</p><h2 id="end">End</h2><p><img src="../images/image1.png"> <a href="#end">up</a></p>',
      'images/image1.png': PNG,
    });
    expect(all.format).toBe('html');
    expect(linesOf(noteOf(all, 'The & plan'))).toEqual([
      'paragraph: Go [there](https://a.example/b?c=1), then [Mira](item:People%2FMira.html/1).',
      'image: <images/image1.png> A map',
      '! callout: hush',
    ]);
    expect(noteOf(all, 'The & plan').passages[1]).toMatchObject({
      content: { width: 40, height: 30 },
    });
    expect(linesOf(noteOf(all, 'Mira'))).toEqual([
      'paragraph: Mira',
      'heading2: End',
      'paragraph: [up](item:People%2FMira.html/1)',
      'image: <images/image1.png>',
    ]);
    expect(all.files).toMatchObject([{ isEmbedded: true, isPublic: false }]);
  });
});

describe('the format', () => {
  const FOUNDRY = JSON.stringify({
    name: 'A',
    pages: [{ name: 'A', text: { content: '<p>a</p>' } }],
  });

  it.each([
    ['obsidian', { 'a.md': 'Text', 'a.html': '<p>a</p>', 'data.json': '{}' }],
    ['foundry', { 'README.md': 'Text', 'a.json': '{}', 'b.json': FOUNDRY }],
    ['html', { 'a.html': '<p>a</p>', 'a.css': 'x' }],
    ['files', { 'a.pdf': '%PDF-', 'b.json': '{}', 'c.json': '{ broken' }],
  ] as const)('is %s', async (format, files) => {
    expect((await importZip(files)).format).toBe(format);
  });

  it('is the chosen one, if the import has it', async () => {
    expect((await importZip({ 'a.md': 'x', 'b.html': 'x' }, { format: 'html' })).format).toBe(
      'html',
    );
  });

  it.each(['obsidian', 'notion', 'foundry', 'html', 'tomekeeper'] as const)(
    'is not %s without a file of the format',
    async (format) => {
      expect(await importZip({ 'a.txt': 'x', 'b.json': '{"pages":1}' }, { format })).toMatchObject({
        failed: 'unsupported',
        order: [],
      });
    },
  );

  it.each([
    ['LegendKeeper', importBytes(Buffer.from([0x1f, 0x8b, 8, 0]), { name: 'world.lk' })],
    [
      'Kanka',
      importZip({
        'campaign.json': '{}',
        'settings/modules.json': '{}',
        'characters/1.json': '{}',
      }),
    ],
    [
      'World Anvil',
      importZip({ 'a.json': '{"title":"A","template":"person","content":"[b]Bold[/b]"}' }),
    ],
  ])('of %s is not supported', async (_, importing) => {
    expect((await importing).failed).toBe('unsupported');
  });
});
