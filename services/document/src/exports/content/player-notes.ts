import { PLAYER_NOTE_LIMITS, playerNotesQuery } from '@tomekeeper/contracts-document';
import {
  homeOf,
  scopeWithNote,
  visiblePlayerNotes,
  type NotePlace,
  type PlayerNoteRow,
} from '../../access/player-note-scope';
import type { Scope } from '../../memberships/campaign-memberships';
import type { Exporter } from './exporter';

/** Notes of players that the exporter reads, latest first. */
export async function* playerNotes({
  uow,
  viewer: { scope },
  campaign,
  person: user,
}: Exporter): AsyncGenerator<PlayerNoteRow> {
  const limit = PLAYER_NOTE_LIMITS.page;
  for (let before: NotePlace | undefined; ;) {
    const reader = { scope, campaign, user };
    const page = await visiblePlayerNotes(uow, reader, { before, limit, of: undefined });
    yield* page;
    if (page.length < limit) return;
    before = playerNotesQuery.shape.before.parse(page.at(-1)!.place);
  }
}

/** @returns undefined for a deleted note */
export async function scopeOfPlayerNote(
  { uow, viewer, person }: Exporter,
  id: string,
): Promise<Scope | undefined> {
  const note = (await homeOf(uow, id))?.note;
  return note && scopeWithNote(viewer.scope, note, person);
}
