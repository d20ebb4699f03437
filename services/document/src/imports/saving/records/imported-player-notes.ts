import type { SectionRecord } from '@tomekeeper/campaign-files';
import { checkedPassages } from '@tomekeeper/campaign-files/import';
import { PLAYER_NOTE_LIMITS } from '@tomekeeper/contracts-document';
import { insertNewNote } from '../../../notes/add-note';
import type { MadeImage } from '../../../extraction-jobs/images';
import { createImportedNotebook } from '../../../memberships/notebooks';
import { hasRoom } from '../../../passages/editing/edit-passages';
import { ImportFailed } from '../../extraction/child/import-in-sandbox';
import { recordsOf } from '../../review/import-records';
import { derivedId } from '../derived-id';
import type { ImportObjects } from '../import-objects';
import { importedText } from '../imported-text';
import { markImagesFresh, toImages, useImages } from '../save-note';
import type { SavedDocuments } from './record-targets';

/** Authors with a separate notebook in an import; the notes of others have no author. Searches read few notebooks. */
const MAX_AUTHORS = 100;

/**
 * Saves shared notes of players, which belong to no account. Private notes are not imported, because no account could read them.
 * @returns whether there are some for the party
 * @throws {ImportFailed} when the campaign has no room
 */
export async function saveImportedPlayerNotes(
  saved: SavedDocuments,
  images: ImportObjects['playerNotes'],
): Promise<boolean> {
  const counts = new Map<string, number>();
  let isForParty = false;
  for await (const page of recordsOf(saved.tx, saved.id, 'player_notes'))
    for (const record of page) {
      if (record.audience === 'private') continue;
      const known = record.author ?? '';
      const author = counts.has(known) || counts.size < MAX_AUTHORS ? known : '';
      const count = (counts.get(author) ?? 0) + 1;
      counts.set(author, count);
      if (count > PLAYER_NOTE_LIMITS.perMember) throw new ImportFailed('campaign_full');
      const isAdded = await saveNote(saved, record, {
        author,
        images: images.get(record.id) ?? new Map<string, MadeImage>(),
      });
      isForParty ||= isAdded && record.audience === 'party';
    }
  return isForParty;
}

/** @returns false for a note that an earlier import added */
async function saveNote(
  { tx, id, campaign, documents }: SavedDocuments,
  record: SectionRecord<'player_notes'>,
  { author, images }: { author: string; images: ReadonlyMap<string, MadeImage> },
): Promise<boolean> {
  const document = derivedId(`${campaign} note ${record.id}`);
  const known = await tx.query(
    `SELECT 1 FROM document WHERE id = $1 UNION ALL SELECT 1 FROM trashed_document WHERE id = $1`,
    [document],
  );
  if (known.length > 0) return false;
  const membership = derivedId(`${id} notebook ${author}`);
  const imported_author = author === '' ? null : author;
  await createImportedNotebook(tx, { membership, campaign, import_id: id, imported_author });
  const note = {
    ...{ document, campaign: membership, authorAudience: record.audience, by: null },
    ...{ title: record.title, is_spoilers: false, key: undefined },
    passages: textOf(document, record, { documents, images }),
  };
  if (!(await hasRoom(tx, note))) throw new ImportFailed('campaign_full');
  await insertNewNote(tx, note);
  // Imported notes are not news.
  await tx.query(
    `UPDATE document SET created_at = t.at, shown_since = t.at, text_shown_since = CASE WHEN text_shown_since IS NOT NULL THEN t.at END
       FROM (SELECT least($2::timestamptz, now()) AS at) t WHERE id = $1`,
    [document, record.created_at],
  );
  await useImages(tx, { document, campaign: membership }, [...images.values()]);
  await markImagesFresh(tx, document);
  return true;
}

/** Links lead to documents of the import; those to their passages lead to the document. */
function textOf(
  document: string,
  { passages }: SectionRecord<'player_notes'>,
  {
    documents,
    images,
  }: Pick<SavedDocuments, 'documents'> & { images: ReadonlyMap<string, MadeImage> },
) {
  const checked = checkedPassages(passages, (picture) => images.has(picture));
  return importedText(document, checked, {
    ...{ documents, images: toImages(images) },
    passageOf: () => undefined,
  });
}
