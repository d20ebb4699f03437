import { mediaTypeOf } from '@tomekeeper/contracts-document';
import type { SqlReader, Transaction } from '@tomekeeper/persistence';
import { isPictureFile, newPictureKey } from '../storage/player-pictures';

// Queue of images made from uploaded files, and their results. The visibility of documents decides who gets one: see
// visible-documents.ts.

export interface PictureToMake {
  source_key: string;
  /** Where the picture will stand; the same in each try. */
  picture_key: string;
  tries: number;
  form: 'thumbnail' | 'cover' | 'player';
  campaign_id: string;
}

/** Supported source types. SVG is excluded, because rendering it needs a browser. */
const TYPES = ['image/png', 'image/jpeg', 'image/jpg', 'image/gif', 'image/webp', 'image/avif'];

/** Whether the declared type is a supported image. */
export const hasPicture = (contentType: string): boolean =>
  TYPES.includes(mediaTypeOf(contentType));

const MAX_TRIES = 3;

const BATCH = 500;
/** Longer than processing takes; afterwards another process takes over from a crashed one. */
const LEASE = '2 minutes';

/**
 * Enqueues images of new documents and replaced files. Waits for locked rows: text extraction locks the same ones, and
 * skipped rows would wait for the next run.
 * @returns number of processed documents
 */
export async function enqueueNewPictures(tx: Transaction): Promise<number> {
  const documents = await tx.query<NoticedDocument>(
    `UPDATE document SET pictured_key = s3_key
      WHERE id IN (SELECT id FROM document WHERE pictured_key IS DISTINCT FROM s3_key
                    ORDER BY id LIMIT ${BATCH} FOR UPDATE)
      RETURNING s3_key, campaign_id, content_type, original_filename`,
  );
  const pictures = documents.flatMap(picturesToMake);
  if (pictures.length > 0)
    await tx.query(
      `INSERT INTO picture (source_key, campaign_id, form)
       SELECT * FROM unnest($1::text[], $2::uuid[], $3::text[]) ON CONFLICT DO NOTHING`,
      [
        pictures.map(({ s3_key }) => s3_key),
        pictures.map(({ campaign_id }) => campaign_id),
        pictures.map(({ form }) => form),
      ],
    );
  return documents.length;
}

interface NoticedDocument {
  s3_key: string;
  campaign_id: string;
  content_type: string;
  original_filename: string;
}

function picturesToMake(document: NoticedDocument) {
  const forms: PictureToMake['form'][] = [];
  if (hasPicture(document.content_type)) forms.push('thumbnail');
  if (isPictureFile(document.content_type, document.original_filename)) forms.push('player');
  return forms.map((form) => ({ ...document, form }));
}

/** Fails images that crashed three processes. @returns uploads of covers among them, with their campaigns */
export function failExhaustedPictures(
  db: SqlReader,
): Promise<Pick<PictureToMake, 'source_key' | 'campaign_id' | 'form'>[]> {
  return db.query(
    `UPDATE picture SET state = 'failed'
      WHERE state = 'waiting' AND due_at <= now() AND tries >= ${MAX_TRIES}
      RETURNING source_key, campaign_id, form`,
  );
}

/** The next one to make, counted as a try. Campaigns take turns by chance, so that none with thousands keeps others waiting. */
export async function claimNextPicture(db: SqlReader): Promise<PictureToMake | undefined> {
  const [row] = await db.query<PictureToMake>(
    `UPDATE picture
        SET tries = tries + 1, due_at = now() + interval '${LEASE}', picture_key = coalesce(picture_key, $1)
      WHERE (source_key, form) = (
        SELECT source_key, form FROM picture
         WHERE state = 'waiting' AND due_at <= now() AND (source_key, form) IN (
           SELECT DISTINCT ON (campaign_id) source_key, form FROM picture
            WHERE state = 'waiting' AND due_at <= now() AND tries < ${MAX_TRIES}
            ORDER BY campaign_id, due_at)
         ORDER BY random() LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING source_key, picture_key, tries, form, campaign_id`,
    [newPictureKey()],
  );
  return row;
}

/** Stores the result of an image. @returns false if the file, and with it the row, was deleted */
export async function settlePicture(
  db: SqlReader,
  { source_key, form }: Pick<PictureToMake, 'source_key' | 'form'>,
  settled: { state: 'ready' | 'refused'; content_type: string | undefined },
): Promise<boolean> {
  const rows = await db.query(
    'UPDATE picture SET state = $3, content_type = $4 WHERE source_key = $1 AND form = $2 RETURNING 1',
    [source_key, form, settled.state, settled.content_type],
  );
  return rows.length > 0;
}

/** Another try later, or none any more. @returns whether it was the last */
export async function countFailedTry(
  db: SqlReader,
  { source_key, form, tries }: PictureToMake,
): Promise<boolean> {
  await db.query(
    tries >= MAX_TRIES
      ? `UPDATE picture SET state = 'failed' WHERE source_key = $1 AND form = $2 AND state = 'waiting'`
      : `UPDATE picture SET due_at = now() + tries * interval '20 seconds' WHERE source_key = $1 AND form = $2`,
    [source_key, form],
  );
  return tries >= MAX_TRIES;
}

/** Retries without counting the try, for failures that the file did not cause. */
export async function retryPictureLater(
  db: SqlReader,
  { source_key, form }: PictureToMake,
): Promise<void> {
  await db.query(
    `UPDATE picture SET due_at = now() + interval '5 seconds', tries = tries - 1
      WHERE source_key = $1 AND form = $2 AND state = 'waiting'`,
    [source_key, form],
  );
}

/**
 * Images without a document, in or out of the trash: a statement that deletes documents does not see rows that
 * `enqueueNewPictures` adds concurrently. Checks each row once a day.
 */
export async function orphanedPictures(db: SqlReader): Promise<string[]> {
  const rows = await db.query<{ source_key: string; is_lost: boolean }>(
    `UPDATE picture p SET looked_at = now()
      WHERE (source_key, form) IN (SELECT source_key, form FROM picture WHERE looked_at < now() - interval '1 day'
                            ORDER BY looked_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      RETURNING source_key,
                NOT EXISTS (SELECT 1 FROM document d WHERE d.s3_key = p.source_key)
                AND NOT EXISTS (SELECT 1 FROM trashed_document t WHERE t.s3_key = p.source_key)
                AND NOT EXISTS (SELECT 1 FROM cover c WHERE c.source_key = p.source_key) AS is_lost`,
  );
  return rows.filter(({ is_lost }) => is_lost).map(({ source_key }) => source_key);
}
