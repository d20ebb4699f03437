import type { Snippet } from '@tomekeeper/contracts-search';

/** Text with what was looked for in it marked. */
export function Marked({ snippet }: { snippet: Snippet }) {
  return snippet.map(({ text, match }, at) =>
    // A stretch is known by its place: the same words may stand twice.
    match ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
  );
}
