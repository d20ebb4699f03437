import { isEnglishWord } from './english-words';

it.each(['nobody', 'cemetery', 'armour', 'armor', 'kids'])('knows %s', (word) => {
  expect(isEnglishWord(word)).toBe(true);
});

it.each(['dammage', 'wher', 'heisst', 'sayrenvar'])('does not know %s', (word) => {
  expect(isEnglishWord(word)).toBe(false);
});
