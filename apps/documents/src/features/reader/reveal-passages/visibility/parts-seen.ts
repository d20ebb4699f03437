import {
  type Audience,
  type AudienceKind,
  audienceOfPassage,
  isSameAudience,
} from '@tomekeeper/visibility';
import { audienceInWords, type NameOfPlayer } from '../../../sharing/audiences/audience-text';
import type { Heading, Passage } from '../../../documents-api/passages-api';
import { underHeading } from '../selection/under-heading';

export type Counts = Readonly<Record<AudienceKind, number>>;

/** A section of a text, and the number of its passages by audience. */
export interface PartSeen {
  /** Undefined for the text before the first heading. */
  heading: Heading | undefined;
  passages: readonly Passage[];
  counts: Counts;
  /** Audiences of chosen players with their number of passages, most frequent first. */
  chosen: readonly Chosen[];
}

interface Chosen {
  seen: Audience;
  count: number;
}

export function countSeen(
  passages: readonly Passage[],
  document: { is_spoilers: boolean },
): Counts {
  const counts = { gm: 0, party: 0, players: 0 };
  for (const passage of passages) counts[audienceOfPassage(passage, document).kind] += 1;
  return counts;
}

/** Splits a text into sections by heading; a section includes its subsections. */
export function partsSeen(
  headings: readonly Heading[],
  passages: readonly Passage[],
  document: { is_spoilers: boolean },
): PartSeen[] {
  const part = (heading: Heading | undefined, first: number, last: number): PartSeen => {
    const within = passages.slice(first, last + 1);
    return {
      heading,
      passages: within,
      counts: countSeen(within, document),
      chosen: chosenOf(within, document),
    };
  };
  const begin = headings[0]?.at ?? passages.length;
  return [
    ...(begin > 0 ? [part(undefined, 0, begin - 1)] : []),
    ...headings.map((heading) =>
      part(heading, ...underHeading(headings, heading, passages.length)),
    ),
  ];
}

function chosenOf(passages: readonly Passage[], document: { is_spoilers: boolean }): Chosen[] {
  const all: Chosen[] = [];
  for (const passage of passages) {
    const seen = audienceOfPassage(passage, document);
    if (seen.kind !== 'players') continue;
    const known = all.find((one) => isSameAudience(one.seen, seen));
    if (known) known.count += 1;
    else all.push({ seen, count: 1 });
  }
  return all.sort((one, other) => other.count - one.count);
}

/** Maximum audiences of chosen players that are listed. */
const MAX_TOLD = 3;

/** Short description of a section's audience. */
export function partInWords(
  { counts: { gm, party, players }, chosen }: Pick<PartSeen, 'counts' | 'chosen'>,
  nameOf: NameOfPlayer,
): { kind: AudienceKind | 'mixed'; words: string } {
  const all = gm + party + players;
  if (gm === all) return { kind: 'gm', words: 'GM only' };
  if (party === all) return { kind: 'party', words: 'Party' };
  const [first] = chosen;
  if (players === all && first && chosen.length === 1)
    return { kind: 'players', words: audienceInWords(first.seen, nameOf) };
  const shown = `${count(party + players)} of ${count(all)} shown`;
  if (players === 0) return { kind: 'mixed', words: shown };
  const told = chosen.slice(0, chosen.length > MAX_TOLD ? MAX_TOLD - 1 : MAX_TOLD);
  const rest = players - told.reduce((sum, one) => sum + one.count, 0);
  const readers = [
    ...(party > 0 ? [`${count(party)} to the party`] : []),
    ...told.map((one) => `${count(one.count)} to ${inSentence(audienceInWords(one.seen, nameOf))}`),
    ...(rest > 0 ? [`${count(rest)} to other players`] : []),
  ];
  return { kind: 'mixed', words: `${shown}: ${readers.join(', ')}` };
}

/** Lowercases the first word unless it is a name. */
const inSentence = (words: string): string =>
  words.replace(/^(Former members|One player|One other)/, (some) => some.toLowerCase());

const count = (of: number): string => of.toLocaleString('en');
