import { GM_CLASS, PARTY_CLASS } from '@tomekeeper/visibility';
import type { Evidence } from './evidence';
import { bySimilarity, quotable, selectQuotations, supportOf } from './quotations';

const ENOUGH = 0.5;
const CLEAR = 0.9;
const quotation = (
  id: string,
  more: { strength?: number; relevance?: number; class?: string } = {},
) =>
  ({
    start: 0,
    end: 1,
    strength: more.strength ?? CLEAR,
    relevance: more.relevance ?? 1,
    found: {
      passage: { id, text: id, class: more.class ?? PARTY_CLASS },
      title: { document: 'd' },
    },
  }) as unknown as Evidence;
const idsOf = (quoted: readonly Evidence[]) => quoted.map(({ found }) => found.passage.id);
const secret = { class: GM_CLASS };

it.each<[string, Evidence[], string[]]>([
  ['none without a strong one', [quotation('a', { strength: 0.4 })], []],
  ['three at most', ['a', 'b', 'c', 'd'].map((id) => quotation(id)), ['a', 'b', 'c']],
  ['no less relevant ones', [quotation('a'), quotation('b', { relevance: 0.7 })], ['a']],
  ['no repetitions', [quotation('a'), quotation('a')], ['a']],
  ['GM-only ones first', [quotation('a'), quotation('b', secret)], ['b', 'a']],
  [
    'a GM-only one in addition',
    [...['a', 'b', 'c'].map((id) => quotation(id)), quotation('d', { ...secret, relevance: 0.5 })],
    ['d', 'a', 'b'],
  ],
  [
    'a visible one in addition',
    [quotation('a', secret), quotation('b', { relevance: 0.5 })],
    ['a', 'b'],
  ],
  [
    'no weak one of the other kind',
    [quotation('a'), quotation('b', { ...secret, relevance: 0.5, strength: 0.4 })],
    ['a'],
  ],
])('selects %s', (_what, evidence, expected) => {
  const ordered = quotable(evidence, ENOUGH);
  expect(idsOf(selectQuotations(ordered, evidence, ENOUGH))).toEqual(expected);
});

it('orders by similarity; GM-only quotations stay first', () => {
  const evidence = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) =>
    quotation(id, id === 'b' ? secret : {}),
  );
  const compared = quotable(evidence, ENOUGH);
  expect(idsOf(compared)).toEqual(['a', 'b', 'c', 'd', 'e']);
  const ordered = bySimilarity(compared, [0.1, 0.2, 0.5, 0.5, 0.9]);
  expect(idsOf(ordered)).toEqual(['e', 'c', 'd', 'b', 'a']);
  expect(idsOf(selectQuotations(ordered, evidence, ENOUGH))).toEqual(['b', 'e', 'c']);
});

it.each([
  [[], undefined],
  [[quotation('a')], 'strong'],
  [[quotation('a'), quotation('a')], 'strong'],
  [[quotation('a', { strength: 0.55 })], 'weak'],
  [[quotation('a'), quotation('b')], 'several'],
])('rates the support of quotations', (quoted, expected) => {
  expect(supportOf(quoted, ENOUGH)).toBe(expected);
});
