import type { Inline, InnerBlock } from '@tomekeeper/contracts-document';
import { isStatBlock, rowsText, wordsOf } from '@tomekeeper/markdown';
import { mapInlines } from '@tomekeeper/text-extraction';
import fc from 'fast-check';
import type { WrittenPassage } from '../src/export/markdown';

/** Characters and words that are markup somewhere, and scripts of several directions. */
const PARTS = [
  ...'ab1.#>-+*_`~=|[]()<>&!:@^%\\/"\'{}$',
  ...['1.', '12)', '%%', '[[', ']]', '==', '![', '[ ]', '[x]', '[^1]', '^id', '```', '~~~', '---'],
  ...[
    '<b>',
    '</i>',
    '<!--',
    '&amp;',
    '&#65;',
    'https://a.example/b',
    'www.a.example',
    'a@b.example',
  ],
  ...['火龍', 'דרקון', 'تنين', '🐉', '👩‍🚀', 'é', 'Zoë', '[!note]', '# a', '| - |', '%% a %%'],
];

const words = fc
  .array(fc.tuple(fc.constantFrom(...PARTS), fc.constantFrom('', ' ')), {
    minLength: 1,
    maxLength: 8,
  })
  .map((parts) => parts.flat().join('').trim().replaceAll(/\s+/g, ' '))
  .filter((text) => text !== '');

const mark = fc.constantFrom<true | undefined>(undefined, undefined, true);
const href = fc.constantFrom(
  ...Array<undefined>(8).fill(undefined),
  ...[
    'https://a.example/b_c?d=(e)&copy;',
    'name:Castle',
    'name:Castle#Crypt%20(old)',
    'mailto:a@b.example',
  ],
);
const marked: fc.Arbitrary<Inline> = fc
  .record({ text: words, bold: mark, italic: mark, strike: mark, code: mark, href })
  .map(defined);

/** @returns the object without undefined values */
function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;
}

const inlinesOf = (breaks: readonly string[] = ['', ' ', '\n']): fc.Arbitrary<Inline[]> =>
  fc
    .array(fc.tuple(marked, fc.constantFrom(...breaks)), { minLength: 1, maxLength: 5 })
    .map((pairs) => {
      const all = pairs.flatMap(([inline, text], at) =>
        text === '' || at === pairs.length - 1 ? [inline] : [inline, { text }],
      );
      return mapInlines(all, (inline) => inline);
    });

const number = fc.integer({ min: 0, max: 999_999_999 });
const marker = fc.oneof(
  fc.constant(undefined),
  fc.constantFrom('☐', '☑', '1.', '2.', '7)'),
  number.map((each) => `${each}.`),
);
const depth = fc.integer({ min: 0, max: 8 });
const codeText = fc
  .array(fc.constantFrom(...PARTS, '\n', '  ', '\t', '    x'), { minLength: 1, maxLength: 10 })
  .map((parts) => parts.join('').replace(/\n+$/, ''))
  .filter((text) => text.trim() !== '');
const rows = fc.integer({ min: 1, max: 3 }).chain((columns) =>
  fc
    .array(
      fc.array(fc.oneof(inlinesOf(), fc.constant<Inline[]>([])), {
        minLength: columns,
        maxLength: columns,
      }),
      { minLength: 1, maxLength: 4 },
    )
    .filter((all) => all.every((row) => row.some((cell) => cell.length > 0))),
);

const inner: fc.Arbitrary<InnerBlock> = fc
  .oneof(
    fc.record({
      kind: fc.constantFrom('heading' as const, 'paragraph' as const),
      inlines: inlinesOf(),
    }),
    fc.record({ kind: fc.constant('list_item' as const), depth, marker, inlines: inlinesOf() }),
    fc.record({ kind: fc.constant('table' as const), rows }),
    fc.record({ kind: fc.constant('code' as const), inlines: codeText.map((text) => [{ text }]) }),
    fc.constant({ kind: 'divider' as const }),
  )
  .map((block) => ({ ...defined(block), depth: 'depth' in block ? block.depth : 0 }));

const blocks = fc.array(inner, { minLength: 1, maxLength: 6 });
const textOf = (all: readonly InnerBlock[]) =>
  all
    .map((block) => (block.rows ? rowsText(block.rows) : wordsOf(block.inlines ?? [])))
    .filter((text) => text !== '')
    .join('\n');

const passageOf = (
  kind: WrittenPassage['kind'],
  text: string,
  content: WrittenPassage['content'],
  more: Partial<WrittenPassage> = {},
): WrittenPassage => ({ kind, depth: 0, ...more, text, content });

const level = fc.integer({ min: 1, max: 6 });
const box = blocks.filter((all) => textOf(all) !== '' && !isStatBlock(textOf(all)));

/** A passage as extraction from Markdown produces it. */
export const madePassage: fc.Arbitrary<WrittenPassage> = fc.oneof(
  fc
    .tuple(inlinesOf(), level)
    .map(([inlines, each]) => passageOf('heading', wordsOf(inlines), { inlines }, { level: each })),
  inlinesOf().map((inlines) => passageOf('paragraph', wordsOf(inlines), { inlines })),
  fc
    .tuple(inlinesOf(), depth, marker)
    .map(([inlines, each, sign]) =>
      passageOf('list_item', wordsOf(inlines), defined({ inlines, marker: sign }), { depth: each }),
    ),
  fc
    .tuple(inlinesOf(), depth)
    .map(([inlines, each]) =>
      passageOf('list_item', wordsOf(inlines), { inlines }, { depth: each }),
    ),
  fc
    .tuple(rows, fc.boolean())
    .map(([all, hasHeader]) =>
      passageOf('table', rowsText(all), { rows: all, ...(hasHeader && { hasHeader }) }),
    ),
  box.map((all) => passageOf('quote', textOf(all), { blocks: all })),
  fc
    .tuple(box, fc.constantFrom('note', 'read_aloud', 'my_label', 'warning'))
    .map(([all, label]) => passageOf('callout', textOf(all), { blocks: all, label })),
  box.map((all) => passageOf('stat_block', textOf(all), { blocks: all })),
  fc
    .tuple(codeText, fc.constantFrom(undefined, 'ts', 'c++'))
    .map(([text, language]) => passageOf('code', text, defined({ inlines: [{ text }], language }))),
  words.map((text) => passageOf('image', text, {})),
  fc.constant(passageOf('divider', '', {})),
);
