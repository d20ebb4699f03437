import type { SectionRecord } from '@tomekeeper/campaign-files';
import { recordOfPassage } from '@tomekeeper/campaign-files/export';
import { PLAYER_NOTE_LIMITS, playerNotesQuery } from '@tomekeeper/contracts-document';
import {
  homeOf,
  scopeWithNote,
  visiblePlayerNotes,
  type NotePlace,
  type PlayerNoteRow,
} from '../../../access/player-note-scope';
import { noteState } from '../../export-contents';
import type { Exporter } from '../exporter';
import { exportedPassages } from '../exported-note';

/**
 * Notes of players that the exporter reads. Their pictures are left out.
 * @param isExported whether a document is in the export
 */
export async function* playerNoteRecords(
  exporter: Exporter,
  isExported: (document: string) => boolean,
): AsyncGenerator<SectionRecord<'player_notes'>> {
  const { uow, viewer, campaign, person: user } = exporter;
  const limit = PLAYER_NOTE_LIMITS.page;
  for (let before: NotePlace | undefined; ;) {
    const reader = { scope: viewer.scope, campaign, user };
    const page = await visiblePlayerNotes(uow, reader, { before, limit, of: undefined });
    for (const note of page) {
      const record = await recordOf(exporter, note, isExported);
      if (record) yield record;
    }
    if (page.length < limit) return;
    before = playerNotesQuery.shape.before.parse(page.at(-1)!.place);
  }
}

/** @returns undefined for a note that was deleted in this moment */
async function recordOf(
  { uow, viewer, users, names, person, contents }: Exporter,
  document: PlayerNoteRow,
  isExported: (document: string) => boolean,
): Promise<SectionRecord<'player_notes'> | undefined> {
  const note = (await homeOf(uow, document.id))?.note;
  // Before its text is read: a later change makes the export outdated.
  const state = await noteState(uow, document.id);
  if (!note || state === undefined) return undefined;
  contents.notes.push({ id: document.id, state });
  const scope = scopeWithNote(viewer.scope, note, person);
  const passages = await exportedPassages({
    ...{ uow, scope, document, users },
    pictureOf: () => undefined,
  });
  // '' for an imported note without an author.
  const author = document.imported_author || names.get(document.author ?? '');
  return {
    id: document.id,
    ...(author !== undefined && { author }),
    audience: document.author_audience ?? 'private',
    title: document.original_filename,
    created_at: document.created_at.toISOString(),
    passages: passages.map((passage) => recordOfPassage(passage, isExported)),
  };
}
