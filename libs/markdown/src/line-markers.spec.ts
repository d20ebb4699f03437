import { readMarkdown, rowsText, wordsOf, type Block } from './index';

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
