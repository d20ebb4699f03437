import { textOf, type Line, type PageText } from './words';

/** Distance from the upper or lower edge, as a share of the page height. */
const ZONE = 0.13;
/** Rows at an edge that may be running heads. */
const DEEP = 3;
const NEIGHBOURS = 12;

interface Edge {
  line: Line;
  page: number;
  /** Text with all numbers replaced. */
  words: string;
  zone: 'top' | 'bottom';
  number: number | undefined;
}

/** Removes headers, footers and page numbers that repeat on many pages at the same position. */
export function withoutRunningHeads(pages: PageText[]): void {
  const edges = pages.flatMap((page, index) => edgesOf(page, index));
  const byWords = new Map<string, Edge[]>();
  for (const edge of edges) {
    const key = `${edge.zone} ${edge.words}`;
    byWords.set(key, [...(byWords.get(key) ?? []), edge]);
  }
  const running = new Set<Line>();
  for (const same of byWords.values())
    for (const edge of same) if (isRepeated(edge, same, pages)) running.add(edge.line);
  for (const line of pageNumbers(edges, pages.length)) running.add(line);
  if (running.size === 0) return;
  for (const page of pages) {
    const lines = page.lines.filter((line) => !running.has(line));
    // A page without other text, such as a card, keeps its text.
    if (lines.length > 0 || !page.lines.some(hasWords)) page.lines = lines;
  }
}

function hasWords(line: Line): boolean {
  const text = textOf(line).trim().toLowerCase();
  return /\p{L}/u.test(text) && pageNumber(text) === undefined;
}

function edgesOf({ lines, space: { height } }: PageText, page: number): Edge[] {
  const sorted = [...lines].sort((one, other) => one.baseline - other.baseline);
  const fromTop = rows(sorted);
  const zones = {
    top: outer(fromTop).filter(({ bottom }) => bottom < height * ZONE),
    bottom: outer(fromTop.reverse()).filter(({ top }) => top > height * (1 - ZONE)),
  };
  return (['top', 'bottom'] as const).flatMap((zone) =>
    zones[zone].map((line) => {
      const text = textOf(line).trim().toLowerCase();
      return { line, page, zone, words: text.replace(/\d+/g, '#'), number: pageNumber(text) };
    }),
  );
}

/** Rows at an edge that a gap separates from the text. */
function outer(rows: Line[][]): Line[] {
  const apart = (index: number) => {
    const [row, next] = [rows[index]![0]!, rows[index + 1]?.[0]];
    return !next || Math.abs(next.baseline - row.baseline) > 1.6 * row.size;
  };
  let taken = 0;
  for (let end = 1; end <= Math.min(DEEP, rows.length); end++) {
    if (!apart(end - 1)) continue;
    // After the first group, only single rows.
    if (taken > 0 && end - taken > 1) break;
    taken = end;
  }
  return rows.slice(0, taken).flat();
}

function rows(sorted: Line[]): Line[][] {
  const found: Line[][] = [];
  for (const line of sorted) {
    const last = found.at(-1);
    if (last && Math.abs(last[0]!.baseline - line.baseline) < 0.5 * line.size) last.push(line);
    else found.push([line]);
  }
  return found;
}

/** Whether several nearby pages have the same text at the same height; facing pages alternate. */
function isRepeated(edge: Edge, same: Edge[], pages: PageText[]): boolean {
  const alike = same.filter(
    (other) =>
      other.page !== edge.page &&
      Math.abs(other.page - edge.page) <= NEIGHBOURS &&
      Math.abs(other.line.baseline - edge.line.baseline) < edge.line.size,
  );
  const others = new Set(alike.map(({ page }) => page)).size;
  return others >= (pages.length <= 3 ? 1 : 2) && pages.length > 1;
}

function pageNumber(text: string): number | undefined {
  const found =
    /^(?:[-–—|\s]*)(?:(?:page|seite|p\.|s\.)\s*)?(\d{1,4})(?:\s*(?:of|von|\/)\s*\d{1,4})?(?:[-–—|\s]*)$/.exec(
      text,
    )?.[1];
  if (found) return Number(found);
  return /^[ivxlc]{1,8}$/.test(text) ? roman(text) : undefined;
}

function roman(text: string): number {
  const values: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100 };
  const digits = [...text].map((letter) => values[letter]!);
  return digits.reduce(
    (sum, value, index) => sum + (value < (digits[index + 1] ?? 0) ? -value : value),
    0,
  );
}

/** Numbers that increase with the pages. */
function pageNumbers(edges: Edge[], pages: number): Line[] {
  const numbered = edges.filter(({ number }) => number !== undefined);
  const byOffset = new Map<number, Set<number>>();
  const offset = ({ number, page }: Edge) => number! - page;
  for (const edge of numbered)
    byOffset.set(offset(edge), (byOffset.get(offset(edge)) ?? new Set()).add(edge.page));
  return numbered
    .filter((edge) => {
      const count = byOffset.get(offset(edge))!.size;
      return count >= 2 || (pages === 1 && edge.number === 1) || offset(edge) === 1;
    })
    .map(({ line }) => line);
}
