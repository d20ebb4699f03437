import {
  differenceOf,
  GM_CLASS,
  isEmpty,
  membersOfClass,
  unionOfAll,
} from '@tomekeeper/visibility';
import type { Audiences } from './audiences';
import type { NotePassage, Merged } from './merge';

/**
 * Clamps new passages of a spoiler to its current viewers: only a GM's explicit reveal, with a title, makes a handout,
 * never a save. Text restored after the last visible passage was deleted is for GMs.
 */
export function clampAudience(
  merged: Merged,
  { is_spoilers, members, living }: Audiences & { living: readonly NotePassage[] },
): Merged {
  if (!is_spoilers) return merged;
  const readers = (one: string | null) => membersOfClass(one, { is_spoilers }, members);
  const reading = unionOfAll([...new Set(living.map((one) => one.audience_class))].map(readers));
  const puts = [...merged.puts].map(([id, put]) => {
    const isWidened = !isEmpty(differenceOf(readers(put.audience_class), reading));
    return [id, isWidened ? { ...put, audience_class: GM_CLASS } : put] as const;
  });
  return { ...merged, puts: new Map(puts) };
}
