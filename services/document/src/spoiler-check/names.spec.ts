import {
  isCommon,
  isNamedIn,
  isNamedTogetherIn,
  isOrdinary,
  isSmallIn,
  runsOf,
  stretchOf,
  wordsIn,
} from './names';

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
  expect(capitals('Beneath the hill waits Strahd. No one knows. “Run!” says Ireena.')).toEqual([
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

it('ignores words that every title contains', () => {
  expect(wordsIn('Map of the Secret Dungeon, final version.pdf').every(isCommon)).toBe(true);
  expect(wordsIn('Strahd').some(isCommon)).toBe(false);
});

it('knows words of the language, and does not take them for names', () => {
  for (const word of ['inn', 'marsh', 'marshes', 'road', 'roads', 'lantern', 'ferryman'])
    expect(isOrdinary(word)).toBe(true);
  expect(['strahd', 'barovia', 'vasilka'].some(isOrdinary)).toBe(false);
  expect(isSmallIn('Lantern. A lantern hangs here', 'lantern')).toBe(true);
  expect(isSmallIn('Strahd. And Strahd', 'strahd')).toBe(false);
});

it('joins words that a text writes next to each other as one name, and no others', () => {
  const together = (text: string) => isNamedTogetherIn(text, ['lantern', 'inn']);
  expect(together('They meet in the Lantern Inn.')).toBe(true);
  expect(together('Lantern Inn is closed.')).toBe(true);
  expect(together('A lantern hangs before the inn.')).toBe(false);
  expect(together('Lantern light. The Inn is old.')).toBe(false);
  expect(isNamedTogetherIn('Nobody saw Strahd von Zarovich.', ['strahd', 'zarovich'])).toBe(true);
});
