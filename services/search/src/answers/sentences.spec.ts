import { possibleQuotations, splitSentences } from './sentences';

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
