import type { Inline } from '@tomekeeper/contracts-document';
import { largest, smallest } from '../../extremes';

/** A box on a page, in points from its top left. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Words that a page sets in one stroke. */
export interface Run extends Box {
  text: string;
  /** Where the letters stand. */
  baseline: number;
  size: number;
  bold: boolean;
  italic: boolean;
  href?: string;
  /** The level of the heading that the file says it belongs to. */
  tagged?: number;
}

/** Runs that stand next to each other. */
export interface Line extends Box {
  runs: Run[];
  baseline: number;
  size: number;
  /** Other words in bold stand beside it: what names columns of a table looks so. */
  isOneOfMany?: boolean;
}

export interface PageText {
  width: number;
  height: number;
  lines: Line[];
  /** Filled or framed boxes that hold lines. */
  frames: Box[];
  /** What fields and notes on the page say. */
  notes: string[];
}

export const around = (boxes: readonly Box[]): Box => ({
  left: smallest(boxes.map(({ left }) => left)),
  top: smallest(boxes.map(({ top }) => top)),
  right: largest(boxes.map(({ right }) => right)),
  bottom: largest(boxes.map(({ bottom }) => bottom)),
});

/** The size that most letters of the runs have; small capitals count as the capitals beside them. */
export function sizeOf(runs: readonly Run[]): number {
  const letters = new Map<number, number>();
  let all = 0;
  for (const { size, text } of runs) {
    const count = text.trim().length;
    letters.set(size, (letters.get(size) ?? 0) + count);
    all += count;
  }
  const usual = [...letters].filter(([, count]) => count >= all * 0.2).map(([size]) => size);
  return usual.length > 0 ? largest(usual) : (runs[0]?.size ?? 0);
}

/** Letters nearer to each other than this part of their size are one word. */
const WORD_GAP = 0.16;

export function textOf(line: Line): string {
  return inlinesOf(line)
    .map(({ text }) => text)
    .join('');
}

export function inlinesOf({ runs }: Line): Inline[] {
  const inlines: Inline[] = [];
  for (const [index, run] of runs.entries()) {
    const before = runs[index - 1];
    const isApart =
      before !== undefined &&
      run.left - before.right > WORD_GAP * Math.min(run.size, before.size) &&
      !/\s$/.test(before.text) &&
      !/^\s/.test(run.text);
    if (isApart) inlines.push({ ...dress(before), text: ' ' });
    inlines.push({ ...dress(run), text: run.text });
  }
  return inlines;
}

const dress = ({ bold, italic, href }: Run): Omit<Inline, 'text'> => ({
  ...(bold && { bold }),
  ...(italic && { italic }),
  ...(href !== undefined && { href }),
});

export const isBold = (line: Line): boolean => runsAre(line, ({ bold }) => bold);

const runsAre = ({ runs }: Line, is: (run: Run) => boolean): boolean => {
  const words = runs.filter(({ text }) => text.trim() !== '');
  return words.length > 0 && words.every(is);
};
