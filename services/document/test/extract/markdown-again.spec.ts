import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { writeMarkdown, type WrittenPassage } from '@tomekeeper/campaign-files/markdown';
import { extractFile } from './extract-file';

const ROOT = path.resolve(__dirname, '../../../..');
/** Long, with tables, lists, code and links: texts of this very product. */
const TEXTS = [
  'README.md',
  ...['runbook', 'security', 'contributing', 'glossary'].map((name) => `deploy/docs/${name}.md`),
];

const written = (passages: readonly WrittenPassage[]): string => writeMarkdown(passages);
/** Without properties that Markdown cannot express. */
const read = async (text: string) => {
  const { passages } = await extractFile(text, 'a.md');
  return passages.map(
    ({ kind, level, depth, text: words, content: { anchors: _a, image: _i, ...content } }) => ({
      kind,
      ...(level && { level }),
      depth,
      text: words,
      content,
    }),
  );
};

it.each(TEXTS)('what was read of %s is written and read as the same', async (file) => {
  const passages = await read(readFileSync(path.join(ROOT, file), 'utf8'));
  const text = written(passages);
  expect(await read(text)).toEqual(passages);
});

it('writes boxes, lists, marks and sign-like text so that extraction restores them', async () => {
  const text = `# A \\# title \\#

Words **bold *and italic* on** and *italic*, ~~gone~~, \`a \\\` b\`, [a **link**](https://example.com/a_b) and \\*no star\\*.
1\\. no item, snake_case, a@b.example, 2 < 3 \\[x] ==marked== 100%

- one
- two
    1. first
    2. second  
       in two lines
- three

> Quoted
>
> - in
>     - a list

> [!read-aloud] The gate
> It *creaks*.
>
> | A | B \\| C |
> | - | - |
> | 1 | 2 |

> [!warning]
> Do not.

\`\`\`\`js
const fence = '\`\`\`';
\`\`\`\`

---

![A map](map.png)
`;
  const passages = await read(text);
  expect(passages.map(({ kind }) => kind)).toEqual([
    ...['heading', 'paragraph', ...Array<string>(5).fill('list_item'), 'quote'],
    ...['callout', 'callout', 'code', 'divider', 'image'],
  ]);
  expect(await read(written(passages))).toEqual(passages);
});

it('writes all words as words', async () => {
  const word = fc.string({
    unit: fc.constantFrom(...'ab1 .#>-+*_`~=|[]()<>&!:@^%\\/"\''),
    minLength: 1,
    maxLength: 12,
  });
  const words = fc
    .sample(word, { numRuns: 400, seed: 1 })
    .map((each) => each.trim())
    .filter((each) => each !== '' && !/(^|\s)\^\w+$/.test(each));
  const passages = words.map((text): WrittenPassage => ({
    kind: 'paragraph',
    depth: 0,
    text,
    content: { inlines: [{ text }] },
  }));
  const again = await read(written(passages));
  expect(again.map(({ kind, text }) => `${kind}: ${text}`)).toEqual(
    words.map((text) => `paragraph: ${text.replaceAll(/\s+/g, ' ')}`),
  );
});
