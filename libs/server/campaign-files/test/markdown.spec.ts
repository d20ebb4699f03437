import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Inline } from '@tomekeeper/contracts-document';
import fc from 'fast-check';
import { writeMarkdown, type WrittenPassage } from '../src/export/markdown';
import { extract } from './extract';
import { madePassage } from './made-passages';
import { runs } from './runs';

it('restores generated passages exactly', () => {
  fc.assert(
    fc.property(fc.array(madePassage, { minLength: 1, maxLength: 8 }), (passages) => {
      const markdown = writeMarkdown(passages);
      expect({ markdown, passages: extract(markdown) }).toEqual({ markdown, passages });
    }),
    runs(200),
  );
});

const ROOT = path.resolve(__dirname, '../../../..');
const documents = (folder: string) =>
  readdirSync(path.join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);

it.each(['deploy/docs', 'deploy/launcher/src/demo/files', 'deploy/launcher/src/demo/files/large'])(
  'restores the passages of the documents in %s',
  (folder) => {
    const files = documents(folder);
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const passages = extract(readFileSync(path.join(ROOT, file), 'utf8'));
      expect(passages.length).toBeGreaterThan(0);
      expect({ file, passages: extract(writeMarkdown(passages)) }).toEqual({ file, passages });
    }
  },
);

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
    'Vash!\n',
  ],
  [
    'escapes an exclamation mark before a link',
    paragraph({ text: 'Run!' }, { text: 'a', href: 'https://a.example/' }),
    'Run\\![a](<https://a.example/>)\n',
  ],
  [
    'leaves signs that are no markup',
    paragraph({ text: '~ snake_case, 2 < 3, 2^3, 100% & = "a"!' }),
    '\\~ snake_case, 2 < 3, 2^3, 100% & = "a"!\n',
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
