import type { Inline } from '@tomekeeper/contracts-document';
import { CHECKED, UNCHECKED } from '@tomekeeper/contracts-document/list-marker';
import { tidyInlines } from './inlines';
import type { Token } from './parser';

// Markup at the beginning and end of a line of text. The source decides, because the text no longer shows which characters were escaped.

const CHECK_BOX = /^\[([ xX])\][ \t]+/;
const BLOCK_ID = /(?:^|\s)\^([\w-]{1,100})\s*$/;

/** The marker of a list item: its number or check box. */
export function markerOf(
  { info, markup }: Token,
  isOrdered: boolean,
  { inlines, source }: { inlines: Inline[]; source: string },
): { inlines: Inline[]; marker?: string } {
  const [first, ...rest] = inlines;
  const task = first && CHECK_BOX.test(source) && CHECK_BOX.exec(first.text);
  if (task)
    return {
      marker: task[1] === ' ' ? UNCHECKED : CHECKED,
      inlines: [{ ...first, text: first.text.slice(task[0].length) }, ...rest],
    };
  return { inlines, ...(isOrdered && { marker: `${Number(info)}${markup}` }) };
}

/** Obsidian names a paragraph by `^name` at its end. */
export function takeBlockId(
  inlines: Inline[],
  source: string,
): { inlines: Inline[]; anchors?: string[] } {
  const last = inlines.at(-1);
  const found = last && BLOCK_ID.test(source) && BLOCK_ID.exec(last.text);
  if (!found) return { inlines };
  const before = { ...last, text: last.text.slice(0, found.index) };
  return { inlines: tidyInlines([...inlines.slice(0, -1), before]), anchors: [`^${found[1]}`] };
}
