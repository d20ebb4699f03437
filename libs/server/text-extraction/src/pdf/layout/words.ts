import type { Inline } from '@tomekeeper/contracts-document';
import { wordsOf } from '@tomekeeper/markdown';
import { maxOf, minOf } from '../../min-max';
import type { PageSpace } from '../page-space';

/** A box on a page, in points from its top left. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Text that the page draws in one operation. */
export interface Run extends Box {
  text: string;
  baseline: number;
  size: number;
  font: string;
  bold: boolean;
  italic: boolean;
  href?: string;
  /** Heading level according to the tags of the file. */
  tagged?: number;
}

/** Adjacent runs with the same baseline. */
export interface Line extends Box {
  runs: Run[];
  baseline: number;
  size: number;
  /** Whether other bold text has the same baseline, as in a table header. */
  isOneOfMany?: boolean;
}

export interface PageText {
  space: PageSpace;
  lines: Line[];
  /** Filled or framed boxes that contain lines. */
  frames: Box[];
  /** Text of form fields and annotations. */
  notes: string[];
}

export const boundsOf = (boxes: readonly Box[]): Box => ({
  left: minOf(boxes.map(({ left }) => left)),
  top: minOf(boxes.map(({ top }) => top)),
  right: maxOf(boxes.map(({ right }) => right)),
  bottom: maxOf(boxes.map(({ bottom }) => bottom)),
});

/** The most frequent font size of runs. Small capitals count as the size of the capitals. */
export function sizeOf(runs: readonly Run[]): number {
  const letters = new Map<number, number>();
  let all = 0;
  for (const { size, text } of runs) {
    const count = text.trim().length;
    letters.set(size, (letters.get(size) ?? 0) + count);
    all += count;
  }
  const usual = [...letters].filter(([, count]) => count >= all * 0.2).map(([size]) => size);
  return usual.length > 0 ? maxOf(usual) : (runs[0]?.size ?? 0);
}

/** Minimum gap between words, relative to the font size. */
const WORD_GAP = 0.16;

export const textOf = (line: Line): string => wordsOf(inlinesOf(line));

export function inlinesOf({ runs }: Line): Inline[] {
  const inlines: Inline[] = [];
  for (const [index, run] of runs.entries()) {
    const before = runs[index - 1];
    const isApart =
      before !== undefined &&
      Math.max(run.left - before.right, before.left - run.right) >
        WORD_GAP * Math.min(run.size, before.size) &&
      !/\s$/.test(before.text) &&
      !/^\s/.test(run.text);
    if (isApart) inlines.push({ ...marks(before), text: ' ' });
    inlines.push({ ...marks(run), text: run.text });
  }
  return inlines;
}

const marks = ({ bold, italic, href }: Run): Omit<Inline, 'text'> => ({
  ...(bold && { bold }),
  ...(italic && { italic }),
  ...(href !== undefined && { href }),
});

export const isBold = (line: Line): boolean => runsAre(line, ({ bold }) => bold);

const runsAre = ({ runs }: Line, is: (run: Run) => boolean): boolean => {
  const words = runs.filter(({ text }) => text.trim() !== '');
  return words.length > 0 && words.every(is);
};
