import { readMarkdown, type Block, type Embed } from './index';

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  readMarkdown(text, { emit: (block) => blocks.push(block), hrefOf: (address) => address });
  return blocks;
}

it.each([
  ['a paragraph', 'One ^id\n\nTwo', [['^id'], undefined]],
  ['a table', '| a |\n|---|\n| b |\n\n^id\n\nTwo', [['^id'], undefined]],
  ['a list', '- a\n- b\n\n^id', [undefined, ['^id']]],
  ['a callout', '> [!note] A\n> b\n\n^id', [['^id']]],
  ['a line of a callout', '> [!note] A\n> b\n> ^id', [['^id']]],
  ['a secret', '> [!secret] A\n> b\n\n^id\n\nTwo', [['^id'], undefined]],
  ['nothing', '^id\n\nTwo', [undefined]],
])('takes the id of %s out of the text', (_, text, expected) => {
  const blocks = blocksOf(text);
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
