import { hasRows, isOnlyQuestions, possibleQuotations, rowsOf, splitSentences } from './sentences';

const told = (text: string, stretches: { start: number; end: number }[]) =>
  stretches.map(({ start, end }) => text.slice(start, end));

it('splits a text into sentences', () => {
  const text = '  She died in 1372. He left.\nNobody knows!  ';
  expect(told(text, splitSentences(text))).toEqual([
    'She died in 1372.',
    'He left.',
    'Nobody knows!',
  ]);
});

it('extends short quotations', () => {
  const text = `One. Two. ${'Long '.repeat(80)}end. Three.`;
  const [first] = told(text, possibleQuotations(text));
  expect(first).toBe('One. Two.');
  expect(told(text, possibleQuotations(text))[2]).toMatch(/^Long .*end\.$/);
});

it('splits tables and stat blocks into rows', () => {
  const text = 'Item\tPrice\n\nHorse, battle trained\t80 gp \nMule\t10 gp';
  expect(told(text, rowsOf(text))).toEqual([
    'Item\tPrice',
    'Horse, battle trained\t80 gp',
    'Mule\t10 gp',
  ]);
  const kinds = ['table', 'stat_block', 'paragraph'].map((kind) => hasRows({ kind, text }));
  expect(kinds).toEqual([true, true, false]);
});

it.each([
  ['Who rows to the light? Why at night?', true],
  ['Open threads: who rows to the “light”?', true],
  ['谁在划船？', true],
  ['Who rows to the light? The mayor.', false],
  ['The mayor rows.', false],
])('recognizes texts of questions only: %s', (text, expected) => {
  expect(isOnlyQuestions(text)).toBe(expected);
});
