import type { Inline } from '@tomekeeper/contracts-document';
import { attribute, type HtmlNode } from './html-tree';

const MAX_SPAN = 50;

interface HtmlRow {
  cells: HtmlNode[];
  isHead: boolean;
}

export function rowsOf(table: HtmlNode): { rows: HtmlRow[]; caption: HtmlNode | undefined } {
  const rows: HtmlRow[] = [];
  let caption: HtmlNode | undefined;
  const visit = (node: HtmlNode, isHead: boolean) => {
    for (const child of node.childNodes ?? []) {
      if (child.tagName === 'caption') caption = child;
      else if (child.tagName === 'tr') {
        const cells = (child.childNodes ?? []).filter(
          ({ tagName }) => tagName === 'td' || tagName === 'th',
        );
        rows.push({ cells, isHead });
      } else if (/^t(head|body|foot)$/.test(child.tagName ?? ''))
        visit(child, child.tagName === 'thead');
    }
  };
  visit(table, false);
  return { rows, caption };
}

/** Whether a cell contains page layout. */
export const hasBlocksOfPage = (cell: HtmlNode): boolean =>
  (cell.childNodes ?? []).some(({ tagName }) =>
    /^(h[1-6]|table|blockquote|pre|hr)$/.test(tagName ?? ''),
  );

/** Expands row and column spans into empty cells. */
export function spread(rows: HtmlRow[], read: (cell: HtmlNode) => Inline[]): Inline[][][] {
  /** Remaining rows of a row span, by column. */
  const taken: number[] = [];
  return rows.map(({ cells }) => {
    const row: Inline[][] = [];
    const skip = () => {
      while ((taken[row.length] ?? 0) > 0) {
        taken[row.length]!--;
        row.push([]);
      }
    };
    for (const cell of cells) {
      skip();
      const columns = spanOf(cell, 'colspan');
      const down = spanOf(cell, 'rowspan') - 1;
      for (let column = 0; column < columns; column++) {
        if (down > 0) taken[row.length] = down;
        row.push(column === 0 ? read(cell) : []);
      }
    }
    skip();
    return row;
  });
}

const spanOf = (cell: HtmlNode, name: string): number =>
  Math.min(MAX_SPAN, Math.max(1, Math.floor(Number(attribute(cell, name) ?? 1)) || 1));
