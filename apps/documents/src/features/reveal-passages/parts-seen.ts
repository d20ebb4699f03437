import { seenBy, type AudienceKind } from '../audiences/seen-by';
import type { Heading, Passage } from '../reader/passages-api';
import { underHeading } from './under-heading';

export type Counts = Readonly<Record<AudienceKind, number>>;

/** A part of a text, and for whom how many of its passages are. */
export interface PartSeen {
  /** Undefined of what stands before the first heading. */
  heading: Heading | undefined;
  passages: readonly Passage[];
  counts: Counts;
}

export function countSeen(
  passages: readonly Passage[],
  document: { is_spoilers: boolean },
): Counts {
  const counts = { gm: 0, party: 0, players: 0 };
  for (const passage of passages) counts[seenBy(passage, document).kind] += 1;
  return counts;
}

/** The parts of a text by its headings; those below a heading count with it too. */
export function partsSeen(
  headings: readonly Heading[],
  passages: readonly Passage[],
  document: { is_spoilers: boolean },
): PartSeen[] {
  const part = (heading: Heading | undefined, first: number, last: number): PartSeen => {
    const within = passages.slice(first, last + 1);
    return { heading, passages: within, counts: countSeen(within, document) };
  };
  const begin = headings[0]?.at ?? passages.length;
  return [
    ...(begin > 0 ? [part(undefined, 0, begin - 1)] : []),
    ...headings.map((heading) =>
      part(heading, ...underHeading(headings, heading, passages.length)),
    ),
  ];
}

/** Who sees a part, in a word or two. */
export function partInWords({ gm, party, players }: Counts): {
  kind: AudienceKind | 'mixed';
  words: string;
} {
  const all = gm + party + players;
  if (gm === all) return { kind: 'gm', words: 'GM only' };
  if (party === all) return { kind: 'party', words: 'Party' };
  if (players === all) return { kind: 'players', words: 'Chosen players' };
  return {
    kind: 'mixed',
    words: `${(party + players).toLocaleString('en')} of ${all.toLocaleString('en')} shown`,
  };
}
