import { asksForNumber, hasNumber } from './numbers';

it.each([
  ['How many guards are at the gate?', true],
  ['how old is Irsa', true],
  ['Wie viele Wachen stehen am Tor?', true],
  ['How does the gate open?', false],
  ['Who knows how many guards there are?', false],
])('recognizes questions for numbers: %s', (question, expected) => {
  expect(asksForNumber(question)).toBe(expected);
});

it.each([
  ['The gate has 12 guards.', true],
  ['Twelve guards keep the gate.', true],
  ['Sechs Wachen stehen am Tor.', true],
  ['The guards keep the gate often.', false],
])('finds numbers in texts: %s', (text, expected) => {
  expect(hasNumber(text)).toBe(expected);
});
