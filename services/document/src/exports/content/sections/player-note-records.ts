import type { SectionRecord } from '@tomekeeper/campaign-files';
import { recordOfPassage } from '@tomekeeper/campaign-files/export';
import type { PlayerNoteRow } from '../../../access/player-note-scope';
import { noteState } from '../../export-contents';
import type { Exporter } from '../exporter';
import { exportedPassages } from '../exported-note';
import { playerNotes, scopeOfPlayerNote } from '../player-notes';

interface ExportedItems {
  /** Whether a document is in the export. */
  isExported: (document: string) => boolean;
  /** Source ids of pictures in the export by image. */
  pictures: ReadonlyMap<string, string>;
}

/** Notes of players that the exporter reads. */
export async function* playerNoteRecords(
  exporter: Exporter,
  items: ExportedItems,
): AsyncGenerator<SectionRecord<'player_notes'>> {
  for await (const note of playerNotes(exporter)) {
    const record = await recordOf(exporter, note, items);
    if (record) yield record;
  }
}

/** @returns undefined for a note that was deleted in this moment */
async function recordOf(
  exporter: Exporter,
  document: PlayerNoteRow,
  { isExported, pictures }: ExportedItems,
): Promise<SectionRecord<'player_notes'> | undefined> {
  const { uow, users, names, contents } = exporter;
  // Before its text is read: a later change makes the export outdated.
  const state = await noteState(uow, document.id);
  const scope = await scopeOfPlayerNote(exporter, document.id);
  if (!scope || state === undefined) return undefined;
  contents.notes.push({ id: document.id, state });
  const passages = await exportedPassages({
    ...{ uow, scope, document, users },
    pictureOf: (image) => pictures.get(image),
  });
  const files = new Set(pictures.values());
  const hasItem = (id: string) => isExported(id) || files.has(id);
  // '' for an imported note without an author.
  const author = document.imported_author || names.get(document.author ?? '');
  return {
    id: document.id,
    ...(author !== undefined && { author }),
    audience: document.author_audience ?? 'private',
    title: document.original_filename,
    created_at: document.created_at.toISOString(),
    passages: passages.map((passage) => recordOfPassage(passage, hasItem)),
  };
}
