import { passageDifference } from './passage-difference';
import { wordDifference } from './word-difference';

const passage = (id: string, text: string, more = {}) => ({ id, kind: 'paragraph', text, ...more });

describe('what differs', () => {
  it('is a word diff that contains both texts', () => {
    expect(wordDifference('The old mill stands.', 'The burnt mill stood still.')).toEqual([
      { is: 'same', text: 'The ' },
      { is: 'removed', text: 'old' },
      { is: 'added', text: 'burnt' },
      { is: 'same', text: ' mill ' },
      { is: 'removed', text: 'stands' },
      { is: 'added', text: 'stood still' },
      { is: 'same', text: '.' },
    ]);
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
    const text = () =>
      Array.from({ length: random(12) }, () => 'ab ,\n'[random(5)]! + 'xy'[random(2)]!).join('');
    for (let run = 0; run < 300; run += 1) {
      const [before, now] = [text(), text()];
      const pieces = wordDifference(before, now);
      const without = (is: string) =>
        pieces.flatMap((one) => (one.is === is ? [] : [one.text])).join('');
      expect([without('added'), without('removed')]).toEqual([before, now]);
    }
  });

  it('is a full replacement if a diff would take too long', () => {
    const long = (word: string) =>
      Array.from({ length: 3_000 }, (_, at) => `${word}${at}`).join(' ');
    const began = process.cpuUsage();
    expect(wordDifference(long('a'), long('b')).length).toBeLessThan(10);
    // CPU time in microseconds.
    expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
  });

  it('is computed by passage: deleted passages keep their position', () => {
    const before = [
      passage('a', 'One'),
      passage('b', 'Two'),
      passage('c', 'Three'),
      passage('d', 'Four'),
    ];
    const now = [
      passage('n', 'New'),
      passage('a', 'One'),
      passage('c', 'Three!'),
      passage('d', 'Four', { kind: 'heading', level: 1 }),
    ];
    expect(passageDifference(before, now).map(({ id, is }) => [id, is])).toEqual([
      ['n', 'added'],
      ['a', 'same'],
      ['b', 'removed'],
      ['c', 'changed'],
      ['d', 'dressed'],
    ]);
    expect(
      passageDifference([passage('a', 'One')], [passage('b', 'Two')]).map(({ id }) => id),
    ).toEqual(['a', 'b']);
  });
});
