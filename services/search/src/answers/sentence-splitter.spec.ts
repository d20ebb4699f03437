import { SentenceSplitter } from './sentence-splitter';

/** However it is cut on its way. */
function cut(text: string, size: number): string[] {
  const sentences = new SentenceSplitter();
  const told: string[] = [];
  for (let at = 0; at < text.length; at += size)
    told.push(...sentences.add(text.slice(at, at + size)));
  return [...told, ...sentences.end()];
}

it.each([1, 2, 3, 7, 1000])(
  'cuts sentences with the citations that follow them, %i at a time',
  (size) => {
    expect(
      cut('She died in 1372. [1] He left St. Markovia [2][3]. Why? "Nobody knows." [1]', size),
    ).toEqual([
      'She died in 1372. [1]',
      'He left St. Markovia [2][3].',
      'Why?',
      '"Nobody knows." [1]',
    ]);
    expect(cut('HOOK: One [1].\nHOOK: Two\n\n- three 3.5 gp [2].', size)).toEqual([
      'HOOK: One [1].',
      'HOOK: Two',
      '- three 3.5 gp [2].',
    ]);
    expect(cut('龙住在山里。[1]他睡着了。[2]', size)).toEqual(['龙住在山里。[1]', '他睡着了。[2]']);
  },
);

it('emits a sentence when the next one begins, with its citations', () => {
  const sentences = new SentenceSplitter();
  expect(sentences.add('She is dead. ')).toEqual([]);
  expect(sentences.add('[1] ')).toEqual([]);
  expect(sentences.add('He')).toEqual(['She is dead. [1]']);
  expect(sentences.end()).toEqual(['He']);
});

it('cuts endless text', () => {
  for (const text of ['A. '.repeat(6_000), 'a'.repeat(18_000), '[1] '.repeat(4_500)]) {
    const told = cut(text, 20_000);
    expect(Math.max(...told.map(({ length }) => length))).toBeLessThanOrEqual(4_000);
    expect(told.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
  }
});
