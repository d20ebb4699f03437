import { type AudienceClass, GM_CLASS, PARTY_CLASS } from '@tomekeeper/visibility';
import type { EditedPassage } from '@tomekeeper/contracts-document';

/** A passage of another document, or one that went, whose words are written into a note; undefined if unknown. */
export type Source =
  | {
      audience_class: AudienceClass;
      was_spoilers: boolean;
      /** Whether it is, or was, of the same note. */
      isOwn: boolean;
    }
  | undefined;

/** What decides which of several classes is for the fewest people. */
export interface Audiences {
  /** Whether the note itself is a spoiler. */
  is_spoilers: boolean;
  /** The members of classes of chosen players. */
  members: ReadonlyMap<string, readonly string[]>;
}

/** Who that is, as GMs are told. */
export function audienceName(
  of: AudienceClass,
  { is_spoilers }: Pick<Audiences, 'is_spoilers'>,
): NonNullable<EditedPassage['audience']> {
  if (of === null) return is_spoilers ? 'gm' : 'party';
  return of === GM_CLASS ? 'gm' : of === PARTY_CLASS ? 'party' : 'players';
}

/**
 * For whom words from there are in this note: for no more people than before. Who reads another document has not been given a part
 * of this one, which may be a spoiler to them.
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
    // What goes with a spoiler is for nobody now, and may be for everybody later.
    if (is_spoilers && classes.includes(null)) return GM_CLASS;
    return chosen.reduce((one, other) => common(one, other, members));
  }
  return classes.length > 0 && classes.every((one) => one === PARTY_CLASS) ? PARTY_CLASS : null;
}

/** The one of two whose members are all in the other; of two that differ in both ways, what GMs alone see. */
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
