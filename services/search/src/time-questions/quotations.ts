import { possibleQuotations, splitSentences } from '../text/sentences';
import type { SessionPassage, SessionQuotation } from '../query/session-search';
import { tokens, type Matches } from '../query/snippet';

const MAX_QUOTATIONS = 6;
const MAX_LAST_SENTENCES = 3;

/** The beginning of each passage. */
export const beginningsOf = (passages: readonly SessionPassage[]): SessionQuotation[] =>
  passages.slice(0, MAX_QUOTATIONS).flatMap((found) => {
    const [first] = possibleQuotations(found.passage.text);
    return first ? [{ found, ...first }] : [];
  });

/** The last sentences of consecutive passages, in reading order. */
export function endOf(passages: readonly SessionPassage[]): SessionQuotation[] {
  const quoted: SessionQuotation[] = [];
  let wanted = MAX_LAST_SENTENCES;
  for (const found of [...passages].reverse()) {
    if (wanted === 0) break;
    const last = splitSentences(found.passage.text).slice(-wanted);
    const [first, end] = [last[0], last.at(-1)];
    if (!first || !end) continue;
    wanted -= last.length;
    quoted.unshift({ found, start: first.start, end: end.end });
  }
  return quoted;
}

/** The sentences of a passage around the first match; its beginning if only the title matches. */
export function mentionIn(found: SessionPassage, matches: Matches): SessionQuotation[] {
  const { text } = found.passage;
  const match = tokens(text, matches).find(({ gain }) => gain > 0);
  const possible = possibleQuotations(text);
  const held = match && possible.findLast(({ start }) => start <= match.start);
  const quotation = held ?? possible[0];
  return quotation ? [{ found, ...quotation }] : [];
}
