import { modelFolder, readModelFiles } from './model-package';
import { MAX_TOKENS, TextTokens } from './text-tokens';

const [BEGIN, END, UNKNOWN] = [101, 102, 100];
let tokens: TextTokens;

beforeAll(async () => {
  tokens = new TextTokens(await readModelFiles(modelFolder()));
});

// Numbers of BERT's uncased vocabulary, as its authors' own tokenizer gives them.
it.each([
  ['Hello, world!', [7592, 1010, 2088, 999]],
  ['unaffable', [14477, 20961, 3468]],
  ['HÉLLO hello', [7592, 7592]],
  ['the\tdead\u0000 wife\n', [1996, 2757, 2564]],
  ['𝒳'.repeat(101), [UNKNOWN]],
  ['', []],
])('tokenizes %j like the reference implementation', (text, ids) => {
  expect(tokens.of(text)).toEqual([BEGIN, ...ids, END]);
});

it('truncates long texts, with an end token', () => {
  const long = tokens.of('wife '.repeat(800));
  expect(long).toHaveLength(MAX_TOKENS);
  expect([long[0], long.at(-2), long.at(-1)]).toEqual([BEGIN, 2564, END]);
  expect(tokens.of('wife '.repeat(MAX_TOKENS - 2))).toHaveLength(MAX_TOKENS);
});
