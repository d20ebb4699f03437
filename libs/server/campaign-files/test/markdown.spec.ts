import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Inline } from '@tomekeeper/contracts-document';
import { extractMarkdown, type ExtractedPassage } from '@tomekeeper/text-extraction';
import fc from 'fast-check';
import { writeMarkdown, type WrittenPassage } from '../src/export/markdown';
import { madePassage } from './made-passages';
import { runs } from './runs';

const LIMITS = {
  ...{ textBytes: 20_000_000, contentBytes: 60_000_000, passages: 100_000 },
  ...{ textLength: 20_000, imageBytes: 0 },
};

function read(markdown: string): WrittenPassage[] {
  const passages: ExtractedPassage[] = [];
  const emit = (event: object) => {
    if ('passage' in event) passages.push(event.passage as ExtractedPassage);
  };
  extractMarkdown(markdown, { limits: LIMITS, emit });
  return passages.map(({ content: { anchors: _a, image: _i, ...content }, ...passage }) => ({
    ...passage,
    content,
  }));
}

it('restores generated passages exactly', () => {
  fc.assert(
    fc.property(fc.array(madePassage, { minLength: 1, maxLength: 8 }), (passages) => {
      const markdown = writeMarkdown(passages);
      expect({ markdown, passages: read(markdown) }).toEqual({ markdown, passages });
    }),
    runs(300),
  );
});

const ROOT = path.resolve(__dirname, '../../../..');
const DOCUMENTS = [
  'README',
  ...['runbook', 'security', 'glossary'].map((name) => `deploy/docs/${name}`),
];

it.each(DOCUMENTS)('restores the passages of %s.md', (name) => {
  const passages = read(readFileSync(path.join(ROOT, `${name}.md`), 'utf8'));
  expect(passages.length).toBeGreaterThan(10);
  expect(read(writeMarkdown(passages))).toEqual(passages);
});

const paragraph = (...inlines: Inline[]): WrittenPassage => ({
  kind: 'paragraph',
  depth: 0,
  text: inlines.map(({ text }) => text).join(''),
  content: { inlines },
});

it.each<[string, WrittenPassage, string]>([
  [
    'moves spaces out of marks',
    paragraph({ text: 'bold ', bold: true }, { text: 'text' }),
    '**bold** text\n',
  ],
  [
    'writes tags where signs are no marks',
    paragraph({ text: 'a' }, { text: '(b)', bold: true }, { text: 'c' }),
    'a<b>(b)</b>c\n',
  ],
  [
    'writes marks within words',
    paragraph({ text: '火' }, { text: '龍', bold: true }, { text: '火' }),
    '火**龍**火\n',
  ],
  [
    'writes a link by name as a wiki link',
    paragraph({ text: 'the keep', href: 'name:Castle', bold: true }),
    '**[[Castle|the keep]]**\n',
  ],
  [
    'writes a link to an item as text',
    paragraph({ text: 'Vash', href: 'item:1' }, { text: '!' }),
    'Vash\\!\n',
  ],
  [
    'writes the number of a letter',
    {
      ...paragraph({ text: 'third' }),
      kind: 'list_item',
      content: { inlines: [{ text: 'third' }], marker: 'c)' },
    },
    '3) third\n',
  ],
  [
    'writes another marker as text',
    {
      ...paragraph({ text: 'x' }),
      kind: 'list_item',
      content: { inlines: [{ text: 'x' }], marker: '§' },
    },
    '- § x\n',
  ],
])('%s', (_, passage, markdown) => {
  expect(writeMarkdown([passage])).toBe(markdown);
});
