import type { SqlReader, Transaction } from '@tomekeeper/persistence';
import { eventAudienceOf, GM_CLASS } from '@tomekeeper/visibility';
import { DocumentEntity } from '../../model/document.entity';
import { settleNoteText } from '../../model/note-document';
import { hasRoom } from '../all-passages';
import { settleReaders } from '../audiences/handouts';
import type { WrittenClass } from '../editing/written-class';
import { emitDocumentChanged } from '../invalidation-events';
import { followSource, type HandoutRef, type SourceChange } from './handout-passages';

/** Locks the handouts of a document that this transaction has locked, always in the same order. */
export function lockHandouts(tx: Transaction, source: string): Promise<DocumentEntity[]> {
  return tx.repo(DocumentEntity).find({
    where: { source_id: source },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
}

/** Applies a change of a document's text to its handouts, and emits events to their viewers. */
export async function updateHandouts(
  tx: Transaction,
  source: string,
  change: SourceChange,
  /** Records created copies with an audience, and lost copies. */
  record: (handout: HandoutRef, written: readonly WrittenClass[]) => Promise<void>,
): Promise<void> {
  for (const handout of await lockHandouts(tx, source)) {
    const place = { document: handout.id, campaign: handout.campaign_id, source };
    const { seen, written, lost } = await followSource(tx, place, change);
    for (const copies of [written, lost]) if (copies.length > 0) await record(place, copies);
    await settleReaders(tx, place);
    const to = eventAudienceOf(seen);
    if (to !== 'gm') await emitDocumentChanged(tx, handout, to);
  }
}

/** Copies of these passages of a source, or of all of them, in one handout. */
export async function copiesIn(
  db: SqlReader,
  handout: string,
  passages: 'all' | readonly string[],
): Promise<{ id: string; source: string; audience_class: string | null }[]> {
  return db.query(
    `SELECT id, source_id AS source, audience_class FROM passage
      WHERE document_id = $1 AND ($2::uuid[] IS NULL OR source_id = ANY ($2::uuid[]))
      ORDER BY position, id`,
    [handout, passages === 'all' ? null : passages],
  );
}

/** Copies that some player sees, by passage of the source. */
export async function visibleCopies(
  db: SqlReader,
  passages: readonly string[],
): Promise<Map<string, { handout: string; audience_class: string }[]>> {
  const copies = new Map<string, { handout: string; audience_class: string }[]>();
  if (passages.length === 0) return copies;
  const rows = await db.query<{ source: string; handout: string; audience_class: string }>(
    `SELECT source_id AS source, document_id AS handout, audience_class FROM passage
      WHERE source_id = ANY ($1::uuid[]) AND audience_class <> '${GM_CLASS}' ORDER BY document_id`,
    [passages],
  );
  for (const { source, ...copy } of rows) copies.set(source, [...(copies.get(source) ?? []), copy]);
  return copies;
}

/** Images of passages that a handout has no copy of. */
export function imagesToAdd(
  db: SqlReader,
  { source, handout }: { source: string; handout: string | undefined },
  passages: 'all' | readonly string[],
): Promise<{ id: string; s3_key: string }[]> {
  return db.query(
    `SELECT DISTINCT i.id, i.s3_key
       FROM passage p JOIN passage_image i ON i.document_id = p.document_id AND i.id::text = p.content ->> 'image'
      WHERE p.document_id = $1 AND p.kind = 'image' AND ($3::uuid[] IS NULL OR p.id = ANY ($3::uuid[]))
        AND NOT EXISTS (SELECT 1 FROM passage c WHERE c.source_id = p.id AND c.document_id = $2)`,
    [source, handout ?? null, passages === 'all' ? null : passages],
  );
}

/**
 * Creates rows for images of a handout; the audience change assigns their objects.
 * @param images new id, id in the source and name of each
 */
export async function addHandoutImages(
  tx: Transaction,
  { document, campaign }: HandoutRef,
  images: readonly { id: string; of: string; s3_key: string }[],
): Promise<void> {
  if (images.length === 0) return;
  await tx.query(
    `INSERT INTO passage_image (id, document_id, campaign_id, s3_key, width, height, bytes, made_of, fresh_at)
     SELECT n.id, $1, $2, n.s3_key, i.width, i.height, i.bytes, i.made_of, now()
       FROM jsonb_to_recordset($3::jsonb) AS n (id uuid, of uuid, s3_key text) JOIN passage_image i ON i.id = n.of`,
    [document, campaign, JSON.stringify(images)],
  );
}

/** Inserts the empty text of a handout whose document row this transaction has created, which has no file to process. */
export async function createHandoutText(
  tx: Transaction,
  { document, campaign }: HandoutRef,
): Promise<void> {
  await tx.query('INSERT INTO note (document_id, campaign_id) VALUES ($1, $2)', [
    document,
    campaign,
  ]);
  await settleNoteText(tx, document);
}

/** Whether the campaign has room for the text of a handout with these passages of its source added. */
export async function hasRoomFor(
  tx: Transaction,
  { document, campaign }: { document: string; campaign: string },
  added: readonly string[],
): Promise<boolean> {
  const copies = await copiesIn(tx, document, 'all');
  const passages = new Set([...copies.map(({ source }) => source), ...added]);
  return hasRoom(tx, { document, campaign, passages: { length: passages.size } });
}

/** Ids of the passages of a source, hidden ones included. */
export async function passagesOfSource(db: SqlReader, source: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>('SELECT id FROM passage WHERE document_id = $1', [
    source,
  ]);
  return rows.map(({ id }) => id);
}

/** Locks a handout of a source; null if the source has no such handout. */
export function lockHandout(
  tx: Transaction,
  { source, handout }: { source: string; handout: string },
): Promise<DocumentEntity | null> {
  return tx.repo(DocumentEntity).findOne({
    where: { id: handout, source_id: source },
    lock: { mode: 'pessimistic_write' },
  });
}

export async function isHandoutOf(
  db: SqlReader,
  { source, handout }: { source: string; handout: string },
): Promise<boolean> {
  const found = await db.query('SELECT 1 FROM document WHERE id = $1 AND source_id = $2', [
    handout,
    source,
  ]);
  return found.length > 0;
}

/** Number of handouts of a source with their own ids, hidden ones included. */
export async function countHandouts(db: SqlReader, source: string): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM document WHERE source_id = $1',
    [source],
  );
  return row?.n ?? 0;
}

/** Handouts of a spoiler that some player sees, its own row included, oldest first. */
export function handoutsOf(
  db: SqlReader,
  source: string,
): Promise<{ id: string; title: string; readers: string[]; passages: number }[]> {
  return db.query(
    `SELECT d.id, h.public_title AS title, r.readers,
            (SELECT coalesce(sum(c.n), 0) FROM passage_count c
              WHERE c.document_id = d.id AND c.audience_class <> '${GM_CLASS}')::int AS passages
       FROM document d JOIN handout h ON h.document_id = d.id
      CROSS JOIN LATERAL (
         SELECT array_agg(reader) AS readers FROM handout_reader WHERE document_id = d.id HAVING count(*) > 0) r
      WHERE d.is_spoilers AND (d.id = $1 OR d.source_id = $1)
      ORDER BY d.source_id IS NOT NULL, d.created_at, d.id`,
    [source],
  );
}
