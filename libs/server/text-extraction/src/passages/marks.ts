import type { Inline } from '@tomekeeper/contracts-document';

type Marks = Omit<Inline, 'text'>;
const MARKS = ['bold', 'italic', 'code', 'strike', 'href'] as const;

export const hasSameMarks = (one: Marks, other: Marks): boolean =>
  MARKS.every((marks) => one[marks] === other[marks]);

/** Maps each inline, then merges neighbors with equal marks. */
export function mapInlines(inlines: readonly Inline[], map: (inline: Inline) => Inline): Inline[] {
  const all: Inline[] = [];
  for (const inline of inlines) {
    const marked = { ...map(inline) };
    const last = all.at(-1);
    if (last && hasSameMarks(last, marked)) last.text += marked.text;
    else all.push(marked);
  }
  return all;
}
