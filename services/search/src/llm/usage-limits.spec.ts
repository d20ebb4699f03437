import { estimateTokens } from './usage-limits';

it.each([
  ['', 0],
  ['Who is the smith?', 5],
  ['Wer ist der Schmied von Übersee?', 9],
  ['Кто кузнец?', 7],
  ['谁是铁匠？', 5],
])('estimates tokens in any script: %s', (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens);
});
