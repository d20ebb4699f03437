import { RECAP_LIMITS } from '@tomekeeper/contracts-document';
import { firstSentence } from './first-sentence';

const LONG = `${'word '.repeat(100)}end. More.`;

describe('the first sentence of a text', () => {
  it.each([
    ['The gate is open. Odo waits behind it.', 'The gate is open.'],
    ['  The gate\n is   open  ', 'The gate is open'],
    ['Is it open? Yes.', 'Is it open?'],
    ['', ''],
    [' \n ', ''],
  ])('of %j', (text, expected) => {
    expect(firstSentence(text)).toBe(expected);
  });

  it('is cut after a word if it is long', () => {
    const sentence = firstSentence(LONG);
    expect(sentence).toMatch(/^(word )+word…$/);
    expect(sentence.length).toBeLessThanOrEqual(RECAP_LIMITS.sentenceLength);
    expect(sentence.length).toBeGreaterThan(RECAP_LIMITS.sentenceLength - 10);
  });

  it('is cut within a word without spaces, and never within a character', () => {
    const sentence = firstSentence('🐉'.repeat(300));
    expect(sentence).toMatch(/^(🐉)+…$/u);
    expect(sentence.length).toBeLessThanOrEqual(RECAP_LIMITS.sentenceLength);
  });
});
