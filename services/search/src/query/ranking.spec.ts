import { bestSentence } from './ranking';

const term = (word: string, worth: number) => ({
  queryWord: { word, spellings: [], isKnown: true },
  stems: new Map([[word, worth]]),
  worth,
});
const query = { terms: [term('queen', 1), term('raven', 3)] };
const matches = new Map(
  query.terms
    .map(({ stems }) => [...stems.keys()].join(''))
    .map((stem) => [stem, { stem, gain: 1 }]),
);

it.each([
  ['paragraph', 'A queen. The raven flies. Night.', 'The raven flies.'],
  ['paragraph', 'No match. None here.', 'No match.'],
  ['table', 'Name\tPet\nqueen\traven\nking\tdog', 'queen\traven'],
  ['paragraph', '', ''],
  ['paragraph', `raven ${'a'.repeat(400)}`, `raven ${'a'.repeat(314)}`],
])('chooses the sentence of a %s that covers most of a query', (kind, text, expected) => {
  expect(bestSentence(query, { kind, text }, matches)).toBe(expected);
});
