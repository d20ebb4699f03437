import { readMarkdown, rowsText, wordsOf, type Block, type Embed } from './index';

function blocksOf(markdown: string): string[] {
  const blocks: Block[] = [];
  readMarkdown(markdown, { emit: (block) => blocks.push(block), hrefOf: () => undefined });
  return blocks.map(
    ({ kind, marker = '', inlines = [], rows = [], blocks: inner = [], alt, anchors = [] }) =>
      [kind, marker, alt ?? wordsOf([...inlines, ...inner.flatMap((one) => one.inlines ?? [])])]
        .concat(rowsText(rows), anchors)
        .filter((part) => part !== '')
        .join(' '),
  );
}

it.each([
  ['a check box', '- [x] done', ['list_item ☑ done']],
  ['an escaped check box', '- \\[x\\] done', ['list_item [x] done']],
  ['a block id', 'Text ^id', ['paragraph Text ^id']],
  ['an escaped block id', 'Text \\^id', ['paragraph Text ^id']],
  ['signs in the words of an image', '![a\\_b *c*](m.png)', ['image a_b c']],
  ['a footnote next to code', 'A[^1] `[^1]`', ['paragraph A[1] [^1]']],
  ['a footnote in code in a quote', '> ```\n> [^1]\n> ```', ['quote [^1]']],
  ['a callout in code in a quote', '> ```\n> > [!note]\n> > a\n> ```', ['quote > [!note]\n> a']],
  ['a quote that ends within code', '> ```\n> a\n\n> [!note] B\n> c', ['quote a', 'callout Bc']],
  [
    'code in one line of three signs',
    '``` `` ```\n\n> [!note] B\n> c',
    ['paragraph ``', 'callout Bc'],
  ],
])('reads %s', (_, markdown, blocks) => {
  expect(blocksOf(markdown)).toEqual(blocks);
});

it('takes a block id only where it is not escaped', () => {
  const anchorsOf = (markdown: string) => {
    const blocks: Block[] = [];
    readMarkdown(markdown, { emit: (block) => blocks.push(block), hrefOf: () => undefined });
    return blocks[0]?.anchors;
  };
  expect(anchorsOf('Text ^id')).toEqual(['^id']);
  expect(anchorsOf('Text \\^id')).toBeUndefined();
});

it.each([
  ['a paragraph', 'One ^id\n\nTwo', [['^id'], undefined]],
  ['a table', '| a |\n|---|\n| b |\n\n^id\n\nTwo', [['^id'], undefined]],
  ['a list', '- a\n- b\n\n^id', [undefined, ['^id']]],
  ['a callout', '> [!note] A\n> b\n\n^id', [['^id']]],
  ['a line of a callout', '> [!note] A\n> b\n> ^id', [['^id']]],
  ['a secret', '> [!secret] A\n> b\n\n^id\n\nTwo', [['^id'], undefined]],
  ['nothing', '^id\n\nTwo', [undefined]],
])('takes the id of %s out of the text', (_, text, expected) => {
  const blocks: Block[] = [];
  readMarkdown(text, { emit: (block) => blocks.push(block), hrefOf: () => undefined });
  expect(blocks.map(({ anchors }) => anchors)).toEqual(expected);
  expect(JSON.stringify(blocks.map(({ anchors: _anchors, ...block }) => block))).not.toContain('^');
});

it('leaves embeds and pictures to the caller', () => {
  const embeds: Embed[] = [];
  const blocks: Block[] = [];
  readMarkdown('a ![[b.png|300]] ![c](d.png) %%![[e]]%%', {
    emit: (block) => blocks.push(block),
    hrefOf: (address) => address,
    embedOf: (embed) => ({ text: 'x', href: `embed:${embeds.push(embed)}` }),
  });
  expect(embeds).toEqual([
    { target: 'b.png', words: '300', isWikiLink: true },
    { target: 'd.png', words: 'c', isWikiLink: false },
    { target: 'e', words: '', isWikiLink: true },
  ]);
  expect(blocks).toMatchObject([
    { inlines: [{ text: 'a ' }, { href: 'embed:1' }, { text: ' ' }, { href: 'embed:2' }] },
    { label: 'secret', blocks: [{ inlines: [{ href: 'embed:3' }] }] },
  ]);
});
