import type { RankedPassage } from '../query/search-engine';
import {
  minStrength,
  discountNames,
  findNames,
  rankEvidence,
  requiredNames,
  withoutNames,
} from './evidence';

it('requires more evidence in larger campaigns', () => {
  expect([0, 1, 500].map(minStrength)).toEqual([0.5, 0.5, 0.5]);
  expect(minStrength(1_600)).toBeCloseTo(0.6);
  expect(minStrength(100_000)).toBe(0.68);
});

it.each([
  ['How old is Captain Irsa Quill?', ['captain', 'irsa', 'quill']],
  ['Who killed the king? Strahd did', []],
  ["What is Ysolde's brother called?", ['ysolde']],
])('finds names in %s', (question, names) => {
  expect([...findNames(question)]).toEqual(names);
});

it('replaces names by pronouns', () => {
  expect(withoutNames('Who is the smith of Old Barovia?')).toBe('Who is the smith of they?');
  expect(withoutNames('Where is the smith?')).toBe('Where is the smith?');
});

type WeightedTerms = Parameters<typeof rankEvidence>[0]['terms'];
const term = (word: string) => ({ queryWord: { word }, stems: new Map([[word, 4]]), worth: 4 });

it('counts names half', () => {
  const [old, irsa] = discountNames([term('old'), term('irsa')], 'How old is Irsa?');
  expect([old?.worth, irsa?.worth, irsa?.stems.get('irsa')]).toEqual([4, 2, 2]);
});

it('counts names fully in questions of names only', () => {
  expect(discountNames([term('irsa')], 'Who is Irsa?')[0]?.worth).toBe(4);
});

it.each([
  ['english', 'Where is the sword of Nort the Pyromancer?', ['nort', 'pyromancer']],
  ['english', 'Who is the smith of Old Barovia?', ['barovia']],
  ['english', 'who is nort?', []],
  ['german', 'Wo ist das Schwert?', []],
])('requires names of a question in %s: %s', (language, question, names) => {
  const words = { old: 2, barovia: 4, nort: 4, pyromancer: 4, sword: 3, schwert: 3 };
  const terms = Object.entries(words).map(([word, worth]) => ({
    queryWord: { word, spellings: [], isKnown: true },
    stems: new Map([[word, worth]]),
    worth,
  }));
  const required = requiredNames({ terms, language }, question);
  expect(required.map(({ queryWord }) => queryWord.word)).toEqual(names);
});

const FOUND = {
  score: 1,
  similarity: 0.6,
  headings: [],
  above: new Set(),
  stems: new Set(['guard', 'vexmoor']),
  passage: {
    id: 'p',
    kind: 'paragraph',
    text: 'The guards of Vexmoor sleep at noon.',
    frequencies: { guard: 1, vexmoor: 1 },
  },
} as unknown as RankedPassage;
const strengthOf = (similarities: [string, number][], needsNumber = false) =>
  rankEvidence(
    { terms: [], names: [], similarities: new Map(similarities), needsNumber },
    [FOUND],
    new Map(),
  ).map(({ strength }) => strength)[0] ?? 0;

it('needs similarity to the question without names', () => {
  expect(strengthOf([['p', 0.1]])).toBeLessThan(strengthOf([]));
  expect(strengthOf([['p', 0.6]])).toBeCloseTo(strengthOf([]));
});

it('needs a number for a question that asks for one', () => {
  expect(strengthOf([], true)).toBeLessThan(strengthOf([]));
});

it('needs more than a label', () => {
  const label = { ...FOUND, passage: { ...FOUND.passage, text: 'The guards of Vexmoor' } };
  const question = { terms: [], names: [], similarities: new Map(), needsNumber: false };
  const [evidence] = rankEvidence(question, [label], new Map());
  expect(evidence?.strength).toBeLessThan(strengthOf([]));
});

it.each([
  [{ headings: ['See also'] }],
  [{ passage: { ...FOUND.passage, kind: 'image' } }],
  [{ passage: { ...FOUND.passage, kind: 'heading' } }],
])('never quotes %j', (changed) => {
  const question = { terms: [], names: [], similarities: new Map(), needsNumber: false };
  expect(rankEvidence(question, [{ ...FOUND, ...changed }], new Map())).toEqual([]);
});

it('quotes the row of a table with its column in the question, not the header or other rows', () => {
  const text = 'Beast\tToll\nAnkheg\t10 silver\nWyvern\t90 silver';
  const found = {
    ...FOUND,
    stems: new Set(['toll', 'wyvern']),
    passage: { id: 'p', kind: 'table', text, frequencies: { toll: 1, wyvern: 1 } },
  } as unknown as RankedPassage;
  const terms = [term('toll'), term('wyvern')] as unknown as WeightedTerms;
  const matches = new Map(['toll', 'wyvern'].map((stem) => [stem, { stem, gain: 4 }]));
  const question = { terms, names: [], similarities: new Map(), needsNumber: false };
  const rows = rankEvidence(question, [found], matches);
  expect(rows.map(({ start, end }) => text.slice(start, end))).toEqual(['Wyvern\t90 silver']);
});

const STATS = 'Ank-heg\nHP: 52\nSpeed: 30';
/** Possible quotations of a stat block that is unlike the question. */
const statLines = (line: string, names: string[]) => {
  const all = [term('ankheg'), term(line), term('fast')] as unknown as WeightedTerms;
  const found = {
    ...{ ...FOUND, similarity: 0, stems: new Set(['ankheg', line]) },
    passage: { id: 'p', kind: 'stat_block', text: STATS, frequencies: { ankheg: 1, [line]: 1 } },
  } as unknown as RankedPassage;
  const question = {
    terms: all,
    names: all.filter(({ queryWord }) => names.includes(queryWord.word)),
    similarities: new Map(),
    needsNumber: false,
  };
  const matches = new Map(['ankheg', line].map((stem) => [stem, { stem, gain: 4 }]));
  return rankEvidence(question, [found], matches).map(({ start, end, strength }) => ({
    text: STATS.slice(start, end),
    isAnswer: strength >= minStrength(0),
  }));
};

it('quotes a stat line that a question about a name asks for, and not the name alone', () => {
  expect(statLines('speed', ['ankheg'])).toEqual([{ text: 'Speed: 30', isAnswer: true }]);
  expect(statLines('speed', [])).toEqual([{ text: 'Speed: 30', isAnswer: false }]);
  expect(statLines('52', ['ankheg'])).toEqual([{ text: 'HP: 52', isAnswer: false }]);
});

it('quotes the stat line below a name, not the name', () => {
  const text = 'Name: Ankheg\nHP: 52\nSpeed: 30';
  const found = {
    ...FOUND,
    above: new Set(['ankheg']),
    stems: new Set(['ankheg', 'hp']),
    passage: { id: 'p', kind: 'stat_block', text, frequencies: { ankheg: 1, hp: 1 } },
  } as unknown as RankedPassage;
  const terms = [
    { ...term('ankheg'), stems: new Map([['ankheg', 6]]), worth: 6 },
    { ...term('hp'), stems: new Map([['hp', 4]]) },
  ] as unknown as WeightedTerms;
  const matches = new Map([
    ['ankheg', { stem: 'ankheg', gain: 6 }],
    ['hp', { stem: 'hp', gain: 4 }],
  ]);
  const question = { terms, names: [], similarities: new Map(), needsNumber: false };
  const [best] = rankEvidence(question, [found], matches);
  expect(text.slice(best?.start, best?.end)).toBe('HP: 52');
});
