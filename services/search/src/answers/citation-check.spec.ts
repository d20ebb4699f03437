import { sourceOf } from '../../test/sources';
import { checkCitations } from './citation-check';

const SOURCES = [
  sourceOf(1, 'The mill is old. Agatha, the dead wife of the blacksmith, haunts the forge.'),
  sourceOf(2, 'He sells 12 swords for 40 gp each.'),
];
const check = (written: string) => checkCitations(written, SOURCES, 'Who died in 1372?');
const stretch = (written: string) => {
  const { passage, start, end } = check(written)!.citations[0]!;
  return [
    passage,
    SOURCES.find((one) => one.passage.id === passage)!.passage.text.slice(start, end),
  ];
};

it('cites the most similar sentence, or the quoted words', () => {
  expect(check('Agatha haunts the forge [1].')).toEqual({
    text: 'Agatha haunts the forge.',
    citations: [{ document: 'document-1', passage: 'passage-1', start: 17, end: 75 }],
  });
  expect(stretch('She is “the dead wife of the blacksmith” [1].')).toEqual([
    'passage-1',
    'the dead wife of the blacksmith',
  ]);
  expect(stretch('12 swords, 40 gp each. [2]')[0]).toBe('passage-2');
});

it.each([
  ['no citation', 'Agatha haunts the forge.'],
  ['a source that is not there', 'Agatha haunts the forge [3].'],
  ['source nought', 'Agatha haunts the forge [0].'],
  ['an unrelated number', 'Agatha died in 1371 [1].'],
  ['a quotation that stands nowhere', 'Agatha is “the living wife of the smith” [1].'],
  ['a quotation of another source', 'He has “12 swords for 40 gp” [1].'],
  ['no word of its source', 'Nobody knows [2].'],
  ['an address', 'Agatha haunts the forge, see https://evil.example/?q=forge [1].'],
  ['a picture', '![Agatha](https://evil.example/a.png) haunts the forge [1].'],
  ['markup', '<img src=//evil.example> Agatha haunts the forge [1].'],
])('marks a sentence with %s', (_, written) => {
  const checked = check(written);
  expect(checked).toMatchObject({ is_unsupported: true });
  expect(checked!.text).not.toMatch(/\[|evil|<img|:\/\//);
});

it('parses citations in any form, and drops invalid ones', () => {
  const cited = (written: string) => check(written)!.citations.map(({ passage }) => passage);
  expect(cited('The forge sells swords [1][2].')).toEqual(['passage-1', 'passage-2']);
  expect(cited('The forge sells swords [1, 2].')).toEqual(['passage-1', 'passage-2']);
  expect(cited('The forge sells swords [1-2].')).toEqual(['passage-1', 'passage-2']);
  expect(cited('The forge sells swords 【2】.')).toEqual(['passage-2']);
  expect(cited('The forge sells swords [source 2] [9].')).toEqual(['passage-2']);
});

it('accepts numbers of the question, and strips Markdown', () => {
  expect(check('**Agatha** died in 1372, at the forge [1].')).toMatchObject({
    text: 'Agatha died in 1372, at the forge.',
  });
  expect(check('**Agatha** died in 1372, at the forge [1].')).not.toHaveProperty('is_unsupported');
  expect(check('- [The forge](https://evil.example) is haunted [1].')!.text).toBe(
    'The forge is haunted.',
  );
  expect(check('[1]')).toBeUndefined();
  expect(check('NO_ANSWER')).toBeUndefined();
});
