import type { Inline } from '@tomekeeper/contracts-document';

// How words look, and where they lead. Nothing here reads or writes.

type Dress = Omit<Inline, 'text'>;
const DRESSES = ['bold', 'italic', 'code', 'strike', 'href'] as const;

export const isSameDress = (one: Dress, other: Dress): boolean =>
  DRESSES.every((dress) => one[dress] === other[dress]);

/** With the dress that is left to each, neighbours that look the same are one. */
export function redressed(
  inlines: readonly Inline[],
  dressOf: (inline: Inline) => Inline,
): Inline[] {
  const all: Inline[] = [];
  for (const inline of inlines) {
    const dressed = { ...dressOf(inline) };
    const last = all.at(-1);
    if (last && isSameDress(last, dressed)) last.text += dressed.text;
    else all.push(dressed);
  }
  return all;
}
