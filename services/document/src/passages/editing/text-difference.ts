import {
  ALL_MEMBERS,
  type AudienceMembers,
  differenceOf,
  isChosenClass,
  membersOfClass,
  unionOfAll,
} from '@tomekeeper/visibility';
import type { TakesFrom } from '../changes';

/** A passage that stands in a text; `mark` is the same for the same words in the same dress. */
export interface MarkedPassage {
  id: string;
  audience_class: string | null;
  mark: string;
}

/** What a change of a text is to its players: whoever sees a difference hears of it, and nobody else. */
export interface TextDifference {
  seen: AudienceMembers;
  /** From whom words are taken that they saw. */
  takes: TakesFrom;
}

interface Audiences {
  is_spoilers: boolean;
  /** Of the classes of chosen players that stand in either. */
  members: ReadonlyMap<string, readonly string[]>;
}

/** What players see otherwise of a text than before, in either case in reading order. */
export function textDifference(
  before: readonly MarkedPassage[],
  now: readonly MarkedPassage[],
  { is_spoilers, members }: Audiences,
): TextDifference {
  const known = new Map<string | null, AudienceMembers>();
  const readers = (one: string | null): AudienceMembers => {
    const found = known.get(one) ?? membersOfClass(one, { is_spoilers }, members);
    known.set(one, found);
    return found;
  };
  const seesOther = (member?: string) => {
    const [was, is] = [before, now].map((all) =>
      all.flatMap(({ id, audience_class, mark }) => {
        const { isAllBut, memberships } = readers(audience_class);
        return isAllBut || (member !== undefined && memberships.has(member))
          ? [id, mark, isChosenClass(audience_class)]
          : [];
      }),
    );
    return JSON.stringify(was) !== JSON.stringify(is);
  };
  const chosen = new Set(
    [...before, ...now].flatMap((one) => [...readers(one.audience_class).memberships]),
  );
  const seen = seesOther()
    ? ALL_MEMBERS
    : { isAllBut: false, memberships: new Set([...chosen].filter(seesOther)) };
  const after = new Map(now.map((one) => [one.id, one]));
  const lost = before.map((one) => {
    const is = after.get(one.id);
    const mine = readers(one.audience_class);
    return is?.mark === one.mark ? differenceOf(mine, readers(is.audience_class)) : mine;
  });
  return { seen, takes: { players: unionOfAll(lost) } };
}
