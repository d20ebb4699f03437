import type { Snippet } from '@tomekeeper/contracts-search';

/** So much stands before what was looked for where there is room for two lines. */
const LEAD = 48;

/** A snippet that begins shortly before what was looked for, at a word. */
export function aroundMatch(snippet: Snippet): Snippet {
  const [first, ...rest] = snippet;
  if (!first || first.match || rest.length === 0 || first.text.length <= LEAD) return snippet;
  const near = first.text.slice(-LEAD);
  const text = near.slice(near.indexOf(' ') + 1);
  return [{ text: `… ${text}`, match: false }, ...rest];
}
