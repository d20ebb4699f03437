import { buildTsquery } from './tsquery-builder';

const group = (word: string, frequency: number) => ({ stems: [word], frequency });

it('matches rare words alone and common words in pairs', () => {
  const groups = [
    group('dragon', 20_000),
    group('hoard', 40),
    group('gold', 9_000),
    group('vyrm', 3),
  ];
  expect(buildTsquery(groups, 100_000)).toBe("'vyrm' | 'hoard' | ('gold') & ('dragon')");
});

it('always matches the rarest word alone', () => {
  expect(buildTsquery([group('dragon', 50_000)], 100_000)).toBe("'dragon'");
});

it('omits pairs that are too frequent', () => {
  const common = ['a', 'b', 'c'].map((word, at) => group(word, 40_000 + at));
  expect(buildTsquery([group('d', 4_000), ...common], 100_000)).toBe("'d' | ('a') & ('b')");
});

it('groups the stems of one word', () => {
  const sword = { stems: ['sword', 'blade'], frequency: 5_000 };
  expect(buildTsquery([group('rust', 10), sword, group('old', 8_000)], 100_000)).toBe(
    "'rust' | ('sword' | 'blade') & ('old')",
  );
});
