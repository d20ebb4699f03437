import { ALL_MEMBERS, NO_MEMBERS, unionOf } from '@tomekeeper/visibility';
import { textDifference, type TextDifference } from '../../passages/editing/text-difference';
import type { Audiences } from './audiences';
import type { NotePassage, Merged } from './merge';

interface NoteBefore extends Audiences {
  living: readonly NotePassage[];
  isRenamed: boolean;
}

/** Viewers who see a difference receive an event. The title of a spoiler is hidden from players. */
export function visibleDifference(
  { is_spoilers, members, living, isRenamed }: NoteBefore,
  { puts, narrowed, removed, order }: Merged,
): TextDifference {
  const before = new Map(living.map((one) => [one.id, one.audience_class]));
  const now = order.map((id) => {
    const put = puts.get(id);
    const stays = narrowed.has(id) ? narrowed.get(id) : before.get(id);
    const audience_class = (put ? put.audience_class : stays) ?? null;
    return { id, audience_class, mark: put ? 'written' : '' };
  });
  const { seen, takes } = textDifference(
    living.map(({ id, audience_class }) => ({ id, audience_class, mark: '' })),
    now,
    { is_spoilers, members },
  );
  const isRenamedForAll = isRenamed && !is_spoilers;
  const isRewritten = [...puts.values()].some(({ isNew }) => !isNew);
  return {
    seen: isRenamedForAll ? unionOf(seen, ALL_MEMBERS) : seen,
    takes: {
      gm: isRenamed || isRewritten || narrowed.size + removed.length > 0,
      players: isRenamedForAll ? ALL_MEMBERS : (takes.players ?? NO_MEMBERS),
    },
  };
}
