import { Tokenizer } from '@huggingface/tokenizers';
import type { ModelFiles } from './model-package';

/** The model was taught with texts of at most so many tokens, begin and end included. */
export const MAX_TOKENS = 256;

/** Its own declarations name files by an alias that no compiler outside of its repository can follow. */
const KnownTokenizer = Tokenizer as unknown as new (
  tokenizer: unknown,
  config: unknown,
) => { encode(text: string): { ids: number[] } };

/** Texts as the numbers of the parts of words that the model knows. */
export class TextTokens {
  private readonly tokenizer: { encode(text: string): { ids: number[] } };

  constructor(files: Pick<ModelFiles, 'tokenizer' | 'tokenizerConfig'>) {
    this.tokenizer = new KnownTokenizer(
      JSON.parse(files.tokenizer.toString()),
      JSON.parse(files.tokenizerConfig.toString()),
    );
  }

  /** @returns the text's tokens between its begin and its end, cut where it is too long for the model */
  of(text: string): number[] {
    const { ids } = this.tokenizer.encode(text);
    const end = ids.at(-1);
    return ids.length <= MAX_TOKENS || end === undefined
      ? ids
      : [...ids.slice(0, MAX_TOKENS - 1), end];
  }
}
