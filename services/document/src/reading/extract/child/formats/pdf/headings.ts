import type { TextBlock } from './paragraphs';
import { isBold, sizeOf, type Run } from './words';

/** An entry of the file's own outline. */
export interface OutlineEntry {
  title: string;
  level: number;
}

const MOST_LINES = 5;
const LONGEST = 220;
/** This much larger than the text is a heading's size. */
const LARGER = 1.12;
/** Sizes so near to each other are one. */
const SAME = 1.06;

const runsOf = ({ lines }: TextBlock): Run[] => lines.flatMap(({ runs }) => runs);
const textOf = ({ inlines }: TextBlock): string => inlines.map(({ text }) => text).join('');
/** Letters and digits alone: outline and page write the same title with other spaces and quotes. */
const titleKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The size that most letters of a file have. */
export function bodySize(runs: Iterable<Run>): number {
  const letters = new Map<number, number>();
  for (const { size, text } of runs) letters.set(size, (letters.get(size) ?? 0) + text.length);
  return [...letters].reduce((most, each) => (each[1] > most[1] ? each : most), [10, 0])[0];
}

/** Which blocks are headings, and of which level: by the file's own outline and tags, by size and by weight. */
export class Headings {
  private readonly outline = new Map<string, number>();
  private readonly sizes: number[];
  private readonly isBodyBold: boolean;
  private readonly levelOfSize = new Map<number, number>();
  private readonly tagged: boolean;

  constructor(
    blocks: readonly TextBlock[],
    private readonly body: number,
    outline: readonly OutlineEntry[],
  ) {
    for (const { title, level } of outline) {
      const key = titleKey(title);
      if (key !== '' && !this.outline.has(key)) this.outline.set(key, level);
    }
    const runs = blocks.flatMap(runsOf);
    const letters = (all: readonly Run[]) => all.reduce((sum, { text }) => sum + text.length, 0);
    this.isBodyBold = letters(runs.filter(({ bold }) => bold)) > 0.4 * letters(runs);
    this.tagged = runs.some(({ tagged }) => tagged !== undefined);
    const candidates = blocks.filter((block) => this.isLarge(block));
    this.sizes = distinct(candidates.map((block) => sizeOf(runsOf(block))));
    this.learnLevels(candidates);
  }

  /** @returns none where it is text */
  levelOf(block: TextBlock): number | undefined {
    if (!mayHead(block)) return undefined;
    const tagged = runsOf(block).find((run) => run.tagged !== undefined)?.tagged;
    if (tagged !== undefined) return tagged;
    const listed = this.outline.get(titleKey(textOf(block)));
    const stands = this.isLarge(block) || block.lines.every(isBold) || isCapitals(textOf(block));
    if (listed !== undefined && (stands || block.lines.length === 1)) return Math.min(listed, 6);
    // A file that says what its headings are has said it.
    if (this.tagged) return undefined;
    if (this.isLarge(block)) return this.levelOfSize.get(this.classOf(sizeOf(runsOf(block)))) ?? 1;
    if (!this.isBodyBold && isLoneBold(block, this.body)) return Math.min(6, this.sizes.length + 1);
    return undefined;
  }

  private isLarge(block: TextBlock): boolean {
    return mayHead(block) && sizeOf(runsOf(block)) >= LARGER * this.body;
  }

  private classOf(size: number): number {
    return this.sizes.find((each) => size > each / SAME) ?? this.sizes.at(-1) ?? size;
  }

  /** The outline's levels of those of a size that are in it; else the larger the higher. */
  private learnLevels(candidates: readonly TextBlock[]): void {
    const listed = new Map<number, number[]>();
    for (const block of candidates) {
      const level = this.outline.get(titleKey(textOf(block)));
      const size = this.classOf(sizeOf(runsOf(block)));
      if (level !== undefined) listed.set(size, [...(listed.get(size) ?? []), level]);
    }
    let deepest = 0;
    for (const size of this.sizes) {
      const levels = (listed.get(size) ?? []).sort((one, other) => one - other);
      const level = levels[Math.floor(levels.length / 2)] ?? deepest + 1;
      this.levelOfSize.set(size, Math.min(6, level));
      deepest = Math.min(5, Math.max(deepest, level));
    }
  }
}

function mayHead(block: TextBlock): boolean {
  if (block.kind === 'table' || block.lines.length > MOST_LINES) return false;
  if (block.kind === 'list_item' && block.marker === undefined) return false;
  const text = textOf(block).trim();
  return text.length > 0 && text.length <= LONGEST && /\p{L}{2}|^\p{N}+$/u.test(text);
}

function isLoneBold(block: TextBlock, body: number): boolean {
  const text = textOf(block).trim();
  return (
    block.kind === 'paragraph' &&
    block.lines.every((line) => isBold(line) && line.isOneOfMany !== true) &&
    block.lines.length <= 2 &&
    text.length <= 100 &&
    !/[.,;:]$/.test(text) &&
    sizeOf(runsOf(block)) >= 0.95 * body
  );
}

const isCapitals = (text: string): boolean =>
  text === text.toUpperCase() && text !== text.toLowerCase();

/** From the largest on, those that are nearly the same left out; five at most. */
function distinct(sizes: readonly number[]): number[] {
  const found: number[] = [];
  for (const size of [...sizes].sort((one, other) => other - one))
    if (found.length === 0 || size < found.at(-1)! / SAME) found.push(size);
  return found.slice(0, 5);
}
