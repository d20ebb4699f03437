import { wordDifference, type Piece } from './word-difference';

export interface VersionPassage {
  id: string;
  kind: string;
  level?: number | undefined;
  text: string;
  content?: unknown;
  audience?: string | undefined;
}

/** Difference of one passage between two versions. `dressed`: same text, different formatting. */
export interface ChangedPassage {
  id: string;
  is: 'same' | 'changed' | 'dressed' | 'added' | 'removed';
  kind: string;
  pieces: readonly Piece[];
}

/** Passages of both versions in reading order, with deleted passages at their former positions. */
export function passageDifference(
  before: readonly VersionPassage[],
  now: readonly VersionPassage[],
): ChangedPassage[] {
  const earlier = new Map(before.map((one) => [one.id, one]));
  const stands = new Set(now.map(({ id }) => id));
  /** Deleted passages by the id of the preceding passage; undefined for the start. */
  const gone = new Map<string | undefined, VersionPassage[]>();
  let last: string | undefined;
  for (const passage of before) {
    if (stands.has(passage.id)) last = passage.id;
    else gone.set(last, [...(gone.get(last) ?? []), passage]);
  }
  const removed = (behind: string | undefined): ChangedPassage[] =>
    (gone.get(behind) ?? []).map(({ id, kind, text }) => ({
      id,
      kind,
      is: 'removed',
      pieces: [{ is: 'removed', text }],
    }));
  return [
    ...removed(undefined),
    ...now.flatMap((passage) => [
      changeOf(earlier.get(passage.id), passage),
      ...removed(passage.id),
    ]),
  ];
}

function changeOf(before: VersionPassage | undefined, now: VersionPassage): ChangedPassage {
  const { id, kind, text } = now;
  if (!before) return { id, kind, is: 'added', pieces: [{ is: 'added', text }] };
  if (before.text !== text)
    return { id, kind, is: 'changed', pieces: wordDifference(before.text, text) };
  return {
    id,
    kind,
    is: formOf(before) === formOf(now) ? 'same' : 'dressed',
    pieces: [{ is: 'same', text }],
  };
}

const formOf = ({ kind, level, content }: VersionPassage): string =>
  JSON.stringify([kind, level, content]);
