import { type AudienceClass, GM_CLASS, PARTY_CLASS } from '@tomekeeper/visibility';
import type { EditedPassage } from '@tomekeeper/contracts-document';

/** Source of text that a note takes over: a passage of another document, or a deleted one; undefined if unknown. */
export type Source =
  | {
      audience_class: AudienceClass;
      was_spoilers: boolean;
      /** Whether it is, or was, of the same note. */
      isOwn: boolean;
    }
  | undefined;

/** Data for finding the narrowest of several classes. */
export interface Audiences {
  /** Whether the note itself is a spoiler. */
  is_spoilers: boolean;
  /** The members of classes of chosen players. */
  members: ReadonlyMap<string, readonly string[]>;
  /** Whether all text has the readers of the note. */
  isPlayerNote?: boolean;
}

/** Name of the audience, for GMs. */
export function audienceName(
  of: AudienceClass,
  { is_spoilers }: Pick<Audiences, 'is_spoilers'>,
): NonNullable<EditedPassage['audience']> {
  if (of === null) return is_spoilers ? 'gm' : 'party';
  return of === GM_CLASS ? 'gm' : of === PARTY_CLASS ? 'party' : 'players';
}

/**
 * Widest class that text from a source may have in this note. Viewers of another document do not see its text here,
 * because this note may be a spoiler for them.
 */
export function classFrom(source: Source, { is_spoilers }: Audiences): AudienceClass {
  if (source === undefined) return GM_CLASS;
  if (source.audience_class === null) return source.was_spoilers && !is_spoilers ? GM_CLASS : null;
  return is_spoilers && !source.isOwn ? GM_CLASS : source.audience_class;
}

/** The class for no more people than any of them, now and once the note is revealed or hidden; null where there is none. */
export function narrowest(
  classes: readonly AudienceClass[],
  { is_spoilers, members }: Audiences,
): AudienceClass {
  if (classes.includes(GM_CLASS)) return GM_CLASS;
  const chosen = classes.filter((one) => one !== null && one !== PARTY_CLASS);
  if (chosen.length > 0) {
    // The audience of a spoiler is empty now, but may be everyone after a reveal.
    if (is_spoilers && classes.includes(null)) return GM_CLASS;
    return chosen.reduce((one, other) => common(one, other, members));
  }
  return classes.length > 0 && classes.every((one) => one === PARTY_CLASS) ? PARTY_CLASS : null;
}

/** The class that is a subset of the other; GMs alone if neither is. */
function common(
  one: AudienceClass,
  other: AudienceClass,
  members: Audiences['members'],
): AudienceClass {
  if (one === other) return one;
  const [of, ofOther] = [members.get(one ?? ''), members.get(other ?? '')];
  if (!of || !ofOther) return GM_CLASS;
  if (of.every((member) => ofOther.includes(member))) return one;
  return ofOther.every((member) => of.includes(member)) ? other : GM_CLASS;
}
