import type { SectionRecord } from '@tomekeeper/campaign-files';
import { recordOfPassage } from '@tomekeeper/campaign-files/export';
import type { PlayerNoteRow } from '../../../access/player-note-scope';
import { noteState } from '../../export-contents';
import type { Exporter } from '../exporter';
import { exportedPassages } from '../exported-note';
import { playerNotes, scopeOfPlayerNote } from '../player-notes';

/** Source ids of pictures in the export by image. */
type Pictures = ReadonlyMap<string, string>;

interface ExportedItems {
  /** Whether a document is in the export. */
  isExported: (document: string) => boolean;
  pictures: Pictures;
}

/** Notes of players that the exporter reads. */
export async function* playerNoteRecords(
  exporter: Exporter,
  { isExported, pictures }: ExportedItems,
): AsyncGenerator<SectionRecord<'player_notes'>> {
  const files = new Set(pictures.values());
  const hasItem = (id: string) => isExported(id) || files.has(id);
  for await (const note of playerNotes(exporter)) {
    const record = await recordOf(exporter, note, { hasItem, pictures });
    if (record) yield record;
  }
}

/** @returns undefined for a note that was deleted in this moment */
async function recordOf(
  exporter: Exporter,
  document: PlayerNoteRow,
  { hasItem, pictures }: { hasItem: (id: string) => boolean; pictures: Pictures },
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
