import { fakePassages } from '../../testing/fake-text';
import type { Heading } from '../reader/passages-api';
import { partInWords, partsSeen } from './parts-seen';

const text = fakePassages(10).map((one, at) => ({
  ...one,
  kind: 'paragraph' as const,
  ...(at < 3 && { audience: 'party' }),
  ...(at === 5 && { audience: 'players', players: ['m'] }),
}));
const heading = (id: string, level: number, at: number): Heading => ({ id, level, at, text: id });

it('counts for whom the passages of each part are, those of parts within it too', () => {
  const headings = [heading('one', 1, 2), heading('within', 2, 5), heading('two', 1, 8)];
  const parts = partsSeen(headings, text, { is_spoilers: true });
  expect(parts.map((part) => [part.heading?.id, part.counts])).toEqual([
    [undefined, { gm: 0, party: 2, players: 0 }],
    ['one', { gm: 4, party: 1, players: 1 }],
    ['within', { gm: 2, party: 0, players: 1 }],
    ['two', { gm: 2, party: 0, players: 0 }],
  ]);
});

it('has one part where there is no heading', () => {
  const [part, ...others] = partsSeen([], text, { is_spoilers: false });
  expect(others).toEqual([]);
  expect(part?.counts).toEqual({ gm: 0, party: 9, players: 1 });
});

it.each([
  [{ gm: 3, party: 0, players: 0 }, 'GM only'],
  [{ gm: 0, party: 3, players: 0 }, 'Party'],
  [{ gm: 0, party: 0, players: 3 }, 'Chosen players'],
  [{ gm: 1, party: 2, players: 3 }, '5 of 6 shown'],
])('says of %j that it is %s', (counts, words) => {
  expect(partInWords(counts).words).toBe(words);
});
