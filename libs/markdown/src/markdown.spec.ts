/// <reference types="node" />
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readMarkdown, type Block } from './index';

const CASES = path.resolve(__dirname, '../../../services/document/test/cases');
const caseText = (name: string) => readFileSync(path.join(CASES, name), 'utf8');

/** HTML as one paragraph without its tags; a whole `section.secret` as a secret. */
const html = (source: string): Block[] => {
  const isSecret = /<section[^>]*secret[^>]*>[^]*<\/section>/.test(source);
  const text = source.replaceAll(/<[^>]*>/g, '').trim();
  if (text === '') return [];
  if (!isSecret) return [{ kind: 'paragraph', inlines: [{ text }] }];
  return [
    { kind: 'callout', label: 'secret', blocks: [{ kind: 'paragraph', inlines: [{ text }] }] },
  ];
};

function blocksOf(text: string, more = { html }): Block[] {
  const blocks: Block[] = [];
  readMarkdown(text, {
    emit: (block) => blocks.push(block),
    ...more,
    hrefOf: (address) => (/^(https?:|#)/.test(address) ? address : undefined),
  });
  return blocks;
}

const words = ({ inlines = [], rows = [], blocks = [], alt }: Block): string =>
  [
    [...inlines, ...rows.flat(2)].map(({ text }) => text).join(rows.length > 0 ? '|' : ''),
    ...blocks.map((inner) => words(inner as Block)),
    alt ?? '',
  ]
    .filter((text) => text !== '')
    .join(' / ');
/** A block in one line; GM-only blocks begin with an exclamation mark. */
const outline = (text: string): string[] =>
  blocksOf(text).map(
    (block) =>
      `${block.label === 'secret' ? '! ' : ''}${block.kind}${block.depth ? `.${block.depth}` : ''}: ${block.marker ? `${block.marker} ` : ''}${words(block)}`,
  );

const table: [string, string, string[]][] = [
  // Front matter.
  ['a front matter block', '---\ntitle: Inn\ntags: [a,\n  b]\n---\nOpen.', ['paragraph: Open.']],
  ['an empty front matter block', '---\n---\nOpen.', ['paragraph: Open.']],
  [
    'text between lines of dashes',
    caseText('rule-first.md'),
    ['divider: ', 'paragraph: The hall is dark.', 'divider: ', 'paragraph: More.'],
  ],
  [
    'prose with a colon below text between dashes',
    '---\nNo key here\nkey: value\n---\n',
    ['divider: ', 'heading: No key here key: value'],
  ],

  // Links.
  ['a link', '[inn](https://a.example/b)', ['paragraph: inn']],
  ['an unsafe link', '[inn](javascript:x)', ['paragraph: inn']],
  [
    'a link definition far below',
    '[inn]\n\nMore.\n\n[inn]: https://a.example',
    ['paragraph: inn', 'paragraph: More.'],
  ],
  [
    'wiki links',
    '[[Castle|the castle]] and [[Mill#Wheel]]',
    ['paragraph: the castle and Mill › Wheel'],
  ],
  ['a highlight', 'A ==bold *move*== here', ['paragraph: A bold move here']],
  ['a block id', 'Text. ^id1', ['paragraph: Text.']],
  ['a footnote', 'Text[^1].\n\n[^1]: Note.', ['paragraph: Text[1].', 'paragraph: [1] Note.']],

  // Embeds.
  ['an embedded note', 'See ![[Castle#Crypt]].', ['paragraph: See Embedded note.']],
  ['an embedded file', 'See ![[map.png|300]].', ['paragraph: See map.png.']],
  ['a picture', 'See ![map](https://a.example/m.png).', ['paragraph: See .', 'image: map']],
  [
    'a picture in a secret',
    '> [!secret]\n> ![map](m.png) hush',
    ['! callout: hush', '! image: map'],
  ],

  // Comments.
  ['a comment in a line', 'One %%hush%% two.', ['paragraph: One two.', '! callout: hush']],
  [
    'a comment of lines',
    'One.\n\n%%\nhush\nhush\n%%\n\nTwo.',
    ['paragraph: One.', '! callout: hush hush', 'paragraph: Two.'],
  ],
  [
    'a comment of blocks',
    'One.\n\n%%\n# hush\n\n- hush\n\n> hush\n\n| hush |\n| --- |\n\n```\nhush\n```\n\nhush\n%%\n\nTwo.',
    ['paragraph: One.', '! callout: hush / hush / hush / hush / hush / hush', 'paragraph: Two.'],
  ],
  [
    'a comment in code',
    'A `%%x%%` b.\n\n```\n%%x%%\n```',
    ['paragraph: A %%x%% b.', 'code: %%x%%'],
  ],
  [
    'a comment in an item',
    '- one %%hush%%\n- two',
    ['list_item: one', '! callout: hush', 'list_item: two'],
  ],
  ['a comment in a heading', '# One %%hush%%', ['heading: One', '! callout: hush']],
  ['a comment in a quote', '> one %%hush%%', ['quote: one', '! callout: hush']],
  [
    'a comment in a table',
    '| a | b %%hush%% |\n|---|---|\n| c | d |',
    ['table: a|b|c|d', '! callout: hush'],
  ],
  ['a comment across marks', '**a %%b** c%% d', ['paragraph: a d', '! callout: b c']],
  [
    'an unclosed comment',
    caseText('unclosed.md'),
    ['paragraph: Body only.', 'paragraph: %% open comment never closed', 'paragraph: Last line.'],
  ],
  [
    'an unclosed comment before a closed one',
    '%% open\n\nOne %%hush%% two',
    ['paragraph: %% open', 'paragraph: One two', '! callout: hush'],
  ],
  ['percent signs', '50%% of 20%% each', ['paragraph: 50%% of 20%% each']],
  [
    'percent signs before a comment',
    '50%% of it %%hush%%',
    ['paragraph: 50%% of it', '! callout: hush'],
  ],
  [
    'percent signs in a comment',
    '%%hush 50%% hush%% end',
    ['paragraph: end', '! callout: hush 50 hush'],
  ],
  [
    'a comment behind a digit',
    'Room 12%%hush%% and 3%% hush %%',
    ['paragraph: Room 12 and 3', '! callout: hush\nhush'],
  ],
  ['a comment with an unclosed fence', '%%\n```\nhush\n%%\n\nTwo', ['! callout: hush\n%%\n\nTwo']],

  // Callouts.
  ['a callout', '> [!note]- Title\n> Text.', ['callout: Title / Text.']],
  ['a quote with a lazy line', '> One\ntwo', ['quote: One two']],
  ['a callout in a callout', '> [!note] A\n> > [!tip] B\n> > c', ['callout: A / B / c']],
  ['a callout before a line of dashes', '> [!note] A\n> ---\n> b', ['callout: A / b']],

  // Secrets.
  ['a secret callout', caseText('secret-public.md'), ['paragraph: Open.', '! callout: S / hush']],
  ['a secret callout with a lazy line', '> [!secret] S\nhush', ['! callout: S / hush']],
  ['a secret callout in capitals', '> [!SECRET|x]+\n> hush', ['! callout: hush']],
  ['a secret before a line of dashes', '> [!secret]\n> ---\n> hush', ['! callout: hush']],
  ['a secret in a callout', '> [!note] A\n> > [!secret]\n> > hush', ['! callout: A / hush']],
  ['a secret in a quote in a quote', '> a\n> > > [!secret]\n> > > hush', ['! callout: a / hush']],
  ['a secret in the middle of a quote', '> a\n> [!secret] hush', ['! callout: a [!secret] hush']],
  ['a secret in a list in a quote', '> - a\n>   > [!secret]\n>   > hush', ['! callout: a / hush']],
  [
    'a secret in an item',
    '- a\n  > [!secret]\n  > hush\n- b',
    ['list_item: a', '! callout: hush', 'list_item: b'],
  ],
  [
    'a secret without its quote',
    '[!secret] hush\n\nb',
    ['! callout: [!secret] hush', 'paragraph: b'],
  ],
  [
    'a secret section',
    caseText('section-blank.md'),
    ['paragraph: Open.', '! callout: hush', 'paragraph: End.'],
  ],
  [
    'a secret section in one line',
    'a <section class="secret">hush</section> b',
    ['! callout: a hush b'],
  ],
  [
    'a secret section of HTML',
    '<p>a</p>\n<section class="secret">hush</section>',
    ['! callout: a\nhush'],
  ],
  [
    'a secret section in a table',
    '| a | <section class="secret">hush</section> |\n|---|---|\n| c | d |\n\nEnd',
    ['! callout: a|hush|c|d', 'paragraph: End'],
  ],
  [
    'a secret section in an item',
    '- a\n- <section class="secret">\n\n  hush\n\n  </section>\n- b',
    ['list_item: a', '! callout: hush', 'list_item: b'],
  ],
  [
    'a secret section in a quote',
    '> a\n>\n> <section class="secret">\n>\n> hush\n>\n> </section>',
    ['! callout: a / hush'],
  ],
  [
    'a section in a secret section',
    "<section class='x secret'>\n\n<section>\n\nhush\n\n</section>\n\nhush\n\n</section>\n\nEnd",
    ['! callout: hush / hush', 'paragraph: End'],
  ],
  [
    'a secret section without an end',
    'a\n\n<section class=secret>\n\nhush\n\nhush',
    ['paragraph: a', '! callout: hush / hush'],
  ],
  [
    'a secret section in an open element',
    '<div title="x">\n\n<section class="secret">\n\n# hush\n\n</section>\n\n</div>\n\nEnd',
    ['! callout: hush', 'paragraph: End'],
  ],
  [
    'a secret section in code',
    '`<section class="secret">` a\n\n    <section class="secret">\n\nb',
    ['paragraph: <section class="secret"> a', 'code: <section class="secret">', 'paragraph: b'],
  ],
  [
    'an element with another class',
    '<section class="secretary">\n\na\n\n</section>',
    ['paragraph: a'],
  ],

  // Blocks.
  [
    'lists',
    '- a\n  1) b\n- [x] c\n- [ ] d\n\n3. e\n4. f',
    [
      'list_item: a',
      'list_item.1: 1) b',
      'list_item: ☑ c',
      'list_item: ☐ d',
      'list_item: 3. e',
      'list_item: 4. f',
    ],
  ],
  ['a table', '| a | b \\| c |\n|---|---|\n| **d** |', ['table: a|b | c|d']],
];

describe('Markdown', () => {
  it.each(table)('%s', (_, text, expected) => {
    expect(outline(text)).toEqual(expected);
  });

  it('keeps marks and links', () => {
    const [block] = blocksOf(
      '**b _i_** ~~s~~ `c` [[Castle]] [#x](#x) at https://a.example/b_(c). <b>x</b><br>',
    );
    expect(block!.inlines!.filter(({ text }) => text.trim() !== '')).toEqual([
      { text: 'b ', bold: true },
      { text: 'i', bold: true, italic: true },
      { text: 's', strike: true },
      { text: 'c', code: true },
      { text: 'Castle', href: 'name:Castle' },
      { text: '#x', href: '#x' },
      { text: ' at ' },
      { text: 'https://a.example/b_(c)', href: 'https://a.example/b_(c)' },
      { text: '. ' },
      { text: 'x', bold: true },
    ]);
  });

  it.each([
    ['[[Castle]]', 'Castle', 'name:Castle'],
    ['[[ Castle #  The Crypt ]]', 'Castle › The Crypt', 'name:Castle#The%20Crypt'],
    ['[[Castle#Crypt#Altar|there]]', 'there', 'name:Castle#Altar'],
    ['[[Castle#^id1|there]]', 'there', 'name:Castle#%5Eid1'],
    ['[[People/Odo the Miller|he]]', 'he', 'name:People%2FOdo%20the%20Miller'],
    ['![[Castle]]', 'Embedded note', 'name:Castle'],
    ['[[#Crypt]]', 'Crypt', '#crypt'],
    ['[[ |words]]', 'words', undefined],
  ])('links by name: %s', (text, words, href) => {
    const [block] = blocksOf(text);
    expect(block!.inlines).toEqual([{ text: words, ...(href !== undefined && { href }) }]);
  });

  it('links by name within a table', () => {
    const [block] = blocksOf('| Ally |\n|---|\n| [[Vash\\|the Ferryman]] |');
    expect(block!.rows![1]).toEqual([[{ text: 'the Ferryman', href: 'name:Vash' }]]);
  });

  it('keeps a long secret box whole', () => {
    const blocks = blocksOf(caseText('secret-70k.md'));
    expect(blocks.map(({ label, kind }) => label ?? kind)).toEqual([
      'paragraph',
      'secret',
      'paragraph',
    ]);
    expect(words(blocks[1]!).length).toBeGreaterThan(68_000);
  });

  it.each(['# Part', 'hush'])('keeps a long secret section of lines like %s secret', (line) => {
    const section = `<section class="secret">\n\n${`${line}\n\n`.repeat(60_000)}</section>`;
    const blocks = blocksOf(`Open.\n\n${section}\n\nEnd.`);
    const visible = blocks.filter(({ label }) => label !== 'secret').map(words);
    expect(visible).toEqual(['Open.', 'End.']);
  });

  it.each([
    ['a list', `${'- one\n\n'.repeat(50_000)}`, 'list_item'],
    ['a table', `| a |\n|---|\n${'| one |\n'.repeat(50_000)}`, 'table'],
    ['a quote', `${'> one\n>\n'.repeat(50_000)}`, 'quote'],
  ])('does not cut %s', (_, text, kind) => {
    const kinds = new Set(blocksOf(text).map((block) => block.kind));
    expect([...kinds]).toEqual([kind]);
    if (kind !== 'list_item') expect(blocksOf(text)).toHaveLength(1);
  });

  it('does not cut a comment', () => {
    const text = `%%\n\n${'hush\n\n'.repeat(80_000)}%%\n\nEnd.`;
    const visible = blocksOf(text).filter(({ label }) => label !== 'secret');
    expect(visible.map(words)).toEqual(['End.']);
  });

  it.each([
    '*a_',
    '[',
    '![[]()',
    '<',
    '<a ',
    '<section class=',
    '> ',
    '- ',
    '1. ',
    '`',
    '~~a',
    '==a',
    '%%',
    '%% a',
    '[[',
    '[a](',
    '|',
    '| a ',
    ':',
    'http:',
    'http://a(',
    '\\',
    '&',
    '___a',
    '<!--',
    '[a]: b\n',
    '> [!a]\n',
    '- > ',
    '\t',
    '  ',
    'a: ',
    '---\n',
    '\n',
    '%%\n\n',
    '<div\n',
    '<div>\n\n',
  ])('needs linear time for many of %j', (sign) => {
    for (const [text, most] of [
      [sign.repeat(Math.ceil(100_000 / sign.length)), 2_000],
      [`---\n${sign.repeat(Math.ceil(100_000 / sign.length))}`, 2_000],
    ] as const) {
      // Processor time: other processes do not count.
      const start = process.cpuUsage();
      blocksOf(text, { html: () => [] });
      const { user, system } = process.cpuUsage(start);
      expect((user + system) / 1000).toBeLessThan(most);
    }
  });

  it.each(['>', '> ', '- ', '* > ', '  - '])('keeps words behind many of %j', (sign) => {
    const text = `${sign.repeat(5_000)}words`;
    expect(outline(text).join()).toContain('words');
    const steps = Array.from({ length: 300 }, (_, n) => `${'  '.repeat(n)}- words`).join('\n');
    expect(outline(steps).join().match(/words/g)).toHaveLength(300);
  });

  it.each(['callouts', 'quotes', 'secrets'])(
    'keeps all text of %s in each other, in order',
    (kind) => {
      const sign = { callouts: '[!note] ', quotes: '', secrets: '[!secret] ' }[kind]!;
      // At the former cost of 0.1 s for each line below 20 quotes, the text would take minutes.
      const levels = [...Array(150).keys(), ...Array(150).keys(), ...Array(1_500).fill(149)];
      const text = levels
        .map(
          (level: number, n) =>
            `${'> '.repeat(level + 1)}${sign}word${n}.\n${'> '.repeat(level + 1)}`,
        )
        .join('\n');
      const blocks = blocksOf(text);
      const found = blocks
        .map(words)
        .join(' ')
        .match(/word\d+\./g);
      expect(found).toEqual(levels.map((_, n) => `word${n}.`));
      if (kind === 'secrets')
        expect(new Set(blocks.map(({ label }) => label))).toEqual(new Set(['secret']));
    },
  );

  it('reads code in quotes at any depth that stays', () => {
    for (const depth of [1, 5, 20, 24]) {
      const quote = '> '.repeat(depth);
      const text = `${quote}\`\`\`\n${quote}[^a]: text\n${quote}\`\`\``;
      expect(blocksOf(text).map(words)).toEqual(['[^a]: text']);
    }
  });
});
