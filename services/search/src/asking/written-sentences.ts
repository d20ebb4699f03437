/** Words that end with a point and no sentence. */
const SHORT =
  /(?:^|[\s("“„«'‘])(?:\p{Lu}|\d+|st|mr|mrs|ms|dr|prof|sr|jr|lt|sgt|capt|col|gen|vs|etc|no|vol|ca|cf|e\.g|i\.e|z\.b|d\.h|bzw|usw|nr|hl)\.$/iu;
const CITATION = String.raw`[[【][^[\]【】\n]{0,40}[\]】]`;
/** The end of a sentence, with what closes it and the citations that follow it. */
const END = new RegExp(
  String.raw`(?:[.!?…]+["'”’»)*_]*(?:\s*${CITATION})*(?=\s)|[。！？]["”’」』)]*(?:\s*${CITATION})*|\n)`,
  'gu',
);

/** So long a sentence is whole, whatever comes. */
const MOST = 2_000;

/** Cuts what a model writes into sentences, as it comes. */
export class WrittenSentences {
  private waiting = '';

  /** @returns the sentences that are whole now */
  add(text: string): string[] {
    const sentences: string[] = [];
    // What comes at once may be long, and is looked through more than once.
    for (let at = 0; at < text.length; at += MOST) {
      this.waiting += text.slice(at, at + MOST);
      sentences.push(...this.cut(false));
    }
    return sentences;
  }

  /** What is left at the end is a sentence too. */
  end(): string[] {
    this.waiting += '\n';
    return this.cut(true);
  }

  private cut(isEnd: boolean): string[] {
    const sentences: string[] = [];
    let from = 0;
    for (const { 0: end, index } of this.waiting.matchAll(END)) {
      const to = index + end.length;
      if (to <= from) continue;
      // A citation may still follow: what comes next is known once there is something.
      const next = this.waiting.slice(to).trimStart();
      if (end !== '\n' && !isEnd && (next === '' || /^[[【]/.test(next))) break;
      const sentence = this.waiting.slice(from, to).trim();
      if (end !== '\n' && SHORT.test(sentence)) continue;
      sentences.push(sentence);
      from = to;
    }
    this.waiting = this.waiting.slice(from);
    if (isEnd || this.waiting.length > MOST) {
      sentences.push(this.waiting.trim());
      this.waiting = '';
    }
    return sentences.filter((sentence) => sentence !== '');
  }
}
