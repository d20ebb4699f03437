/** A stretch of a text. */
export interface Stretch {
  start: number;
  end: number;
}

/** So long a quotation is, about; a sentence that is longer is quoted whole. */
const QUOTED = 320;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Sentences of a text, without the spaces around them. */
export function sentencesOf(text: string): Stretch[] {
  const sentences: Stretch[] = [];
  for (const { segment, index } of segmenter.segment(text)) {
    const trimmed = segment.trim();
    if (trimmed === '') continue;
    const start = index + segment.indexOf(trimmed);
    sentences.push({ start, end: start + trimmed.length });
  }
  return sentences;
}

/** Each sentence with those that follow it, as long as they fit into a quotation. */
export function quotationsOf(text: string): Stretch[] {
  const sentences = sentencesOf(text);
  return sentences.map(({ start, end: first }, at) => {
    let end = first;
    for (const next of sentences.slice(at + 1)) {
      if (next.end - start > QUOTED) break;
      end = next.end;
    }
    return { start, end };
  });
}
