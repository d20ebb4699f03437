import { writtenOf } from '../schema/passages-of-doc';
import { isMarkdown } from './is-markdown';
import { passagesFromMarkdown } from './markdown-passages';

const read = (text: string) => passagesFromMarkdown(text).map(writtenOf);
const shortly = (text: string) =>
  read(text).map(({ kind, depth, level, content }) => [
    kind,
    level ?? depth,
    (content.inlines ?? []).map((one) => one.text).join(''),
  ]);

describe('Markdown that is pasted', () => {
  it('keeps headings, paragraphs, lists with their depth and numbers, lines across and code', () => {
    expect(
      shortly(
        '# The mill #\nFirst line\nof one paragraph.\n\n- rope\n  - hemp\n    goes on\n- map\n\n3. three\n4. four\n\n---\n\n```js\na | b\n\n# no heading\n```\n## End',
      ),
    ).toEqual([
      ['heading', 1, 'The mill'],
      ['paragraph', 0, 'First line of one paragraph.'],
      ['list_item', 0, 'rope'],
      ['list_item', 1, 'hemp goes on'],
      ['list_item', 0, 'map'],
      ['list_item', 0, 'three'],
      ['list_item', 0, 'four'],
      ['divider', 0, ''],
      ['code', 0, 'a | b\n\n# no heading'],
      ['heading', 2, 'End'],
    ]);
    expect(read('7) seven')[0]?.content.marker).toBe('7)');
    expect(read('```js\na\n```')[0]?.content.language).toBe('js');
    expect(shortly('- [ ] torch\n- [x] oil')).toEqual([
      ['list_item', 0, 'torch'],
      ['list_item', 0, 'oil'],
    ]);
  });

  it('keeps tables, and signs within their cells', () => {
    expect(read('| Who | Where |\n|---|:-:|\n| **Ismark** | a \\| b |\n| Ireena |')[0]).toEqual({
      kind: 'table',
      depth: 0,
      content: {
        hasHeader: true,
        rows: [
          [[{ text: 'Who' }], [{ text: 'Where' }]],
          [[{ text: 'Ismark', bold: true }], [{ text: 'a | b' }]],
          [[{ text: 'Ireena' }], []],
        ],
      },
    });
  });

  it('makes boxes of callouts, and a secret of all that has one within it', () => {
    const [secret, quote, mixed] = read(
      '> [!secret]- The spy\n> Izek is the **son**.\n> - a scar\n\n> Nobody returns.\ngoes on\n\n> [!note] Plain\n> > [!secret]\n> > The well is deep.',
    );
    expect(secret?.content).toEqual({
      label: 'secret',
      blocks: [
        { kind: 'heading', depth: 0, inlines: [{ text: 'The spy' }] },
        {
          kind: 'paragraph',
          depth: 0,
          inlines: [{ text: 'Izek is the ' }, { text: 'son', bold: true }, { text: '.' }],
        },
        { kind: 'list_item', depth: 0, inlines: [{ text: 'a scar' }] },
      ],
    });
    expect(quote).toMatchObject({
      kind: 'quote',
      content: { blocks: [{ inlines: [{ text: 'Nobody returns. goes on' }] }] },
    });
    expect(mixed?.content.label).toBe('secret');
    expect(JSON.stringify(mixed)).toContain('The well is deep.');
  });

  it('dresses words, links to documents of the campaign, and follows no other scheme', () => {
    const words = (text: string) => read(text)[0]?.content.inlines;
    expect(words('a **b _c_** ~~d~~ `e*f*` snake_case_name 2*3*4')).toEqual([
      { text: 'a ' },
      { text: 'b ', bold: true },
      { text: 'c', bold: true, italic: true },
      { text: ' ' },
      { text: 'd', strike: true },
      { text: ' ' },
      { text: 'e*f*', code: true },
      { text: ' snake_case_name 2' },
      { text: '3', italic: true },
      { text: '4' },
    ]);
    expect(
      words('See [[Castle|the castle]], [it](../Mill.md#wheel) and [x](https://a.example/b_(c)).'),
    ).toEqual([
      { text: 'See ' },
      { text: 'the castle', href: 'name:Castle' },
      { text: ', ' },
      { text: 'it', href: 'name:Mill.md#wheel' },
      { text: ' and ' },
      { text: 'x', href: 'https://a.example/b_(c)' },
      { text: '.' },
    ]);
    expect(words('[run](javascript:alert(1)) ![map](https://a.example/m.png) \\*no\\*')).toEqual([
      { text: 'run *no*' },
    ]);
    expect(words('at https://a.example/x.')).toEqual([
      { text: 'at ' },
      { text: 'https://a.example/x', href: 'https://a.example/x' },
      { text: '.' },
    ]);
  });

  it('makes a link of a picture that is elsewhere', () => {
    const pictures = read('![map](https://a.example/m.png) ![](x.png) ![Lich](l.png)');
    expect(pictures.map(({ content }) => content.inlines)).toEqual([
      [{ text: 'map', href: 'https://a.example/m.png' }],
      [{ text: 'Lich' }],
    ]);
  });

  it.each([
    ['a comment', 'The inn. %%hush%%'],
    ['a comment of blocks', 'The inn.\n\n%%\n# hush\n\nhush\n%%'],
    ['a section with blank lines', 'The inn.\n\n<section class="secret">\n\nhush\n\n</section>'],
    ['a section in one line', 'The inn.\n\n<section class="secret"><p>hush</p></section>'],
    ['a secret in a table', 'The inn.\n\n| <section class="secret">hush</section> |\n|---|\n| a |'],
    ['a secret in a list', 'The inn.\n\n- a\n  > [!secret]\n  > hush'],
    ['a secret in a quote', 'The inn.\n\n> a\n> > [!secret]\n> > hush'],
  ])('makes a secret box of %s', (_, text) => {
    expect(isMarkdown(text)).toBe(true);
    const hushed = read(text).filter((one) => JSON.stringify(one).includes('hush'));
    expect(hushed.length).toBeGreaterThan(0);
    for (const one of hushed) expect([one.kind, one.content.label]).toEqual(['callout', 'secret']);
    expect(read(text)[0]?.content.inlines).toEqual([{ text: 'The inn.' }]);
  });

  it('keeps a front matter block out, and text between dashes in', () => {
    expect(shortly('---\ntitle: Inn\n---\nThe inn.')).toEqual([['paragraph', 0, 'The inn.']]);
    expect(shortly('---\n\nThe inn.\n\n---')[1]).toEqual(['paragraph', 0, 'The inn.']);
  });

  it('is known by its signs, and plain words are plain', () => {
    expect(isMarkdown('The mill stands\nby 3 roads - and a ford. 2 * 3')).toBe(false);
    expect(isMarkdown('He said: "well_known" / done')).toBe(false);
    for (const text of ['# A', 'x\n- y', '> q', 'a **b**', '[[Castle]]', '| a | b |\n|---|---|'])
      expect([text, isMarkdown(text)]).toEqual([text, true]);
  });

  it('is parsed in less than three seconds of processor time, however hostile', () => {
    const hostile = ['*', '[[', '`', '> ', '_a', '[a](', String.raw`\\`, '~~', '![', '- ', '|'];
    for (const sign of hostile) {
      const start = process.cpuUsage();
      passagesFromMarkdown(sign.repeat(8_000));
      const { user, system } = process.cpuUsage(start);
      expect([sign, user + system < 3_000_000]).toEqual([sign, true]);
    }
  });
});
