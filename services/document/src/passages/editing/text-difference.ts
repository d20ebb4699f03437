import {
  ALL_MEMBERS,
  type AudienceMembers,
  differenceOf,
  isChosenClass,
  membersOfClass,
  unionOfAll,
} from '@tomekeeper/visibility';
import type { TakesFrom } from '../changes';

/** A passage of a text; `mark` is equal for equal text with equal marks. */
export interface MarkedPassage {
  id: string;
  audience_class: string | null;
  mark: string;
}

/** Effect of a text change on players. Only viewers who see a difference receive an event. */
export interface TextDifference {
  seen: AudienceMembers;
  /** Viewers who lose text. */
  takes: TakesFrom;
}

interface Audiences {
  is_spoilers: boolean;
  /** Members of the classes of chosen players in either text. */
  members: ReadonlyMap<string, readonly string[]>;
}

/** Compares the visible passages of two texts; both are in reading order. */
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
