import { RECAP_LIMITS } from '@tomekeeper/contracts-document';

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** First sentence of a text on one line. A long one ends after a word, with an ellipsis. */
export function firstSentence(text: string): string {
  // A line break inside a sentence would end it.
  const [first] = sentences.segment(text.replaceAll(/\s+/g, ' ').trim());
  const sentence = first?.segment.trim() ?? '';
  if (sentence.length <= RECAP_LIMITS.sentenceLength) return sentence;
  const cut = sentence.slice(0, RECAP_LIMITS.sentenceLength - 1).toWellFormed();
  const end = cut.lastIndexOf(' ');
  return `${(end > 0 ? cut.slice(0, end) : cut).replace(/\ufffd$/, '')}…`;
}

/** Words of a sentence in its source, without the ellipsis of a cut. */
export const quoteOf = (sentence: string): string => sentence.replace(/…$/, '');
