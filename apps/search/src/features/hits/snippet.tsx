import type { Snippet } from '@tomekeeper/contracts-search';

/** A snippet with highlighted matches. */
export function Highlighted({ snippet }: { snippet: Snippet }) {
  return snippet.map(({ text, match }, at) =>
    // The index is the key, because the same words may occur twice.
    match ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
  );
}

/** Characters before the first match in a list of two-line entries. */
const LEAD = 48;

/** Clips a snippet so that it begins shortly before the first match, at a word. */
export function clipToMatch(snippet: Snippet): Snippet {
  const [first, ...rest] = snippet;
  if (!first || first.match || rest.length === 0 || first.text.length <= LEAD) return snippet;
  const near = first.text.slice(-LEAD);
  const text = near.slice(near.indexOf(' ') + 1);
  return [{ text: `… ${text}`, match: false }, ...rest];
}
