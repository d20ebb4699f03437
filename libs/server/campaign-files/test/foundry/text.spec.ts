import { itemHref } from '../../src/item-link';
import type { TransferPassage } from '../../src/model';
import { importBytes, linesOf } from '../import/read-all';
import { sourceOf } from '../made-campaign';
import {
  adventureIn,
  fileWith,
  htmlOf,
  isSecret,
  noteWith,
  paragraph,
  write,
  ZERO_WIDTH,
} from './write-journal';

describe('text of a journal for Foundry', () => {
  it('links entries and files, and turns other links into words', async () => {
    const to = (id: string, passage?: number) =>
      itemHref({ id, ...(passage !== undefined && { passage }) });
    const passages = [
      paragraph({ text: 'mill', href: to('mill', 3), bold: true }, { text: ' and ' }),
      paragraph({ text: ' a}b\n[[c ', href: to('mill') }),
      paragraph({ text: 'x'.repeat(310), href: to('mill') }),
      paragraph({ text: 'rules', href: to('pdf') }, { text: ' & ' }),
      paragraph({ text: 'gone', href: to('none') }, { text: ' name', href: 'name:Castle' }),
      paragraph({ text: 'web', href: 'https://a.example/?a="&b' }),
      paragraph({ text: 'code', href: to('mill'), code: true }),
      { ...paragraph({ text: 'A "map"' }), kind: 'image' as const, picture: 'map' },
      { ...paragraph({ text: 'No file' }), kind: 'image' as const, picture: 'none' },
    ];
    const campaign = {
      notes: [noteWith(passages), noteWith([], { sourceId: 'mill', title: 'Mill' })],
      files: [
        fileWith('map', 'Bíg map #1.png', 'image/png'),
        fileWith('pdf', '50% rules.pdf', 'application/pdf'),
      ],
    };
    const [html] = await htmlOf(campaign);
    const { journal } = await adventureIn(await write(sourceOf(campaign)));
    const link = (words: string) => `@UUID[JournalEntry.${journal[1]!._id}]{${words}}`;
    expect(html!.replaceAll(ZERO_WIDTH, '|').replaceAll('</p>', '</p>\n').split('\n')).toEqual([
      `<p><strong>${link('mill')}</strong> and </p>`,
      `<p> ${link('a')}}${link('b')}<br>${link('[|[c')} </p>`,
      `<p>${link('x'.repeat(150))}${link('x'.repeat(150))}${link('x'.repeat(10))}</p>`,
      '<p><a href="tomekeeper-the-shattered-vale/50%25%20rules.pdf">rules</a> &amp; </p>',
      '<p>gone name</p>',
      '<p><a href="https://a.example/?a=&quot;&amp;b">web</a></p>',
      '<p><code>code</code></p>',
      '<p><img src="tomekeeper-the-shattered-vale/B%C3%ADg%20map%201.png" alt="A &quot;map&quot;"></p>',
      '<p><img alt="No file"></p>',
      '',
    ]);
    const imported = await importBytes(await write(sourceOf(campaign)));
    const [entry, files] = [
      imported.notes[1]!.sourceId,
      imported.files.map((each) => each.sourceId),
    ];
    const lines = linesOf(imported.notes[0]!);
    expect(lines[0]).toBe(`paragraph: [mill](${to(entry)}) and`);
    expect(lines).toContain(`paragraph: [rules](${to(files[1]!)}) &`);
    expect(lines).toContain(`image: <${files[0]}> A "map"`);
    expect(imported.notes[0]!.unresolved).toEqual([]);
  });

  it('keeps hostile text as text', async () => {
    const texts = [
      ...['</section><script>alert(1)</script>', '&lt;b&gt; &amp;#60;', '<!-- x', ']]></p>'],
      ...['@UUID[Actor.abc]{Bob}', '@Embed[JournalEntry.x]', '&Reference[blinded]', '@Check[dex]'],
      ...['[[/roll 1d6]]{Fire}', '[[[1d20]]]', '[!secret] text', '%% text %%', '%%%%', '100% %'],
      ...['@\u200cUUID[Actor.a]', '[\u200c[1d6]]', '%\u200c\u200c%'],
    ];
    const passages = texts.flatMap((text): TransferPassage[] => [
      paragraph({ text }),
      paragraph({ text: text.slice(0, 1), bold: true }, { text: text.slice(1) }),
      { ...paragraph({ text }), kind: 'heading', level: 2 },
      { ...paragraph({ text }), kind: 'code', content: { inlines: [{ text }], language: '"><b>' } },
      { ...paragraph({ text }), kind: 'image' },
      { ...paragraph({ text }), kind: 'table', content: { rows: [[[{ text }], [{ text: 'a' }]]] } },
      { ...paragraph({ text }), kind: 'callout', content: { label: '"><b>' } },
      paragraph({ text, href: itemHref({ id: 'inn' }) }),
    ]);
    const campaign = { notes: [noteWith(passages)], files: [] };
    const [html] = await htmlOf(campaign);
    const ofLinks = /@UUID\[JournalEntry\.\w{16}\]\{[^}]+\}/g;
    const text = html!.replaceAll(ofLinks, '').replaceAll(/<[^>]*>/g, '\n');
    expect(html).not.toMatch(/<(?:section|script|!--|b>)/);
    expect(text).not.toMatch(/@\w+\[|&amp;\w+\[|\[\[/);
    const { notes } = await importBytes(await write(sourceOf(campaign)));
    const tableText = ({ kind, text }: TransferPassage) => (kind === 'table' ? `${text}\ta` : text);
    expect(notes[0]!.passages.map((passage) => passage.text)).toEqual(passages.map(tableText));
    expect(notes[0]!.passages.some(isSecret)).toBe(false);
  });

  it('nests lists, and keeps kinds and formatting of blocks', async () => {
    const item = (depth: number, text: string, marker?: string): TransferPassage => ({
      ...{ kind: 'list_item', depth, text },
      content: { inlines: [{ text }], ...(marker && { marker }) },
    });
    const blocks = [{ kind: 'paragraph' as const, depth: 0, inlines: [{ text: 'In' }] }];
    const box = (kind: TransferPassage['kind'], label?: string): TransferPassage => ({
      ...{ kind, depth: 0, text: 'In' },
      content: { blocks, ...(label && { label }) },
    });
    const passages: TransferPassage[] = [
      ...[item(0, 'a'), item(1, 'b', '3.'), item(1, 'c', 'd)'), item(0, 'e', '☐'), item(2, 'f')],
      paragraph({ text: 'x\ny', italic: true, strike: true }),
      { ...paragraph({ text: '\n a\n  b' }), kind: 'code', content: { language: 'c++' } },
      ...[box('quote'), box('callout', 'read_aloud'), box('callout', 'warning'), box('callout')],
      ...[box('stat_block'), { ...paragraph(), kind: 'divider' as const }],
      {
        ...{ kind: 'table', depth: 0, text: 'A\tB\n1\t2' },
        content: {
          rows: [
            [[{ text: 'A' }], [{ text: 'B' }]],
            [[{ text: '1' }], [{ text: '2' }]],
          ],
          hasHeader: true,
        },
      },
    ];
    const campaign = { notes: [noteWith(passages)], files: [] };
    const [html] = await htmlOf(campaign);
    expect(html).toBe(
      '<ul><li>a<ol><li value="3">b</li></ol><ol type="a"><li value="4">c</li></ol></li>' +
        '<li>☐ e<ul><li><ul><li>f</li></ul></li></ul></li></ul>' +
        '<p><em><s>x<br>y</s></em></p>' +
        '<pre><code class="language-c++">\n\n a\n  b</code></pre>' +
        '<blockquote><p>In</p></blockquote>' +
        '<blockquote class="read-aloud"><p>In</p></blockquote>' +
        '<blockquote class="callout" data-callout="warning"><p>In</p></blockquote>' +
        '<aside><p>In</p></aside><aside class="stat-block"><p>In</p></aside><hr>' +
        '<table><thead><tr><th>A</th><th>B</th></tr></thead>' +
        '<tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
    );
    const { notes } = await importBytes(await write(sourceOf(campaign)));
    const rest = notes[0]!.passages.slice(5);
    expect(rest.map(({ kind, text, content: { label } }) => [kind, text, label])).toEqual(
      passages.slice(5).map(({ kind, text, content: { label } }) => [kind, text, label]),
    );
    expect(
      notes[0]!.passages.slice(0, 5).map(({ depth, content }) => [depth, content.marker]),
    ).toEqual([
      [0, undefined],
      [1, '3.'],
      [1, '4.'],
      [0, undefined],
      [2, undefined],
    ]);
  });
});
