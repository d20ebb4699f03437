import { foldText } from '@tomekeeper/contracts-values';
import type { Heading } from '../../documents-api/passages-api';

/** Longer outlines expand only the current sections. */
const ALL_OPEN_UP_TO = 40;

export interface OutlineRow {
  heading: Heading;
  /** Nesting depth, from 0; always 0 in filter results. */
  depth: number;
  /** Whether the heading has subheadings. */
  hasParts: boolean;
  isOpen: boolean;
}

/** Rows of the outline, and the index of the row at the reading position, or -1. */
export interface DrawnOutline {
  rows: readonly OutlineRow[];
  marked: number;
}

/** Headings that match the filter, or all expanded rows without a filter. */
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
 * Rows of the outline. A long outline shows the top level and the sections around the current heading.
 * @param current id of the heading at the reading position
 * @param pressed sections that the user expanded or collapsed
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

/** Headings that contain these words, at any level. */
export const headingsWith = (headings: readonly Heading[], words: string): OutlineRow[] => {
  const wanted = foldText(words.trim());
  return headings
    .filter(({ text }) => foldText(text).includes(wanted))
    .map((heading) => ({ heading, depth: 0, hasParts: false, isOpen: false }));
};

/** Index of the row at the reading position: the heading itself, or the collapsed section that contains it. */
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

/** Ids of a heading and its ancestors, outermost first. */
function pathTo(headings: readonly Heading[], id: string | undefined): string[] {
  const path: Heading[] = [];
  for (const heading of headings) {
    while (path.length > 0 && path.at(-1)!.level >= heading.level) path.pop();
    path.push(heading);
    if (heading.id === id) return path.map((one) => one.id);
  }
  return [];
}
