import { PARTY_CLASS } from '../passages/audience-class';
import type { TakesFrom } from '../passages/changes';
import type { AudienceClass } from './audiences';
import type { Living, Merged } from './merge';

interface NoteBefore {
  is_spoilers: boolean;
  living: readonly Living[];
  isRenamed: boolean;
}

/** Who sees that a note was saved: whoever does hears of it, and nobody else. */
export interface SeenDifference {
  /** Whether players do. */
  isSeen: boolean;
  /** From whom words are taken that they saw. */
  takes: TakesFrom;
}

export function seenDifference(
  { is_spoilers, living, isRenamed }: NoteBefore,
  { puts, narrowed, removed, order }: Merged,
): SeenDifference {
  const isForParty = (one: AudienceClass | undefined) =>
    !is_spoilers && (one === null || one === PARTY_CLASS);
  const before = new Map(living.map((one) => [one.id, one.audience_class]));
  const classNow = (id: string) =>
    puts.has(id)
      ? puts.get(id)?.audience_class
      : narrowed.has(id)
        ? narrowed.get(id)
        : before.get(id);
  const seenBefore = living.filter((one) => isForParty(one.audience_class)).map(({ id }) => id);
  const seenNow = order.filter((id) => isForParty(classNow(id)));
  const rewritten = [...puts].filter(([, { isNew }]) => !isNew).map(([id]) => id);
  const changed = [...rewritten, ...narrowed.keys(), ...removed];
  const isTaken = changed.some((id) => isForParty(before.get(id)));
  const isRenamedForAll = isRenamed && !is_spoilers;
  return {
    isSeen: isRenamedForAll || isTaken || seenBefore.join() !== seenNow.join(),
    takes: { gm: isRenamed || changed.length > 0, party: isRenamedForAll || isTaken },
  };
}
