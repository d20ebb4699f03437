/** Words with a point that ends no sentence. */
const ABBREVIATION =
  /(?:^|[\s("“„«'‘])(?:\p{Lu}|\d+|st|mr|mrs|ms|dr|prof|sr|jr|lt|sgt|capt|col|gen|vs|etc|no|vol|ca|cf|e\.g|i\.e|z\.b|d\.h|bzw|usw|nr|hl)\.$/iu;
const CITATION = String.raw`[[【][^[\]【】\n]{0,40}[\]】]`;
/** End of a sentence with closing quotes and citations. */
const END = new RegExp(
  String.raw`(?:[.!?…]+["'”’»)*_]*(?:\s*${CITATION})*(?=\s)|[。！？]["”’」』)]*(?:\s*${CITATION})*|\n)`,
  'gu',
);

/** Longer text is cut. */
const MAX_LENGTH = 2_000;

/** Splits streamed text into sentences. */
export class SentenceSplitter {
  private pending = '';

  /** @returns complete sentences */
  add(text: string): string[] {
    const sentences: string[] = [];
    // Limits the work for each cut, which rescans the pending text.
    for (let at = 0; at < text.length; at += MAX_LENGTH) {
      this.pending += text.slice(at, at + MAX_LENGTH);
      sentences.push(...this.cut(false));
    }
    return sentences;
  }

  /** @returns the remaining sentences */
  end(): string[] {
    this.pending += '\n';
    return this.cut(true);
  }

  private cut(isEnd: boolean): string[] {
    const sentences: string[] = [];
    let from = 0;
    for (const { 0: end, index } of this.pending.matchAll(END)) {
      const to = index + end.length;
      if (to <= from) continue;
      // A citation may follow in the next chunk.
      const next = this.pending.slice(to).trimStart();
      if (end !== '\n' && !isEnd && (next === '' || /^[[【]/.test(next))) break;
      const sentence = this.pending.slice(from, to).trim();
      if (end !== '\n' && ABBREVIATION.test(sentence)) continue;
      sentences.push(sentence);
      from = to;
    }
    this.pending = this.pending.slice(from);
    if (isEnd || this.pending.length > MAX_LENGTH) {
      sentences.push(this.pending.trim());
      this.pending = '';
    }
    return sentences.filter((sentence) => sentence !== '');
  }
}
