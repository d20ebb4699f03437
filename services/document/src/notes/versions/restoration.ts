import { GM_CLASS, type AudienceClass } from '@tomekeeper/visibility';
import type { HistoricPassageRow } from '../../passages/editing/passage-history';
import { classFrom, narrowest, type Audiences } from '../saving/audiences';
import { isSecret } from '../../passages/content/secret';
import type { NotePassage, Merged, WrittenPassage } from '../saving/merge';

// Merges an earlier version of a note into its current state. Pure functions.

/**
 * Class of a restored passage. An existing passage gets no more viewers than it has now, and no more than its restored
 * text had last. A deleted passage is for GMs, because its former audience is not looked up. Text of a player's note has the
 * readers of the note.
 */
export function restoredClass(
  { lives, isUnchanged, written, now_class, past_class, was_spoilers }: HistoricPassageRow,
  audiences: Audiences,
): AudienceClass {
  if (audiences.isPlayerNote) return isSecret(written) ? GM_CLASS : null;
  if (!lives) return GM_CLASS;
  if (isUnchanged) return now_class;
  if (isSecret(written)) return GM_CLASS;
  const past = classFrom({ audience_class: past_class, was_spoilers, isOwn: true }, audiences);
  return narrowest([now_class, past], audiences);
}

/** A note with the passages of one of its versions, in their order, and no others. */
export function restoration(
  passages: readonly HistoricPassageRow[],
  living: readonly NotePassage[],
  audiences: Audiences,
): Merged {
  const order = passages.map(({ id }) => id);
  const puts = new Map<string, WrittenPassage>();
  for (const one of passages)
    if (!one.lives || !one.isUnchanged)
      puts.set(one.id, {
        written: one.written,
        audience_class: restoredClass(one, audiences),
        isNew: !one.lives,
      });
  const restored = new Set(order);
  const staying = living.filter(({ id }) => restored.has(id)).map(({ id }) => id);
  const lives = new Set(staying);
  const isMoved = order.filter((id) => lives.has(id)).join() !== staying.join();
  return {
    order,
    puts,
    narrowed: new Map(),
    placed: new Set(isMoved ? order : order.filter((id) => !lives.has(id))),
    removed: living.filter(({ id }) => !restored.has(id)).map(({ id }) => id),
    clashes: [],
    shown: new Set(),
  };
}
