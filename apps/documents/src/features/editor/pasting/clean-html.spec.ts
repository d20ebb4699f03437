import { DOMParser as ProseMirrorParser } from 'prosemirror-model';
import { sourcesOf, writtenOf } from '../schema/passages-of-doc';
import { schema } from '../schema/schema';
import { cleanHtml, hasStructure } from './clean-html';

const pictures: [string, string][] = [];

/** Parses clipboard HTML into passages. */
function read(html: string) {
  const { body } = new DOMParser().parseFromString(
    cleanHtml(html, ({ type, size }, alt) => {
      pictures.push([`${type} ${size}`, alt]);
      const figure = document.createElement('figure');
      figure.dataset['image'] = JSON.stringify({ upload: 'u', alt, image: null });
      return figure;
    }),
    'text/html',
  );
  return ProseMirrorParser.fromSchema(schema).parse(body).content.content;
}
const shortly = (html: string) =>
  read(html).map((node) => {
    const { kind, depth, level, content } = writtenOf(node);
    const marker = content.marker === undefined ? [] : [content.marker];
    return [kind, level ?? depth, node.textContent, ...marker];
  });

describe('HTML that is pasted', () => {
  it('of Word keeps headings, titles, lists with depth and numbers, and quotes', () => {
    const item = (level: number, sign: string, words: string) =>
      `<p class=MsoListParagraph style='margin-left:36pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span style='font:7pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p></p>`;
    expect(
      shortly(
        `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p {color: red}</style></head><body><!--StartFragment--><p class=MsoTitle>Barovia</p><h2>The mill<o:p></o:p></h2><p class=MsoNormal>A <b>brass</b> lantern.<o:p></o:p></p>${item(1, '·', 'rope')}${item(2, 'o', 'hemp')}${item(1, '2.', 'map')}<p class=MsoQuote>Nobody returns.</p><!--EndFragment--></body></html>`,
      ),
    ).toEqual([
      ['heading', 1, 'Barovia'],
      ['heading', 2, 'The mill'],
      ['paragraph', 0, 'A brass lantern.'],
      ['list_item', 0, 'rope'],
      ['list_item', 1, 'hemp'],
      ['list_item', 0, 'map', '2.'],
      ['quote', 0, 'Nobody returns.'],
    ]);
  });

  it('from Google Docs keeps nested lists, links without redirects, and no bold wrapper', () => {
    const html =
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h1 dir="ltr"><span>Mill</span></h1><p dir="ltr"><span style="font-weight:700">Bold</span><span> and <a href="https://www.google.com/url?q=https://a.example/x&amp;sa=D">there</a></span></p><ol><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>one</span></p></li><ol><li dir="ltr" aria-level="2"><p dir="ltr"><span>deeper</span></p></li></ol><li dir="ltr"><p dir="ltr"><span>two</span></p></li></ol></b>';
    expect(shortly(html)).toEqual([
      ['heading', 1, 'Mill'],
      ['paragraph', 0, 'Bold and there'],
      ['list_item', 0, 'one', '1.'],
      ['list_item', 1, 'deeper', '1.'],
      ['list_item', 0, 'two', '2.'],
    ]);
    expect(writtenOf(read(html)[1]!).content.inlines).toEqual([
      { text: 'Bold', bold: true },
      { text: ' and ' },
      { text: 'there', href: 'https://a.example/x' },
    ]);
  });

  it('keeps lists within items, tables with spans and paragraphs, definitions and code', () => {
    expect(
      shortly(
        '<ul><li>rope<ul><li>hemp</li></ul></li><li><p>map</p><p>of Barovia</p></li></ul><dl><dt>Mill</dt><dd>Old.</dd></dl><pre class="language-js"><code>a\n  b</code></pre><hr>',
      ),
    ).toEqual([
      ['list_item', 0, 'rope'],
      ['list_item', 1, 'hemp'],
      ['list_item', 0, 'map\nof Barovia'],
      ['paragraph', 0, 'Mill'],
      ['paragraph', 0, 'Old.'],
      ['code', 0, 'a\n  b'],
      ['divider', 0, ''],
    ]);
    const [table] = read(
      '<table><thead><tr><td><p>Who</p></td><td>Where</td></tr></thead><tbody><tr><td colspan="2"><p>a</p><ul><li>b</li></ul></td></tr></tbody></table>',
    );
    expect(writtenOf(table!).content).toEqual({
      hasHeader: true,
      rows: [
        [[{ text: 'Who' }], [{ text: 'Where' }]],
        [[{ text: 'a\nb' }], []],
      ],
    });
  });

  it('converts boxes marked as secret by any program into secrets', () => {
    for (const html of [
      '<blockquote><p>[!secret] Izek</p><p>is a spy.</p></blockquote>',
      '<div class="callout" data-callout="secret"><div class="callout-title"><div class="callout-icon">x</div><div>Izek</div></div><div class="callout-content"><p>is a spy.</p></div></div>',
      '<section class="secret" id="s"><p>Izek</p><p>is a spy.</p></section>',
    ]) {
      const made = read(html);
      expect(made.map((node) => [node.type.name, node.attrs['label']])).toEqual([
        ['callout', 'secret'],
      ]);
      expect(writtenOf(made[0]!).content.blocks?.map(({ inlines }) => inlines?.[0]?.text)).toEqual([
        'Izek',
        'is a spy.',
      ]);
    }
    const [box] = read(
      '<blockquote><ol><li>one<ul><li>deep</li></ul></li></ol><p>end</p></blockquote>',
    );
    expect(writtenOf(box!).content.blocks).toEqual([
      { kind: 'list_item', depth: 0, inlines: [{ text: 'one' }], marker: '1.' },
      { kind: 'list_item', depth: 1, inlines: [{ text: 'deep' }] },
      { kind: 'paragraph', depth: 0, inlines: [{ text: 'end' }] },
    ]);
  });

  it('takes pictures that lie in it, and loads none from elsewhere', () => {
    pictures.length = 0;
    const made = shortly(
      '<p>before <img src="data:image/png;base64,iVBORw0KGgo=" alt="A map"> behind</p><img src="https://a.example/m.png" alt="Far"><img src="javascript:x" alt="Odd">',
    );
    expect(pictures).toEqual([['image/png 8', 'A map']]);
    expect(made.map(([kind]) => kind)).toContain('image');
    expect(made.map(([, , text]) => text).join('')).toContain('Far');
    const link = read('<img src="https://a.example/m.png" alt="Far">')[0]!;
    expect(writtenOf(link).content.inlines).toEqual([
      { text: 'Far', href: 'https://a.example/m.png' },
    ]);
  });

  it('of a text that is read says from which passages its words are, cells and code too', () => {
    const [hidden, other] = ['a', 'b'].map((one) => `10000000-0000-4000-8000-00000000000${one}`);
    const made = read(
      `<div data-passage="${hidden}">keeper</div><div data-passage="${other}"><p>He <b>knows</b></p></div><div data-passage="${hidden}"><table><tr><td><p>spy</p></td></tr></table><pre>x</pre></div>`,
    );
    expect(made.map((node) => [node.textContent, sourcesOf(node)])).toEqual([
      ['keeper', [hidden]],
      ['He knows', [other]],
      ['spy', [hidden]],
      ['x', [hidden]],
    ]);
  });

  it('never runs anything, and follows no scheme but those of links', () => {
    const html = cleanHtml(
      '<script>boom()</script><p onclick="boom()">a <a href="javascript:boom()">b</a></p><iframe src="x"></iframe><style>p{}</style>',
      () => document.createElement('figure'),
    );
    expect(html).not.toMatch(/script>|iframe|style>/);
    expect(writtenOf(read(html)[0]!).content.inlines).toEqual([{ text: 'a b' }]);
  });

  it('of editors of code is plain words, which may be Markdown', () => {
    expect(
      hasStructure(
        '<div style="font-family: Menlo"><div><span style="color: red"># Mill</span></div></div>',
      ),
    ).toBe(false);
    expect(hasStructure('<h1>Mill</h1>')).toBe(true);
  });
});
