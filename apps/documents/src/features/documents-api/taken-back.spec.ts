import { keptInWords, takenBack } from './taken-back';

it('lists passages that stay hidden, and nothing if there are none', () => {
  expect(keptInWords({ kept: 1 })).toBe(' 1 passage written since stays GM only.');
  expect(keptInWords({ kept: 3 })).toBe(' 3 passages written since stay GM only.');
  expect(keptInWords({ kept: 0 })).toBe('');
  expect(keptInWords(takenBack.parse(undefined))).toBe('');
});
