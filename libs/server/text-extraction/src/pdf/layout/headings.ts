import { wordsOf } from '@tomekeeper/markdown';
import type { TextBlock } from './paragraphs';
import { isBold, sizeOf, type Run } from './words';

export interface OutlineEntry {
  title: string;
  level: number;
}

const MOST_LINES = 5;
const LONGEST = 220;
/** Minimum font size of a heading, relative to the body font size. */
const LARGER = 1.12;
/** Font sizes within this factor are equal. */
const SAME = 1.06;

const runsOf = ({ lines }: TextBlock): Run[] => lines.flatMap(({ runs }) => runs);
/** Letters and digits only: outline and page differ in spaces and quotation marks. */
const titleKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The most frequent font size of a file. */
export function bodySize(runs: Iterable<Run>): number {
  const letters = new Map<number, number>();
  for (const { size, text } of runs) letters.set(size, (letters.get(size) ?? 0) + text.length);
  return [...letters].reduce((most, each) => (each[1] > most[1] ? each : most), [10, 0])[0];
}

/** Detects headings and their levels by the outline and the tags of the file, by font size and by weight. */
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

  /** @returns undefined for body text */
  levelOf(block: TextBlock): number | undefined {
    if (!mayHead(block)) return undefined;
    const tagged = runsOf(block).find((run) => run.tagged !== undefined)?.tagged;
    if (tagged !== undefined) return tagged;
    const listed = this.outline.get(titleKey(wordsOf(block.inlines)));
    const isProminent =
      this.isLarge(block) || block.lines.every(isBold) || isCapitals(wordsOf(block.inlines));
    if (listed !== undefined && (isProminent || block.lines.length === 1))
      return Math.min(listed, 6);
    // Tagged files mark all their headings.
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

  /** Levels of the outline where titles of a size are listed, else larger sizes have higher levels. */
  private learnLevels(candidates: readonly TextBlock[]): void {
    const listed = new Map<number, number[]>();
    for (const block of candidates) {
      const level = this.outline.get(titleKey(wordsOf(block.inlines)));
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
  const text = wordsOf(block.inlines).trim();
  return text.length > 0 && text.length <= LONGEST && /\p{L}{2}|^\p{N}+$/u.test(text);
}

function isLoneBold(block: TextBlock, body: number): boolean {
  const text = wordsOf(block.inlines).trim();
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

/** At most five distinct sizes in descending order. */
function distinct(sizes: readonly number[]): number[] {
  const found: number[] = [];
  for (const size of [...sizes].sort((one, other) => other - one))
    if (found.length === 0 || size < found.at(-1)! / SAME) found.push(size);
  return found.slice(0, 5);
}
