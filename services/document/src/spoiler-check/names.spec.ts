import { isCommon, isNamedIn, runsOf, stretchOf, wordsIn } from './names';

const words = (text: string) => wordsIn(text).map((word) => word.folded);
const capitals = (text: string) =>
  wordsIn(text).flatMap((word) => (word.isCapital ? [text.slice(word.begin, word.end)] : []));

it('finds words in any script, without case and accents, and no numbers or single letters', () => {
  expect(words('Die Burg von Süd-Barovia, 1742 (a)')).toEqual([
    'die',
    'burg',
    'von',
    'sud',
    'barovia',
  ]);
  expect(words('Strahd’s d’Avenir')).toEqual(['strahd', 'avenir']);
  expect(words('Страд ΣΊΣΥΦΟΣ')).toEqual(['страд', 'σισυφος']);
  expect(words('')).toEqual([]);
});

it('tells a name from the beginning of a sentence', () => {
  expect(capitals('Beneath the hill waits Strahd. Nobody knows. “Run!” says Ireena.')).toEqual([
    'Strahd',
    'Ireena',
  ]);
  expect(capitals('One\nTwo\n\n  Three and Four')).toEqual(['Four']);
  expect(isNamedIn('We met Straḥd there', 'strahd')).toBe(true);
  expect(isNamedIn('Dragon. The dragon sleeps', 'dragon')).toBe(false);
});

it('joins words next to each other, and over small words between them, and over nothing else', () => {
  const text = 'Strahd von Zarovich, Lord of Castle Ravenloft and Ireena Kolyana';
  const hits = ['strahd', 'zarovich', 'castle', 'ravenloft', 'ireena', 'kolyana', 'lord'];
  const runs = runsOf(text, wordsIn(text), (word) => hits.includes(word.folded));
  expect(runs.map((run) => stretchOf(text, run))).toEqual([
    'Strahd von Zarovich',
    'Lord of Castle Ravenloft',
    'Ireena Kolyana',
  ]);
  expect(runsOf(text, wordsIn(text), () => false)).toEqual([]);
});

it('takes what every title has for no name', () => {
  expect(wordsIn('Map of the Secret Dungeon, final version.pdf').every(isCommon)).toBe(true);
  expect(wordsIn('Strahd').some(isCommon)).toBe(false);
});
