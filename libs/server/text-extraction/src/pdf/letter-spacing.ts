import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

interface Operators {
  fnArray: number[];
  argsArray: unknown[];
}

const SPACED_LETTERS = /^(?:\p{L} ){2,}\p{L}$/u;

/** Removes the spaces that pdf.js inserts between the letters of letter-spaced text. */
export class LetterSpacing {
  /** Text as the page draws it, by the same text without spaces. */
  private readonly drawn = new Map<string, string>();

  /** @param operators without operators, all text is kept */
  constructor(private readonly operators?: Operators) {
    if (!operators) return;
    for (const [index, operator] of operators.fnArray.entries()) {
      if (operator !== OPS.showText) continue;
      const [glyphs] = operators.argsArray[index] as [unknown[]];
      const text = glyphs.map((glyph) => (glyph as { unicode?: string }).unicode ?? '').join('');
      this.drawn.set(text.replaceAll(' ', ''), text.trim());
    }
  }

  withoutGaps(text: string): string {
    if (!this.operators || !SPACED_LETTERS.test(text)) return text;
    const letters = text.replaceAll(' ', '');
    return this.drawn.get(letters) ?? letters;
  }
}
