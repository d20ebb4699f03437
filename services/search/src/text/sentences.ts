export interface TextRange {
  start: number;
  end: number;
}

/** Approximate; a longer sentence is quoted completely. */
export const MAX_QUOTATION_LENGTH = 320;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Trimmed sentences of a text. */
export function splitSentences(text: string): TextRange[] {
  const sentences: TextRange[] = [];
  for (const { segment, index } of segmenter.segment(text)) {
    const trimmed = segment.trim();
    if (trimmed === '') continue;
    const start = index + segment.indexOf(trimmed);
    sentences.push({ start, end: start + trimmed.length });
  }
  return sentences;
}

const ROW_KINDS: ReadonlySet<string> = new Set(['table', 'stat_block', 'code']);

/** Whether the lines of a passage are rows or stat lines, which are quoted alone. */
export const hasRows = ({ kind, text }: { kind: string; text: string }): boolean =>
  ROW_KINDS.has(kind) && text.includes('\n');

/** Trimmed lines of a text. */
export const rowsOf = (text: string): TextRange[] =>
  [...text.matchAll(/\S.*/gu)].map(({ 0: row, index }) => ({
    start: index,
    end: index + row.trimEnd().length,
  }));

/** Whether all sentences of a text are questions, which answer nothing. */
export const isOnlyQuestions = (text: string): boolean =>
  splitSentences(text).every(({ start, end }) => /[?？]["'”’»)*_]*$/u.test(text.slice(start, end)));

/** Each sentence, extended by the following sentences up to the maximum length. */
export function possibleQuotations(text: string): TextRange[] {
  const sentences = splitSentences(text);
  return sentences.map(({ start, end: first }, at) => {
    let end = first;
    for (const next of sentences.slice(at + 1)) {
      if (next.end - start > MAX_QUOTATION_LENGTH) break;
      end = next.end;
    }
    return { start, end };
  });
}
