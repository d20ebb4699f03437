import { useEffect, useLayoutEffect, useRef } from 'react';
import type { FoundAt } from '../find/find-words';
import type { Quote } from '../reading-position/use-reading-place';
import type { PassageStore } from './passage-store';

/** Name of the highlight in the style sheet. */
const NAME = 'quote';
/** Elements that scroll into view as a whole. */
const LINES = 'tr, p, li, blockquote';

/**
 * Highlights the quoted words of the linked passage, and scrolls to them once: a table may be longer than the window. The CSS
 * Custom Highlight API marks words across the cells of a row, and leaves the rendered text to React.
 */
export function useQuote(quote: Quote | undefined, store: PassageStore): void {
  const shown = useRef<Quote>(undefined);
  useLayoutEffect(() => {
    if (!quote) {
      highlights()?.delete(NAME);
      return;
    }
    const at = store.whereIs(quote.passage);
    const passage = at === undefined ? undefined : store.passageAt(at);
    const row = window.document.getElementById(`p-${quote.passage}`);
    const ranges = passage && row ? quotedRanges(row, passage.text, quote.ranges) : [];
    highlights()?.set(NAME, new Highlight(...ranges));
    const [first] = ranges;
    if (!first || shown.current === quote) return;
    shown.current = quote;
    const { startContainer: start } = first;
    const line = start.parentElement?.closest<HTMLElement>(LINES) ?? row;
    const { top, bottom } = line?.getBoundingClientRect() ?? new DOMRect();
    // The edges of the window are covered by toolbars.
    if (top < window.innerHeight * 0.15 || bottom > window.innerHeight * 0.8)
      line?.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  });
  useEffect(
    () => () => {
      highlights()?.delete(NAME);
    },
    [],
  );
}

/** Undefined in browsers without the API, which highlight the passage only. */
const highlights = () => (window as { CSS?: { highlights?: HighlightRegistry } }).CSS?.highlights;

/**
 * DOM ranges of the quoted words in a rendered passage. Ignores white space: cells and lines are elements instead of tabs and line
 * breaks.
 */
export function quotedRanges(row: Element, text: string, quoted: readonly FoundAt[]): Range[] {
  const rendered = renderedUnits(row);
  const all = rendered.map(({ unit }) => unit).join('');
  return quoted.flatMap(([start, end]) => {
    const words = withoutSpace(text.slice(start, end));
    if (words === '') return [];
    const before = withoutSpace(text.slice(0, start));
    // The same words may occur earlier in the passage.
    let from = all.indexOf(words);
    for (let at = before.indexOf(words); at >= 0 && from >= 0; at = before.indexOf(words, at + 1))
      from = all.indexOf(words, from + 1);
    const first = rendered[from];
    const last = rendered[from + words.length - 1];
    if (!first || !last) return [];
    const range = new Range();
    range.setStart(first.node, first.at);
    range.setEnd(last.node, last.at + 1);
    return [range];
  });
}

const withoutSpace = (text: string): string => text.replace(/\s/g, '');

/** UTF-16 units of the text without white space. */
function renderedUnits(row: Element): { unit: string; node: Node; at: number }[] {
  const nodes = window.document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  const units: { unit: string; node: Node; at: number }[] = [];
  for (let node = nodes.nextNode(); node; node = nodes.nextNode())
    for (const { 0: unit, index: at } of (node.nodeValue ?? '').matchAll(/\S/g))
      units.push({ unit, node, at });
  return units;
}
