import { readFileSync } from 'node:fs';
import path from 'node:path';
import { encode } from 'iconv-lite';
import { outline, extractAll } from './extract-all';
import { isExtractable } from '../src';

it.each([
  ['rules.pdf', 'application/octet-stream', true],
  ['Rules.DOCX', '', true],
  ['note.md', 'text/plain; charset=utf-8', true],
  ['letter.doc', 'application/msword', true],
  ['letter', 'text/plain', true],
  ['map.png', 'image/png', false],
  ['sheet.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', false],
  ['constructor', 'toString', false],
])('says whether %s as %s is read', (name, contentType, isRead) => {
  expect(isExtractable({ name, contentType })).toBe(isRead);
});

describe('plain text', () => {
  const RUSSIAN =
    'Древний дракон спит под горой и стережёт золото. Никто не знает дороги к его пещере, кроме старого отшельника.';
  const JAPANESE =
    '古い竜は山の下で眠り、黄金を守っている。洞窟への道を知る者は年老いた隠者だけである。それは秘密だ。';
  const GERMAN =
    'Der Drache schläft tief unter dem Berg und hütet größere Schätze, als man für möglich hält. Überall riecht es süß.';
  const SIGNS = '„Größe zählt“ – für 5 € gibt’s Bier… und die Gefährten schlafen schön müde ein';
  const SIGN_BYTES =
    '\x84Größe zählt\x93 \x96 für 5 \x80 gibt\x92s Bier\x85 und die Gefährten schlafen schön müde ein';
  const CHINESE =
    '古老的龙在山下沉睡，守护着黄金。除了年老的隐士，没有人知道通往洞穴的路。这是一个秘密。';

  const THAI = 'มังกรโบราณหลับใหลอยู่ใต้ภูเขาและเฝ้าทองคำ ไม่มีใครรู้ทางไปยังถ้ำของมัน ยกเว้นฤๅษีชรา';
  const POLISH =
    'Stary smok śpi pod górą i strzeże złota. Nikt nie zna drogi do jego jaskini oprócz starego pustelnika.';

  it.each([
    ['utf-8', GERMAN, Buffer.from(GERMAN)],
    ['utf-8 with its mark', GERMAN, Buffer.from(`\ufeff${GERMAN}`)],
    ['utf-16le with its mark', RUSSIAN, Buffer.from(`\ufeff${RUSSIAN}`, 'utf16le')],
    ['utf-16be with its mark', RUSSIAN, Buffer.from(`\ufeff${RUSSIAN}`, 'utf16le').swap16()],
    ['utf-16le without', GERMAN, Buffer.from(GERMAN, 'utf16le')],
    ['windows-1252', GERMAN, Buffer.from(GERMAN, 'latin1')],
    ['windows-1252 with its signs', SIGNS, Buffer.from(SIGN_BYTES, 'latin1')],
    ['shift_jis', JAPANESE, encode(JAPANESE, 'shift_jis')],
    ['euc-jp', JAPANESE, encode(JAPANESE, 'euc-jp')],
    ['gbk', CHINESE, encode(CHINESE, 'gbk')],
    ['koi8-r', RUSSIAN, encode(RUSSIAN, 'koi8-r')],
    ['windows-1251', RUSSIAN, encode(RUSSIAN, 'windows-1251')],
    ['utf-16le without', CHINESE, encode(CHINESE, 'utf-16le')],
    ['utf-16be without', JAPANESE, encode(JAPANESE, 'utf-16be')],
    ['windows-874', THAI, encode(THAI, 'windows-874')],
    ['windows-1250', POLISH, encode(POLISH, 'windows-1250')],
    ['cp850', GERMAN, encode(GERMAN, 'cp850')],
    ['cp852', POLISH, encode(POLISH, 'cp852')],
  ])('is read in %s', async (_, text, bytes) => {
    expect(outline(await extractAll(bytes, 'a.txt'))).toEqual([`paragraph: ${text}`]);
  });

  it.each([
    ['sjis.txt', '日本語のテキストです。渡し守は夜に待つ。'],
    [
      'cp1254.txt',
      'Kayıkçı her gece ırmak kıyısında bekler, gümüş para ister. Şarkı söyler, ağlar.',
    ],
    ['utf16le-nobom.txt', 'Привет, паромщик. Это длинная строка о реке и лодке.'],
    ['euckr.txt', '뱃사공은 밤마다 강가에서 기다린다. 은화 한 닢을 달라고 말한다.'],
  ])('detects the encoding of %s', async (name, text) => {
    const file = readFileSync(path.join(__dirname, 'cases', name));
    const { passages } = await extractAll(file, name);
    expect(passages[0]!.text).toContain(text);
  });

  it('keeps the lines of a log, each of which is a sentence', async () => {
    const lines = [1, 2, 3, 4].map(
      (day) => `Day ${day}: the party went on through the marsh and met nobody at all.`,
    );
    expect(outline(await extractAll(lines.join('\n'), 'a.txt'))).toEqual([
      `paragraph: ${lines.join('\n')}`,
    ]);
  });

  it('keeps paragraphs, headings, lists and verse, and joins wrapped lines', async () => {
    const text =
      'CHAPTER ONE\n\nThis is a paragraph that was wrapped at some column by\nsomebody with an editor, and it should be put\ntogether again.\n\n' +
      'The Cave\n========\n\nThings:\n- one\n- two goes\n  on\n    * deeper\n3) counted\n\n* * *\n\nRoses are red\nViolets are blue\n';
    expect(outline(await extractAll(text, 'a.txt'))).toEqual([
      'heading1: CHAPTER ONE',
      'paragraph: This is a paragraph that was wrapped at some column by somebody with an editor, and it should be put together again.',
      'heading1: The Cave',
      'paragraph: Things:',
      'list_item: one',
      'list_item: two goes on',
      'list_item.1: deeper',
      'list_item: 3) counted',
      'divider: ',
      'paragraph: Roses are red\nViolets are blue',
    ]);
  });

  it('is read however many lines stand together', async () => {
    const lines = Array.from({ length: 200_000 }, (_, number) => `${number} a`).join('\n');
    const read = await extractAll(lines, 'a.txt');
    expect(read.failed).toBeUndefined();
    expect(read.passages.at(-1)!.text.endsWith('199999 a')).toBe(true);
  });

  it('splits oversized passages after a sentence, without losing words', async () => {
    const text = 'Twelve goblins wait here. '.repeat(2000).trim();
    const { passages } = await extractAll(text, 'a.txt');
    expect(passages.map((each) => each.text).join(' ')).toBe(text);
    expect(passages.length).toBe(3);
    for (const each of passages) {
      expect(each.text.length).toBeLessThanOrEqual(20_000);
      expect(each.text).toMatch(/here\.$/);
    }
  });

  it('replaces ligatures and Arabic presentation forms', async () => {
    const { passages } = await extractAll('o\ufb03ce \ufebd\ufe8e\ufeb7', 'a.txt', 'text/plain');
    expect(passages.map(({ text }) => text)).toEqual(['office \u0636\u0627\u0634']);
  });

  it('keeps no character that a database does not', async () => {
    const { passages } = await extractAll(
      'a\u0000b \u0001c\ud800 d\u00ade\n',
      'a.txt',
      'text/plain',
    );
    expect(passages.map((each) => each.text)).toEqual(['ab c\ufffd de']);
  });
});

describe('Markdown', () => {
  it('has no text in an empty front matter block', async () => {
    const file = readFileSync(path.join(__dirname, 'cases/empty-front-matter.md'));
    expect((await extractAll(file, 'a.md')).failed).toBe('no_text');
  });

  it.each([
    ['by itself', ''],
    ['in a quote', '> '],
  ])('splits a table of more than 64 kB %s between rows', async (_, prefix) => {
    const rows = Array.from({ length: 3000 }, (_, n) => `| row ${n} | it holds some words |`);
    const table = ['| A | B |', '|---|---|', ...rows].map((line) => `${prefix}${line}\n`).join('');
    const { passages } = await extractAll(table, 'a.md');
    const split = passages.flatMap(({ content: { rows, blocks = [] } }) =>
      rows ? [rows] : blocks.map((block) => block.rows),
    );
    expect(split.length).toBeGreaterThan(3);
    expect(split.flatMap((each) => each ?? []).length).toBe(3001);
  });

  const NOTE = `---
title: not in the text
---
# The *Lost* Mine

Some **bold** and _it_ and ~~s~~ \`co<b>de\` [link](https://x.y/z?a=1&b=2) [bad](javascript:alert(1))
[[Strahd|the count]] ==marked== AT&amp;T, see [[#Goblin Cave]]. ^para1

%% a comment of the GM %%

> [!secret]- The truth
> Strahd is **dead**.
> - one
>   1. sub

> [!read]
> You see a cave.

> plain quote

> ## Goblin
> - **Armor Class** 15
> - **Hit Points** 7 (2d6)
> - **Speed** 30 ft.

2. Second
   - nested

     more of it
3. Third

- [x] done

| A | B |
|---|---|
| 1 | [[Page\\|alias]] |

\`\`\`js
let x = 1;

  y
\`\`\`

![map of the cave](https://evil.example/cave.png)

***
<div class="read-aloud"><p>Boo</p><script>alert(1)</script></div>

## Goblin Cave
See [ref][r1] and [^1].

[r1]: https://example.com/ref
[^1]: A note.
`;

  it('is read as GitHub and Obsidian write it', async () => {
    expect(outline(await extractAll(NOTE, 'a.md'))).toEqual([
      'heading1: The Lost Mine',
      'paragraph: Some bold and it and s co<b>de link bad the count marked AT&T, see Goblin Cave.',
      'callout(secret): a comment of the GM',
      'callout(secret): The truth\nStrahd is dead.\none\nsub',
      'callout(read_aloud): You see a cave.',
      'quote: plain quote',
      'stat_block: Goblin\nArmor Class 15\nHit Points 7 (2d6)\nSpeed 30 ft.',
      'list_item: 2. Second',
      'list_item.1: nested\nmore of it',
      'list_item: 3. Third',
      'list_item: ☑ done',
      'table: A\tB\n1\talias',
      'code: let x = 1;\n\n  y',
      'image: map of the cave',
      'divider: ',
      'callout(read_aloud): Boo',
      'heading2: Goblin Cave',
      'paragraph: See ref and [1].',
      'paragraph: [1] A note.',
    ]);
  });

  it('keeps dress, links that lead somewhere safe, and the names that they lead to', async () => {
    const { passages } = await extractAll(NOTE, 'a.md');
    expect(passages[1]!.content).toEqual({
      anchors: ['^para1'],
      inlines: [
        { text: 'Some ' },
        { text: 'bold', bold: true },
        { text: ' and ' },
        { text: 'it', italic: true },
        { text: ' and ' },
        { text: 's', strike: true },
        { text: ' ' },
        { text: 'co<b>de', code: true },
        { text: ' ' },
        { text: 'link', href: 'https://x.y/z?a=1&b=2' },
        { text: ' bad ' },
        { text: 'the count', href: 'name:Strahd' },
        { text: ' marked AT&T, see ' },
        { text: 'Goblin Cave', href: '#goblin-cave' },
        { text: '.' },
      ],
    });
    expect(passages.find(({ text }) => text === 'Goblin Cave')!.content.anchors).toEqual([
      'goblin-cave',
    ]);
    expect(passages[3]!.content.blocks).toEqual([
      { kind: 'heading', depth: 0, inlines: [{ text: 'The truth' }] },
      {
        kind: 'paragraph',
        depth: 0,
        inlines: [{ text: 'Strahd is ' }, { text: 'dead', bold: true }, { text: '.' }],
      },
      { kind: 'list_item', depth: 0, inlines: [{ text: 'one' }] },
      { kind: 'list_item', depth: 1, marker: '1.', inlines: [{ text: 'sub' }] },
    ]);
    const table = passages.find(({ kind }) => kind === 'table')!;
    expect(table.content).toMatchObject({
      hasHeader: true,
      rows: [
        [[{ text: 'A' }], [{ text: 'B' }]],
        [[{ text: '1' }], [{ text: 'alias', href: 'name:Page' }]],
      ],
    });
    expect(passages.find(({ kind }) => kind === 'code')!.content.language).toBe('js');
  });

  it('keeps links to files near it as links by name', async () => {
    const markdown = [
      '[a](../People/Odo%20the%20Miller.md#old-mill)',
      '[b](./Odo)',
      '[c](Th%C3%A9o%20%282%29.md?x=1)',
      '[d](//a.example/Odo.md)',
      '[e](?page=2)',
      '[f](../)',
      '[g](/wiki/Odo)',
      '[h](/People/Odo.md)',
      '[i](<javascript:Odo>)',
      '[j](name:Odo)',
      '[k](<data:text/html,x>)',
    ].join(' ');
    const html = markdown.replaceAll(/\[(\w)\]\(<?(.*?)>?\)(?= |$)/g, '<a href="$2">$1</a>');
    for (const [text, name] of [
      [markdown, 'a.md'],
      [`<p>${html}</p>`, 'a.html'],
    ] as const) {
      const { passages } = await extractAll(text, name);
      const links = passages[0]!.content.inlines!.flatMap(({ text: words, href }) =>
        href === undefined ? [] : [[words, href]],
      );
      expect(Object.fromEntries(links)).toEqual({
        a: 'name:Odo%20the%20Miller.md#old-mill',
        b: 'name:Odo',
        c: 'name:Th%C3%A9o%20(2).md',
        h: 'name:Odo.md',
        j: 'name:Odo',
      });
    }
  });

  it('adds limited markup: excess links and long ones become text', async () => {
    const links = (count: number) => '[a],'.repeat(count);
    const defined = (length: number) => `[a]: https://a.example/${'x'.repeat(length)}\n`;
    const many = await extractAll(`${defined(5)}\n${links(300)}`, 'a.md');
    const linked = many.passages[0]!.content.inlines!.filter(({ href }) => href !== undefined);
    expect(linked.length).toBe(200);
    expect(many.passages[0]!.text).toBe('a,'.repeat(300));
    const long = await extractAll(`${defined(1900)}\n**bold** ${links(150)}`, 'a.md');
    expect(long.passages[0]!.content.inlines).toEqual([
      { text: 'bold', bold: true },
      { text: ` ${'a,'.repeat(150)}` },
    ]);
    const dressed = await extractAll('*a* **b** '.repeat(4000), 'a.md');
    expect(dressed.passages.map(({ text }) => text).join(' ')).toBe('a b '.repeat(4000).trim());
    for (const { text, content } of [...many.passages, ...long.passages, ...dressed.passages])
      expect(JSON.stringify(content).length).toBeLessThan(32 * 1024 + 8 * text.length);
  });

  it('loses no word of a long file that is read in pieces', async () => {
    const paragraph = (n: number) => `Paragraph ${n} has [a link][target] and **bold** words.`;
    const count = 6000;
    const text = Array.from({ length: count }, (_, n) => (n % 50 ? paragraph(n) : `## Part ${n}`));
    const { passages } = await extractAll(
      `${text.join('\n\n')}\n\n[target]: https://example.com/\n`,
      'a.md',
    );
    expect(passages.length).toBe(count);
    for (const [n, each] of passages.entries())
      expect(each.text).toBe(n % 50 ? `Paragraph ${n} has a link and bold words.` : `Part ${n}`);
    expect(passages[1]!.content.inlines![1]).toEqual({
      text: 'a link',
      href: 'https://example.com/',
    });
  });
});

describe('HTML', () => {
  const PAGE = `<!doctype html><html><head><title>t</title><style>p{}</style></head><body onload="x()">
<h1 id="c1">Title</h1><p>Hello <b>bold</b> <i>it<u>al</u></i> <a href="javascript:x">bad</a> <a href="https://a.b/">ok</a>
<a href="#c2">down</a><br>next line</p><script>alert(1)</script><iframe src="https://evil"></iframe>
<img src="https://evil/x.png" alt="A map"><img src="data:image/png;base64,iVBORw0KGgo=" alt="in">
<ul><li>one<ul><li>sub</li></ul></li><li><p>two</p><p>two b</p></li></ul><ol start="3"><li>three</li></ol>
<table><thead><tr><th>A</th><th>B</th></tr></thead><tr><td rowspan=2>1</td><td>2</td></tr><tr><td>3</td></tr></table>
<blockquote><p>Quote</p></blockquote><aside class="read-aloud">Read <b>me</b></aside><section class="secret"><p>S</p></section>
<pre><code class="language-js">a
  b</code></pre><p hidden>no</p><p style="display: none">no</p><h2 id=c2>Two</h2>loose &amp; text<hr></body></html>`;

  it('gives its words and structure, and nothing active', async () => {
    const read = await extractAll(PAGE, 'a.html');
    expect(outline(read)).toEqual([
      'heading1: Title',
      'paragraph: Hello bold ital bad ok down\nnext line',
      'image: A map',
      'image: in',
      'list_item: one',
      'list_item.1: sub',
      'list_item: two\ntwo b',
      'list_item: 3. three',
      'table: A\tB\n1\t2\n\t3',
      'quote: Quote',
      'callout(read_aloud): Read me',
      'callout(secret): S',
      'code: a\n  b',
      'heading2: Two',
      'paragraph: loose & text',
      'divider: ',
    ]);
    expect(read.passages[1]!.content.inlines!.filter(({ href }) => href)).toEqual([
      { text: 'ok', href: 'https://a.b/' },
      { text: 'down', href: '#c2' },
    ]);
    expect(read.passages.find(({ text }) => text === 'Two')!.content.anchors).toEqual(['c2']);
    expect(read.passages[3]!.content.image).toBe(1);
    expect(read.images.get(1)!.toString('latin1', 1, 4)).toBe('PNG');
  });

  it('leaves out the edit links of MediaWiki, and NUL bytes', async () => {
    const file = readFileSync(path.join(__dirname, 'cases/mediawiki-heading.html'));
    expect(outline(await extractAll(file, 'a.html'))).toEqual([
      'heading2: Synopsis',
      'paragraph: Text of it.',
    ]);
    const page = '<h2>A\0B<span class="mw-editsection">[edit]</span></h2><p>C\0</p>';
    expect(outline(await extractAll(page, 'a.html'))).toEqual(['heading2: AB', 'paragraph: C']);
  });

  it.each([
    ['in a quote', '<blockquote><p>a</p><section class="secret">hush</section></blockquote>'],
    ['in a box', '<aside><div data-callout="Secret"><p>hush</p></div></aside>'],
    [
      'in a cell',
      '<table><tr><td>a</td><td><section class="secret">hush</section></td></tr></table>',
    ],
    ['as a paragraph', '<p class="x secret">hush</p>'],
    ['as a table', '<table class="secret"><tr><td>hush</td><td>a</td></tr></table>'],
    [
      'with headings',
      `<section class="secret">${'<h2>hush</h2><p>hush</p>'.repeat(2000)}</section>`,
    ],
    ['in deep elements', `${'<div>'.repeat(300)}<section class="secret">hush</section>`],
  ])('is secret where a secret is %s', async (_, secret) => {
    const { passages } = await extractAll(`<p>Open.</p>${secret}<p>End.</p>`, 'a.html');
    const hushed = passages.filter(({ text }) => text.includes('hush'));
    expect(hushed.length).toBeGreaterThan(0);
    for (const { content } of hushed) expect(content.label).toBe('secret');
    expect(passages[0]!.content.label).toBeUndefined();
  });

  it('is secret where a comment includes several paragraphs of a quote or cells of a table', async () => {
    const page = `<blockquote><p>%% a</p><p>hush</p><p>b %%</p></blockquote><p>Open.</p>
      <table><tr><td>%% hush</td><td>b %%</td></tr></table>`;
    const { passages } = await extractAll(page, 'a.html');
    expect(passages.map(({ content }) => content.label)).toEqual(['secret', undefined, 'secret']);
  });

  it('is secret where a table in a quote has a comment', async () => {
    const quote = (words: string) =>
      `<blockquote><table><tr><td>a</td><td>${words}</td></tr></table></blockquote>`;
    const page = `${quote('%% hush %%')}<p>Open.</p>${quote('%% hush')}<p>hush %%</p>`;
    const { passages } = await extractAll(page, 'a.html');
    expect(passages.map(({ kind, content }) => [kind, content.label])).toEqual([
      ['callout', 'secret'],
      ['paragraph', undefined],
      ['callout', 'secret'],
      ['callout', 'secret'],
    ]);
  });

  it('has secret pictures in a secret', async () => {
    const image = '<img src="data:image/png;base64,iVBORw0KGgo=" alt="hush">';
    const page = `<p>Open.</p><section class="secret">${image}</section>`;
    const { passages } = await extractAll(page, 'a.html');
    expect(passages[1]!.content).toMatchObject({ image: 1, label: 'secret' });
  });

  it.each([
    ['quote', '<blockquote><p>%% a vampire %%</p><p>IMAGE</p></blockquote>'],
    [
      'quote around a box',
      '<blockquote><p>%% a vampire %%</p><aside>Box IMAGE</aside></blockquote>',
    ],
    ['table', '<table><tr><td>%% a vampire %%</td><td>IMAGE</td></tr></table>'],
    ['paragraph', '<p>%% a vampire IMAGE %%</p>'],
  ])('has secret images in a %s with a comment', async (_, box) => {
    const image = '<img src="data:image/png;base64,iVBORw0KGgo=" alt="hush">';
    const page = `<p>Open.</p>${box.replace('IMAGE', image)}<p>End.</p>`;
    const { passages, images } = await extractAll(page, 'a.html');
    expect(passages.map(({ kind, content }) => [kind, content.label])).toEqual([
      ['paragraph', undefined],
      ['callout', 'secret'],
      ['image', 'secret'],
      ['paragraph', undefined],
    ]);
    expect(images.size).toBe(1);
  });

  it('has secrets in boxes whose images have a comment as text', async () => {
    const box = '<blockquote><p>Words</p><p><img alt="%% a vampire %%"></p></blockquote>';
    const { passages } = await extractAll(`${box}<p>End.</p>`, 'a.html');
    expect(passages.map(({ content }) => content.label)).toEqual(['secret', 'secret', undefined]);
  });

  it('attaches names to the following element, not to the previous one', async () => {
    const page = `<p>one</p><img alt="map"><p id="two">two</p>loose<h2 id="three">three</h2>
      <ul><li id="four">four<p id="five">five</p></li></ul>
      <a href="#two"></a><a href="#three"></a><a href="#four"></a><a href="#five"></a>`;
    const { passages } = await extractAll(page, 'a.html');
    expect(passages.map(({ text, content }) => [text, content.anchors ?? []])).toEqual([
      ['one', []],
      ['map', []],
      ['two', ['two']],
      ['loose', []],
      ['three', ['three']],
      ['four\nfive', ['four', 'five']],
    ]);
  });

  it('is not read in UTF-8 because it says so', async () => {
    const words =
      'древний дракон спит под горой и стережет золото, никто не знает дороги к его пещере';
    // In windows-1251, Cyrillic letters have the order of Unicode.
    const bytes = Buffer.from(
      [...words].map((sign) => (sign > 'z' ? sign.charCodeAt(0) - 0x350 : sign.charCodeAt(0))),
    );
    const page = Buffer.concat([Buffer.from('<html><meta charset="utf-8"><p>'), bytes]);
    expect((await extractAll(page, 'a.html')).passages.map(({ text }) => text)).toEqual([words]);
  });

  it('is read in the encoding that it names', async () => {
    const page = Buffer.from('<html><meta charset="iso-8859-2"><p>\xbe\xf3\xb3w', 'latin1');
    expect(outline(await extractAll(page, 'a.htm'))).toEqual(['paragraph: žółw']);
  });
});

describe('binary or harmful content', () => {
  it.each([
    ['too_large', '<section class="secret">hush</section>', 'a.html'],
    ['too_large', '<p>%% hush %%</p>', 'a.html'],
    ['no_text', '%% ![](a.png) %%', 'a.md'],
  ])('reports secrets of a file that fails with %s', async (failed, secret, name) => {
    const limits = failed === 'too_large' ? { passages: 1 } : {};
    const read = async (text: string) => extractAll(text, name, undefined, limits);
    const more = failed === 'too_large' ? '<p>one</p><p>two</p>' : '';
    expect(await read(secret + more)).toMatchObject({ failed, hasSecrets: true });
    expect(await read(more || '\n')).toMatchObject({ failed, hasSecrets: false });
  });

  it('is in several passages, where it is of many parts that say nothing', async () => {
    const box = `<blockquote>words ${'<hr>'.repeat(3500)} more</blockquote>`;
    const table = `<table>${`<tr><td>a</td>${'<td></td>'.repeat(99)}</tr>`.repeat(120)}</table>`;
    const { passages } = await extractAll(box + table, 'a.html');
    for (const { content } of passages) {
      expect(content.blocks?.length ?? 0).toBeLessThanOrEqual(1000);
      expect(content.rows?.flat().length ?? 0).toBeLessThanOrEqual(5000);
    }
    expect(passages.map(({ text }) => text.replace(/\s+/g, '')).join('')).toBe(
      `wordsmore${'a'.repeat(120)}`,
    );
  });

  it.each([
    ['an empty file', '', 'a.txt', 'no_text'],
    ['nothing but space', ' \n\n \t', 'a.txt', 'no_text'],
    ['a page of nothing', '<html><body><p></p></body></html>', 'a.html', 'no_text'],
    ['a picture', '\x89PNG\r\n\x1a\n\0\0\0', 'a.png', 'unsupported'],
    [
      'a picture called text',
      Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\r\0\x01\x02\x03'.repeat(50), 'latin1'),
      'a.txt',
      'damaged',
    ],
    [
      'bytes by chance called DOCX',
      Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * n * 31) % 251)),
      'a.docx',
      'damaged',
    ],
    [
      'an older Word file',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)]),
      'a.doc',
      'unsupported',
    ],
    [
      'a Word file with a password',
      Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.alloc(100),
        Buffer.from('EncryptedPackage', 'utf16le'),
      ]),
      'a.docx',
      'locked',
    ],
  ] as const)('%s fails', async (_, content, name, why) => {
    const { passages, failed } = await extractAll(content, name);
    expect(failed).toBe(why);
    expect(passages).toEqual([]);
  });

  it.each([
    ['quotes in quotes', `${'>'.repeat(30_000)} words`, 'a.md'],
    ['brackets', `${'['.repeat(60_000)} words`, 'a.md'],
    ['stars', `${'*a **a '.repeat(10_000)} words`, 'a.md'],
    [
      'lists in lists',
      Array.from({ length: 800 }, (_, n) => `${'  '.repeat(n)}- words`).join('\n'),
      'a.md',
    ],
    ['an open fence', `\`\`\`\n${'words\n'.repeat(100_000)}`, 'a.md'],
    ['emphasis in emphasis', `${'<b><i>'.repeat(900)}words`, 'a.html'],
    ['a called HTML file', '<html><body><p>words</p></body></html>', 'a.docx'],
  ])('%s are read', async (_, content, name) => {
    const { passages, failed } = await extractAll(content, name);
    expect(failed).toBeUndefined();
    expect(passages.map(({ text }) => text).join()).toContain('words');
  });
});
