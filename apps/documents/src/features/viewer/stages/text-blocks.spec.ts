import { textBlocks } from './text-blocks';

const MARKDOWN = `# The Drowned Court ##
Above the line
and below it.

   ### A heading
\`\`\`
# no heading

code
\`\`\`
- one
- two
#hashtag
`;

it('cuts Markdown at headings, empty lines and code', () => {
  expect(textBlocks(MARKDOWN, true)).toEqual([
    { kind: 'heading', level: 1, text: 'The Drowned Court' },
    { kind: 'paragraph', text: 'Above the line and below it.' },
    { kind: 'heading', level: 3, text: 'A heading' },
    { kind: 'code', text: '# no heading\n\ncode' },
    { kind: 'list', items: ['one', 'two #hashtag'], first: undefined },
  ]);
});

it('takes plain text as it stands', () => {
  expect(textBlocks('# a\r\nb\r\n \r\n```\nc', false)).toEqual([
    { kind: 'paragraph', text: '# a\nb' },
    { kind: 'paragraph', text: '```\nc' },
  ]);
  expect(textBlocks('', true)).toEqual([]);
});

it('keeps code that was never closed', () => {
  expect(textBlocks('~~~\nx\n```\ny', true)).toEqual([{ kind: 'code', text: 'x\n```\ny' }]);
});

it('lets the lines of a paragraph flow, and keeps those that begin something', () => {
  const text = 'one\n  two  \nthree\\\nfour\n> five\n12. six\n| seven |';
  expect(textBlocks(text, true)).toEqual([
    { kind: 'paragraph', text: 'one two\nthree\nfour\n> five\n12. six\n| seven |' },
  ]);
});

it('knows a table, and what only looks like one', () => {
  expect(
    textBlocks('| who | says |\n| --- | :-: |\n| Dame \\| Petronel | "Bread." |\n|x|', true),
  ).toEqual([
    { kind: 'table', head: ['who', 'says'], rows: [['Dame | Petronel', '"Bread."'], ['x']] },
  ]);
  expect(textBlocks('who | says\nno rule', true)).toMatchObject([{ kind: 'paragraph' }]);
  expect(textBlocks('Title\n---', true)).toMatchObject([{ kind: 'paragraph' }]);
  expect(textBlocks('| a |\n| - |', false)).toMatchObject([{ kind: 'paragraph' }]);
});

it('knows lists and quotes; where lines begin different things they stand as typed', () => {
  expect(textBlocks('3. one\n   more\n4) two', true)).toEqual([
    { kind: 'list', items: ['one more', 'two'], first: 3 },
  ]);
  expect(textBlocks('> The bell\n> tolls.', true)).toEqual([
    { kind: 'quote', text: 'The bell tolls.' },
  ]);
  for (const text of ['- one\n  - below it', 'Who:\n- one', '- one\n2. two', '-3\n-4'])
    expect(textBlocks(text, true)).toEqual([{ kind: 'paragraph', text }]);
  expect(textBlocks('- one', false)).toEqual([{ kind: 'paragraph', text: '- one' }]);
});
