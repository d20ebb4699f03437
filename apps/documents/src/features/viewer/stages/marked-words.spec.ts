import { markedWords } from './marked-words';

/** As people would tell it: what is marked stands in brackets behind its kind. */
const told = (text: string) =>
  markedWords(text)
    .map((words) => (words.as === 'plain' ? words.text : `${words.as}[${words.text}]`))
    .join('');

it.each([
  ['**Lines and veils.** Tell the GM.', 'strong[Lines and veils.] Tell the GM.'],
  [
    '_Given to all (CC0)._ Or *so*, or __so__.',
    'em[Given to all (CC0).] Or em[so], or strong[so].',
  ],
  ['roll `2d6_fire_` now', 'roll code[2d6_fire_] now'],
  ['**a** and **b**', 'strong[a] and strong[b]'],
  ['map_of_the_mere.png and 2 * 3 * 4', 'map_of_the_mere.png and 2 * 3 * 4'],
  ['** not ** and **never closed', '** not ** and **never closed'],
  ['żółw_a_ and _ż_', 'żółw_a_ and em[ż]'],
  ['', ''],
])('reads the marks of %j', (text, expected) => {
  expect(told(text)).toBe(expected);
});

it('is done soon with marks that are never closed', () => {
  const began = performance.now();
  markedWords(`${'**a *b `c __d _e '.repeat(20_000)}`);
  expect(performance.now() - began).toBeLessThan(5_000);
});
