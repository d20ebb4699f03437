import { PASSAGE_LIMITS } from '@tomekeeper/contracts-document';
import { foldText } from '@tomekeeper/contracts-values';

/** A syllable comes apart into three letters; some signs, into eighteen. */
const MAX_LENGTH = 3 * PASSAGE_LIMITS.textLength;

/** Normalizes text for comparison: removes case, accents and repeated white space. */
export const normalizeText = (text: string): string =>
  foldText(text).replace(/\s+/g, ' ').trim().slice(0, MAX_LENGTH);
