import { fakePassages } from '../../../../testing/fake-text';
import type { Heading } from '../../../documents-api/passages-api';
import { partInWords, partsSeen } from './parts-seen';

const text = fakePassages(10).map((one, at) => ({
  ...one,
  kind: 'paragraph' as const,
  ...(at < 3 && { audience: 'party' }),
  ...(at === 5 && { audience: 'players', players: ['m'] }),
}));
const heading = (id: string, level: number, at: number): Heading => ({ id, level, at, text: id });

it('counts passages by audience for each section, including its subsections', () => {
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

describe('the words for a part', () => {
  const names: Record<string, string> = { m: 'Mia', t: 'Tom' };
  const words = (gm: number, party: number, ...players: string[][]) => {
    const passages = [
      ...Array.from({ length: gm }, () => ({ audience: 'gm' })),
      ...Array.from({ length: party }, () => ({ audience: 'party' })),
      ...players.map((ids) => ({ audience: 'players', players: ids })),
    ].map((audience) => ({ ...fakePassages(1)[0]!, ...audience }));
    const [part] = partsSeen([], passages, { is_spoilers: true });
    return partInWords(part!, (id) => names[id]).words;
  };

  it.each([
    [words(3, 0), 'GM only'],
    [words(0, 3), 'Party'],
    [words(1, 2), '2 of 3 shown'],
    [words(0, 0, ['m', 't'], ['t', 'm']), 'Mia and Tom'],
    [words(1, 2, ['m'], ['m'], ['t']), '5 of 6 shown: 2 to the party, 2 to Mia, 1 to Tom'],
    [words(1, 0, []), '1 of 2 shown: 1 to former members only'],
    [
      words(1, 0, ['m'], ['m'], ['t'], ['t'], ['m', 't'], ['x']),
      '6 of 7 shown: 2 to Mia, 2 to Tom, 2 to other players',
    ],
  ])('are %s', (said, expected) => {
    expect(said).toBe(expected);
  });
});
