import { maxOf } from '../../min-max';
import { boundsOf, type Box } from './words';

/** Minimum width of a gutter between columns, relative to the body font size. */
const GUTTER = 0.7;
/** Minimum width of a column, relative to the body font size. */
const COLUMN = 9;
const STEP = 1;
/** Share of pages on which a usual gutter occurs. */
const USUAL = 0.2;
/** Minimum share of the column width that a full row of text fills. */
const FULL = 0.6;
/** Coverage by lines that a gutter tolerates, relative to the highest coverage. */
const FEW = [0, 0.04, 0.1, 0.2, 0.35];

/** Layout of a whole file. */
export interface PageLayout {
  /** Body font size. */
  letter: number;
  /** Centers of the usual gutters. On a page full of tables, only these distinguish columns from cells. */
  gutters: readonly number[];
}

/** Centers of gutters that many pages have. */
export function usualGutters(pages: readonly (readonly Box[])[], letter: number): number[] {
  const found = pages.flatMap((boxes) => {
    const gutter = boxes.length >= 4 && findGutter(boxes, { letter, gutters: [] });
    return gutter ? [middleOf(gutter)] : [];
  });
  const least = pages.length * USUAL;
  return found.filter((at) => found.filter((other) => isNear(at, other, letter)).length >= least);
}

const middleOf = ({ left, right }: { left: number; right: number }): number => (left + right) / 2;
const isNear = (one: number, other: number, letter: number): boolean =>
  Math.abs(one - other) < 0.7 * letter;

/** Sorts boxes into reading order: boxes across columns separate sections, and columns are read one after the other. */
export function inReadingOrder<T extends Box>(boxes: readonly T[], layout: PageLayout): T[] {
  return ordered([...boxes], layout, 0);
}

function ordered<T extends Box>(boxes: T[], layout: PageLayout, depth: number): T[] {
  const gutter = depth < 6 && boxes.length >= 4 ? findGutter(boxes, layout) : undefined;
  if (!gutter) return fromTheTop(boxes);
  const { left, right } = gutter;
  const sides = boxes.map((box) => ({ box, side: sideOf(box, left, right) }));
  const spanning = sides.filter(({ side }) => side === 'both').map(({ box }) => box);
  const result: T[] = [];
  let rest = sides.filter(({ side }) => side !== 'both');
  for (const band of [
    ...bandsOf(
      spanning,
      rest.map(({ box }) => box),
    ),
  ]) {
    const above = rest.filter(({ box }) => middle(box) < band.top);
    rest = rest.filter(({ box }) => middle(box) >= band.top);
    result.push(...columns(above, layout, depth), ...ordered(band.boxes, layout, depth + 1));
  }
  return [...result, ...columns(rest, layout, depth)];
}

const columns = <T extends Box>(
  sides: { box: T; side: 'left' | 'right' | 'both' }[],
  layout: PageLayout,
  depth: number,
): T[] =>
  (['left', 'right'] as const).flatMap((wanted) =>
    ordered(
      sides.filter(({ side }) => side === wanted).map(({ box }) => box),
      layout,
      depth + 1,
    ),
  );

const middle = ({ top, bottom }: Box): number => (top + bottom) / 2;

const sideOf = (box: Box, left: number, right: number): 'left' | 'right' | 'both' => {
  const at = (left + right) / 2;
  if (box.right <= at) return 'left';
  return box.left >= at ? 'right' : 'both';
};

/** Groups boxes across columns that no box in a column separates. */
function bandsOf<T extends Box>(spanning: T[], others: T[]): { top: number; boxes: T[] }[] {
  const bands: { top: number; bottom: number; boxes: T[] }[] = [];
  for (const box of spanning.sort((one, other) => one.top - other.top)) {
    const last = bands.at(-1);
    const isApart =
      last && others.some((other) => middle(other) > last.bottom && middle(other) < box.top);
    if (last && !isApart) {
      last.boxes.push(box);
      last.bottom = Math.max(last.bottom, box.bottom);
    } else bands.push({ top: middle(box), bottom: box.bottom, boxes: [box] });
  }
  return bands;
}

function fromTheTop<T extends Box>(boxes: T[]): T[] {
  return boxes.sort((one, other) => {
    // Boxes of the same height are read from left to right.
    const overlap = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    const isBeside =
      overlap > 0.6 * Math.min(one.bottom - one.top, other.bottom - other.top) &&
      (one.right <= other.left || other.right <= one.left);
    return isBeside ? one.left - other.left : one.top - other.top;
  });
}

/** Finds the gap between two columns: few boxes cross it, and rows on both sides fill their columns, unlike table cells. */
function findGutter(
  boxes: readonly Box[],
  { letter, gutters }: PageLayout,
): { left: number; right: number } | undefined {
  const page = boundsOf(boxes);
  const width = page.right - page.left;
  if (width < 2 * COLUMN * letter) return undefined;
  const bins = Math.ceil(width / STEP);
  /** Covered height at each horizontal position. */
  const covered = new Float64Array(bins + 2);
  for (const box of boxes) {
    const height = box.bottom - box.top;
    covered[Math.max(0, Math.floor((box.left - page.left) / STEP))]! += height;
    covered[Math.min(bins + 1, Math.ceil((box.right - page.left) / STEP))]! -= height;
  }
  for (let at = 1; at < covered.length; at++) covered[at]! += covered[at - 1]!;
  const most = maxOf(covered);
  const candidates = FEW.flatMap((few) =>
    valleys(
      covered.map((height) => Math.max(height, few * most)),
      bins,
    ),
  )
    .map(({ from, to }) => ({ left: page.left + from * STEP, right: page.left + to * STEP }))
    .filter(({ left, right }) => right - left >= GUTTER * letter)
    .map((gutter) => {
      const isUsual = gutters.some((at) => at > gutter.left && at < gutter.right);
      return { ...gutter, score: score(boxes, { ...gutter, isUsual }, page, letter) };
    })
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
  return candidates[0];
}

/** Ranges of positions that are covered less than both neighbors. */
function valleys(covered: Float64Array, bins: number): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (let at = 1; at < bins;) {
    let end = at;
    while (end < bins && Math.abs(covered[end]! - covered[at]!) < 0.01) end++;
    const isLower =
      covered[at]! < covered[at - 1]! && (end >= bins || covered[at]! < covered[end]!);
    if (isLower) found.push({ from: at, to: end });
    at = Math.max(end, at + 1);
  }
  return found;
}

function score(
  boxes: readonly Box[],
  gutter: { left: number; right: number; isUsual: boolean },
  page: Box,
  letter: number,
): number {
  const sides = { left: [] as Box[], right: [] as Box[], both: [] as Box[] };
  for (const box of boxes) sides[sideOf(box, gutter.left, gutter.right)].push(box);
  const { left, right } = sides;
  if (left.length === 0 || right.length === 0) return 0;
  const height = (all: Box[]) => all.reduce((sum, box) => sum + box.bottom - box.top, 0);
  // Columns overlap vertically.
  const overlap =
    Math.min(boundsOf(left).bottom, boundsOf(right).bottom) -
    Math.max(boundsOf(left).top, boundsOf(right).top);
  if (overlap < 2.5 * letter) return 0;
  if (gutter.left - page.left < COLUMN * letter || page.right - gutter.right < COLUMN * letter)
    return 0;
  const isFull = (share: number) => fill(left, share) >= FULL && fill(right, share) >= FULL;
  if (!gutter.isUsual && !isFull(0.4) && !(isFull(0.15) && misaligned(left, right) > 0.5)) return 0;
  const crossing = height(sides.both);
  const beside = Math.min(height(left), height(right));
  return beside - crossing * 0.15;
}

/** Width of the fullest rows relative to the column; `share` is their share of all rows. Gaps within rows do not count. */
function fill(boxes: Box[], share: number): number {
  const { left, right } = boundsOf(boxes);
  const rows: { middle: number; width: number }[] = [];
  for (const box of [...boxes].sort((one, other) => middle(one) - middle(other))) {
    const last = rows.at(-1);
    const isBeside = last && middle(box) - last.middle < 0.4 * (box.bottom - box.top);
    if (isBeside) last.width += box.right - box.left;
    else rows.push({ middle: middle(box), width: box.right - box.left });
  }
  const shares = rows.map(({ width }) => width / (right - left)).sort((one, other) => one - other);
  return shares[Math.floor(shares.length * (1 - share))]!;
}

/** Share of left lines without a right line at the same height. Cells of a table have one. */
function misaligned(left: Box[], right: Box[]): number {
  const bottoms = right.map(({ bottom }) => bottom).sort((one, other) => one - other);
  const beside = left.filter(({ top, bottom }) => bottom > bottoms[0]! && top < bottoms.at(-1)!);
  const alone = beside.filter(
    ({ top, bottom }) => !bottoms.some((other) => Math.abs(other - bottom) < 0.15 * (bottom - top)),
  );
  return alone.length / Math.max(1, beside.length);
}
