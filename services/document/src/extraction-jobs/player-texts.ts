import type { SqlReader, Transaction } from '@tomekeeper/persistence';
import { keepImagesFresh, STALE_IMAGES } from './images';
import { OPEN_STATES } from './extractions';

// Since when players have the text of a Public document: `text_shown_since` names the showing (`shown_since`) for which its
// pictures were written.

const BATCH = 500;
const FEW = 20;

/** Gives players the text of a Public document, once its pictures are fresh. @returns whether they had it not before */
export async function writePlayerText(tx: Transaction, document: string): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE document d SET text_shown_since = shown_since
      WHERE id = $1 AND NOT is_spoilers AND text_shown_since IS DISTINCT FROM shown_since
        AND NOT EXISTS (SELECT 1 ${STALE_IMAGES}) RETURNING 1`,
    [document],
  );
  return rows.length > 0;
}

/** Documents `d` with a pending player text. */
const TO_BE_SHOWN = `
  FROM document d JOIN reading o ON o.document_id = d.id
 WHERE NOT d.is_spoilers AND d.text_shown_since IS DISTINCT FROM d.shown_since
   AND o.source_key = d.s3_key AND o.state NOT IN ${OPEN_STATES}`;

/**
 * Writes pending player texts without stale images. Waits for locked rows, because skipped rows would wait for the next
 * run of the job.
 * @returns documents with a text
 */
export async function writeFreshPlayerTexts(
  tx: Transaction,
): Promise<{ id: string; campaign_id: string }[]> {
  const rows = await tx.query<{ id: string; campaign_id: string; has_text: boolean }>(
    `UPDATE document s SET text_shown_since = s.shown_since
       FROM reading r
      WHERE r.document_id = s.id AND s.id IN (
        SELECT d.id ${TO_BE_SHOWN} AND NOT EXISTS (SELECT 1 ${STALE_IMAGES})
         ORDER BY d.id LIMIT ${BATCH} FOR UPDATE OF d)
      RETURNING s.id, s.campaign_id, r.has_text`,
  );
  return rows.filter(({ has_text }) => has_text);
}

/** Some documents with stale images, which must be copied first. */
export async function textsWithStaleImages(db: SqlReader): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT d.id ${TO_BE_SHOWN} AND EXISTS (SELECT 1 ${STALE_IMAGES}) ORDER BY random() LIMIT ${FEW}`,
  );
  return rows.map(({ id }) => id);
}

/** In which showing of a Public document players have its text, to the microsecond; undefined where they have not. */
export async function playerTextSince(
  tx: Transaction,
  document: string,
): Promise<string | undefined> {
  const [row] = await tx.query<{ since: string }>(
    `SELECT shown_since::text AS since FROM document
      WHERE id = $1 AND NOT is_spoilers AND text_shown_since = shown_since`,
    [document],
  );
  return row?.since;
}

/** Has players keep a text and its pictures in a showing that has just begun, as they had it in the one before. */
export async function keepPlayerText(
  tx: Transaction,
  document: string,
  since: string,
): Promise<void> {
  await keepImagesFresh(tx, document, since);
  await writePlayerText(tx, document);
}

/** Locks a Public document until the transaction ends. @returns its campaign */
export async function lockPublicDocument(
  tx: Transaction,
  document: string,
): Promise<string | undefined> {
  const [row] = await tx.query<{ campaign: string }>(
    'SELECT campaign_id AS campaign FROM document WHERE id = $1 AND NOT is_spoilers FOR UPDATE',
    [document],
  );
  return row?.campaign;
}
