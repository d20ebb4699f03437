import { folded } from '../find/find-words';
import type { Heading } from '../../documents-api/passages-api';

/** Longer outlines open only the parts that are read. */
const ALL_OPEN_UP_TO = 40;

export interface OutlineRow {
  heading: Heading;
  /** How far below the highest headings it stands, from 0; 0 where parts are not drawn within each other. */
  depth: number;
  /** Whether headings stand below it that can be folded away. */
  hasParts: boolean;
  isOpen: boolean;
}

/** What an outline draws, and which row of it says where somebody reads; -1 where none does. */
export interface DrawnOutline {
  rows: readonly OutlineRow[];
  marked: number;
}

/** The headings with these words, or without any all that is unfolded. */
export function drawnOutline(
  headings: readonly Heading[],
  words: string,
  current: string | undefined,
  pressed: ReadonlyMap<string, boolean>,
): DrawnOutline {
  const rows =
    words.trim() === '' ? outlineRows(headings, current, pressed) : headingsWith(headings, words);
  return { rows, marked: currentRow(rows, headings, current) };
}

/**
 * The headings that are drawn: of a long outline those of the highest level, and what stands around the one that is read.
 * @param current the id of the heading that is read
 * @param pressed parts that somebody opened or closed by hand
 */
export function outlineRows(
  headings: readonly Heading[],
  current: string | undefined,
  pressed: ReadonlyMap<string, boolean>,
): OutlineRow[] {
  const read = new Set(pathTo(headings, current));
  const top = Math.min(...headings.map(({ level }) => level));
  const isOnlyOne = headings.filter(({ level }) => level === top).length === 1;
  const isShort = headings.length <= ALL_OPEN_UP_TO;
  const rows: OutlineRow[] = [];
  let closed = Infinity;
  headings.forEach((heading, index) => {
    if (heading.level > closed) return;
    closed = Infinity;
    const hasParts = (headings[index + 1]?.level ?? 0) > heading.level;
    const isOpenUnpressed = isShort || read.has(heading.id) || (isOnlyOne && heading.level === top);
    const isOpen = hasParts && (pressed.get(heading.id) ?? isOpenUnpressed);
    if (hasParts && !isOpen) closed = heading.level;
    rows.push({ heading, depth: heading.level - top, hasParts, isOpen });
  });
  return rows;
}

/** The headings with these words, wherever they stand. */
export const headingsWith = (headings: readonly Heading[], words: string): OutlineRow[] => {
  const wanted = folded(words.trim());
  return headings
    .filter(({ text }) => folded(text).includes(wanted))
    .map((heading) => ({ heading, depth: 0, hasParts: false, isOpen: false }));
};

/** Of the rows the one that says where somebody reads: the heading itself, or the closed part that it stands in. */
export function currentRow(
  rows: readonly OutlineRow[],
  headings: readonly Heading[],
  current: string | undefined,
): number {
  const places = new Map(rows.map(({ heading }, index) => [heading.id, index]));
  for (const id of pathTo(headings, current).reverse()) {
    const place = places.get(id);
    if (place !== undefined) return place;
  }
  return -1;
}

/** Ids of a heading and of those that it stands below, from the outermost on. */
function pathTo(headings: readonly Heading[], id: string | undefined): string[] {
  const path: Heading[] = [];
  for (const heading of headings) {
    while (path.length > 0 && path.at(-1)!.level >= heading.level) path.pop();
    path.push(heading);
    if (heading.id === id) return path.map((one) => one.id);
  }
  return [];
}
