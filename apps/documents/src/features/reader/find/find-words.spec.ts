import { foundIn, wordsToFind } from './find-words';

const found = (text: string, typed: string) =>
  foundIn(text, wordsToFind(typed)).map(([start, end]) => text.slice(start, end));

it.each([
  ['The Castle of Strahd; castles burn.', 'castle', ['Castle', 'castle']],
  ['Wir gehen über Bärovia.', 'UBER BAR', ['über Bär']],
  ['Vallaki,  the town', 'vallaki, the', ['Vallaki,  the']],
  ['bastion', 'ion', ['ion']],
  ['e\u0301tat d’e\u0301tat', 'état', ['e\u0301tat', 'e\u0301tat']],
  ['🐉 dragon 🐉 dragon', 'dragon', ['dragon', 'dragon']],
  ['Die Straße nach Tal’Mereth', "strasse nach tal'mereth", ['Straße nach Tal’Mereth']],
  ['anything', '…', []],
  ['anything', ' ', []],
  ['(a+b)* (a+b)*', '(a+b)*', ['(a+b)*', '(a+b)*']],
])('in %j looks for %j', (text, typed, expected) => {
  expect(found(text, typed)).toEqual(expected);
});

it('takes no long time for long words that are almost there', () => {
  const started = process.cpuUsage();
  found('ab '.repeat(7000), 'ab ab ab ab ab ab ab ab ab ab ab ac');
  // CPU time in microseconds.
  expect(process.cpuUsage(started).user).toBeLessThan(2_000_000);
});
