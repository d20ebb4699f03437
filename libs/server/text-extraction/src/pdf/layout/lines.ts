import { inLogicalOrder } from './text-direction';
import { boundsOf, isBold, sizeOf, type Box, type Line, type Run } from './words';

/** Minimum gap between columns or cells, relative to the font size. */
const LINE_GAP = 1.15;
/** Minimum width of a gutter, relative to the font size, and of rows that it separates. */
const MIN_GUTTER = 0.7;
const GUTTER_ROWS = 4;
/** Maximum gap between a list marker and its text. */
const MARK_GAP = 3.5;
/** Maximum vertical offset of superscripts and fractions. */
const OFF_LINE = 0.45;

/** Joins adjacent runs with the same baseline into lines. Vertical rules separate cells at any distance. */
export function linesOf(runs: Run[], rules: readonly Box[], isRtl: boolean): Line[] {
  const { capitals, others } = dropCaps(runs);
  const rows: Run[][] = [];
  for (const run of others.sort((one, other) => one.baseline - other.baseline)) {
    // Runs are sorted by baseline, so that only the latest rows match.
    const row = rows.slice(-4).find((each) => isOnRow(run, each[0]!) || isOnRow(run, each.at(-1)!));
    if (row) row.push(run);
    else rows.push([run]);
  }
  for (const row of rows) row.sort((one, other) => one.left - other.left);
  const separators = [...rules, ...guttersOf(rows)];
  const lines = rows.flatMap((row) => splitRow(row, separators, isRtl));
  for (const capital of capitals) prepend(capital, lines);
  return lines;
}

function isOnRow(run: Run, other: Run): boolean {
  const apart = Math.abs(run.baseline - other.baseline);
  if (apart < 0.15 * Math.max(run.size, other.size)) return true;
  // Superscripts and subscripts.
  const [small, large] = run.size < other.size ? [run, other] : [other, run];
  const isBeside = Math.max(run.left, other.left) - Math.min(run.right, other.right) < large.size;
  return small.size < 0.85 * large.size && apart < OFF_LINE * large.size && isBeside;
}

function splitRow(row: Run[], separators: readonly Box[], isRtl: boolean): Line[] {
  const lines: Run[][] = [];
  const { baseline, size } = row[0]!;
  const rules = separators.filter(
    ({ top, bottom }) => top < baseline - 0.3 * size && bottom > baseline - 0.3 * size,
  );
  for (const run of row) {
    const last = lines.at(-1)?.at(-1);
    if (last && isSame(last, run)) continue;
    const gap = last && run.left - last.right;
    const room = isMark(lines.at(-1)) ? MARK_GAP : LINE_GAP;
    const isParted =
      last && rules.some(({ left, right }) => left >= last.right - 1 && right <= run.left + 1);
    if (last && !isParted && gap! < room * Math.max(last.size, run.size)) lines.at(-1)!.push(run);
    else lines.push([run]);
  }
  return asCells(lines.map((line) => lineOf(inLogicalOrder(line, isRtl))));
}

/** Strips between columns that are narrower than `LINE_GAP`: gaps of several rows at the same place, which hardly any run crosses. */
function guttersOf(rows: readonly Run[][]): Box[] {
  const gaps = rows.flatMap((row) =>
    row.slice(1).flatMap((run, index): Box[] => {
      const before = row[index]!;
      const gap = (run.left - before.right) / Math.max(run.size, before.size);
      if (gap < MIN_GUTTER || gap >= LINE_GAP || isMark([before])) return [];
      return [{ ...boundsOf([before, run]), left: before.right, right: run.left }];
    }),
  );
  const centers = new Set(gaps.map(({ left, right }) => Math.round((left + right) / 2)));
  return [...centers].flatMap((center): Box[] => {
    const alike = gaps.filter(({ left, right }) => left <= center && right >= center);
    if (alike.length < GUTTER_ROWS) return [];
    const { top, bottom } = boundsOf(alike);
    const crossing = rows.filter((row) =>
      row.some(
        (run) =>
          run.left < center && run.right > center && run.baseline > top && run.baseline < bottom,
      ),
    );
    return crossing.length * 5 > alike.length ? [] : [{ left: center, right: center, top, bottom }];
  });
}

function asCells(row: Line[]): Line[] {
  for (const [index, line] of row.entries()) {
    const isAlike = (other: Line | undefined) =>
      other !== undefined && Math.abs(other.size - line.size) < 0.5 && isBold(other);
    if (isBold(line) && (isAlike(row[index - 1]) || isAlike(row[index + 1])))
      line.isOneOfMany = true;
  }
  return row;
}

/** List markers are farther from their text than words from each other. */
const isMark = (runs: readonly Run[] | undefined): boolean =>
  runs?.length === 1 &&
  /^\s*([•●○◦▪▫■□►▶➢➤✓✔❖◆◇∙·‣⁃–—*-]|\(?(\d{1,3}|[a-zA-Z])[.)])\s*$/u.test(runs[0]!.text);

/** Some programs print text twice for a bold or shadow effect. */
const isSame = (one: Run, other: Run): boolean =>
  one.text === other.text &&
  Math.abs(one.left - other.left) < 0.25 * one.size &&
  Math.abs(one.baseline - other.baseline) < 0.25 * one.size &&
  one.text.trim() !== '';

function lineOf(runs: Run[]): Line {
  const size = sizeOf(runs);
  const main = runs.find((run) => run.size === size) ?? runs[0]!;
  return { ...boundsOf(runs), runs, size, baseline: main.baseline };
}

/** Detects drop caps: letters as tall as several lines. */
function dropCaps(runs: Run[]): { capitals: Run[]; others: Run[] } {
  const usual = sizeOf(runs);
  const capitals = runs.filter(
    (run) => run.size > 1.9 * usual && /^["'“‘«„]?\p{L}$/u.test(run.text.trim()),
  );
  const isCapital = (run: Run) =>
    capitals.includes(run) &&
    runs.some((other) => other !== run && other.size <= 1.3 * usual && isRightOf(run, other));
  return {
    capitals: capitals.filter(isCapital),
    others: runs.filter((run) => !capitals.includes(run) || !isCapital(run)),
  };
}

const isRightOf = (capital: Run, { left, baseline }: { left: number; baseline: number }): boolean =>
  left >= capital.right - 0.2 * capital.size &&
  left < capital.right + 0.6 * capital.size &&
  baseline > capital.baseline - capital.size &&
  baseline <= capital.baseline + 0.1 * capital.size;

function prepend(capital: Run, lines: Line[]): void {
  const beside = lines.filter((line) => isRightOf(capital, line));
  const [first] = beside.sort((one, other) => one.baseline - other.baseline);
  if (!first) return void lines.push(lineOf([capital]));
  const [run] = first.runs;
  first.runs[0] = {
    ...run!,
    text: capital.text.trim() + run!.text.trimStart(),
    left: capital.left,
  };
  // Lines next to the drop cap start at its edge, so that they form one paragraph.
  for (const line of beside) line.left = capital.left;
}
