import {
  type AudienceMembers,
  differenceOf,
  GM_CLASS,
  isEmpty,
  unionOf,
} from '@tomekeeper/visibility';
import type { SqlReader, Transaction } from '@tomekeeper/persistence';

// Rows of images in texts. The passages that refer to an image decide who gets it: see visible-passages.ts.

/** A picture of a document's text. */
export interface PassageImage {
  id: string;
  s3_key: string;
  width: number;
  height: number;
  bytes: number;
  /** Hash of the source. */
  made_of: string;
}

/** An image without a row; its object is removed unless a row is added. */
export interface MadeImage extends PassageImage {
  /** From before it was written. */
  fresh_at: string;
}

export function imagesOf(db: SqlReader, document: string): Promise<PassageImage[]> {
  return db.query<PassageImage>(
    'SELECT id, s3_key, width, height, bytes, made_of FROM passage_image WHERE document_id = $1',
    [document],
  );
}

/** How many the other documents of a campaign have. */
export async function imagesBeside(
  db: SqlReader,
  { campaign, document }: { campaign: string; document: string },
): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM passage_image WHERE campaign_id = $1 AND document_id <> $2',
    [campaign, document],
  );
  return row?.n ?? 0;
}

export async function addImages(
  tx: Transaction,
  { campaign, document }: { campaign: string; document: string },
  images: readonly MadeImage[],
): Promise<void> {
  if (images.length === 0) return;
  await tx.query(
    `INSERT INTO passage_image (id, document_id, campaign_id, s3_key, width, height, bytes, made_of, fresh_at)
     SELECT id, $2, $3, s3_key, width, height, bytes, made_of, fresh_at
       FROM jsonb_to_recordset($1::jsonb) AS i (
         id uuid, s3_key text, width int, height int, bytes int, made_of text, fresh_at timestamptz)`,
    [JSON.stringify(images), document, campaign],
  );
}

/** Pictures `i` of document `d` that players would get, but were written before it was shown to them, as none of a new one is. */
export const STALE_IMAGES = `
  FROM passage_image i JOIN passage p ON p.document_id = i.document_id AND p.kind = 'image'
        AND (p.content ->> 'image')::uuid = i.id AND p.audience_class IS DISTINCT FROM '${GM_CLASS}'
 WHERE i.document_id = d.id AND i.fresh_at < d.shown_since`;

/** An image to copy for players of a document. */
export type StaleImage = Pick<PassageImage, 'id' | 's3_key'>;

/** Some pictures of a document, in no order that tells of those between them. */
export function imagesById(
  db: SqlReader,
  document: string,
  ids: readonly string[],
): Promise<StaleImage[]> {
  return db.query<StaleImage>(
    `SELECT id, s3_key FROM passage_image
      WHERE document_id = $1 AND id::text = ANY ($2::text[]) ORDER BY random()`,
    [document, ids],
  );
}

/** In no order that tells of those between them. */
export function staleImages(db: SqlReader, document: string): Promise<StaleImage[]> {
  return db.query<StaleImage>(
    `SELECT o.id, o.s3_key
       FROM document d CROSS JOIN LATERAL (SELECT DISTINCT i.id, i.s3_key ${STALE_IMAGES}) o
      WHERE d.id = $1 AND NOT d.is_spoilers ORDER BY random()`,
    [document],
  );
}

/** An object written for an image, with the time of assignment. */
export interface ImageObject {
  s3_key: string;
  fresh_at: string;
}

/** Copy for members who got an image after its first viewers. */
interface ImageCopy extends ImageObject {
  all_but: boolean;
  memberships: string[];
}

/** As it stands now, held until this transaction is over; undefined where another object has taken its place. */
async function lockImage(
  tx: Transaction,
  { id, s3_key }: StaleImage,
): Promise<ImageCopy[] | undefined> {
  const [row] = await tx.query<{ copies: ImageCopy[] }>(
    'SELECT copies FROM passage_image WHERE id = $1 AND s3_key = $2 FOR UPDATE',
    [id, s3_key],
  );
  return row?.copies;
}

/**
 * Replaces the object of an image for all viewers, or deletes it.
 * @returns keys of copies without viewers; undefined if the image is not in the document
 */
export async function replaceImage(
  tx: Transaction,
  image: StaleImage,
  object: ImageObject | undefined,
): Promise<string[] | undefined> {
  const copies = await lockImage(tx, image);
  if (!copies) return undefined;
  if (object)
    await tx.query(
      `UPDATE passage_image SET s3_key = $2, fresh_at = $3::timestamptz, copies = '[]' WHERE id = $1`,
      [image.id, object.s3_key, object.fresh_at],
    );
  else await tx.query('DELETE FROM passage_image WHERE id = $1', [image.id]);
  return copies.map((one) => one.s3_key);
}

/**
 * Assigns a copy to some members; all others keep their object.
 * @returns keys of copies without viewers; undefined if the image is not in the document
 */
export async function addImageCopy(
  tx: Transaction,
  image: StaleImage,
  { object, readers }: { object: ImageObject; readers: AudienceMembers },
): Promise<string[] | undefined> {
  const copies = await lockImage(tx, image);
  if (!copies) return undefined;
  const kept: ImageCopy[] = [asCopy(object, readers)];
  const dropped: string[] = [];
  let newer = readers;
  for (const one of copies) {
    const its = readersOfCopy(one);
    if (isEmpty(differenceOf(its, newer))) dropped.push(one.s3_key);
    else kept.push(one);
    newer = unionOf(newer, its);
  }
  await tx.query('UPDATE passage_image SET copies = $2::jsonb WHERE id = $1', [
    image.id,
    JSON.stringify(kept),
  ]);
  return dropped;
}

const asCopy = (object: ImageObject, { isAllBut, memberships }: AudienceMembers): ImageCopy => ({
  ...object,
  all_but: isAllBut,
  memberships: [...memberships],
});

const readersOfCopy = ({ all_but, memberships }: ImageCopy): AudienceMembers => ({
  isAllBut: all_but,
  memberships: new Set(memberships),
});

/** Copies of picture `table` as written in the present showing of document `d`, at least. */
const freshCopies = (table: string): string => `(
  SELECT coalesce(jsonb_agg(jsonb_set(c.copy, '{fresh_at}',
           to_jsonb(greatest((c.copy ->> 'fresh_at')::timestamptz, d.shown_since)::text)) ORDER BY c.nth), '[]')
    FROM jsonb_array_elements(${table}.copies) WITH ORDINALITY AS c (copy, nth))`;

/** Players go on getting the pictures that they had, though their document begins another showing. */
export async function keepImagesFresh(
  tx: Transaction,
  document: string,
  since: string,
): Promise<void> {
  await tx.query(
    `UPDATE passage_image i SET fresh_at = d.shown_since, copies = ${freshCopies('i')} FROM document d
      WHERE d.id = $1 AND i.document_id = d.id AND i.fresh_at >= $2::timestamptz AND i.fresh_at < d.shown_since`,
    [document, since],
  );
}

/** Marks images that some players see already as fresh, in a document that is revealed as a whole. */
export async function keepSeenImagesFresh(tx: Transaction, document: string): Promise<void> {
  await tx.query(
    `UPDATE passage_image k SET fresh_at = d.shown_since, copies = ${freshCopies('k')} FROM document d
      WHERE d.id = $1 AND k.document_id = d.id AND k.id IN (SELECT i.id ${STALE_IMAGES})`,
    [document],
  );
}

const BATCH = 500;

/** Maximum time that an image of a note waits for a passage: an offline client sends the passage later. */
const UNUSED_FOR = '7 days';
/** Whether no passage or version of a note refers to image `i`. */
const IS_UNUSED = `(
  i.fresh_at < now() - interval '${UNUSED_FOR}' AND EXISTS (SELECT 1 FROM note n WHERE n.document_id = i.document_id)
  AND NOT EXISTS (SELECT 1 FROM passage p WHERE p.document_id = i.document_id AND p.kind = 'image'
                     AND p.content ->> 'image' = i.id::text)
  AND NOT EXISTS (SELECT 1 FROM passage_past w WHERE w.document_id = i.document_id AND w.kind = 'image'
                     AND w.content ->> 'image' = i.id::text))`;

/** Pictures that need work though no text was revealed or changed. */
export interface UnusedImages {
  /** Pictures of notes that no passage names. */
  unused: string[];
  /** Public documents with older pictures: a picture may be uploaded to a note while the note is revealed. */
  old: string[];
}

interface Looked {
  id: string;
  document_id: string;
  is_unused: boolean;
  is_old: boolean;
}

/** Checks each row once a day. */
export async function unusedImages(db: SqlReader): Promise<UnusedImages> {
  const rows = await db.query<Looked>(
    `UPDATE passage_image i SET looked_at = now()
      WHERE id IN (SELECT id FROM passage_image WHERE looked_at < now() - interval '1 day'
                    ORDER BY looked_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      RETURNING i.id, document_id, ${IS_UNUSED} AS is_unused,
                EXISTS (SELECT 1 FROM document d WHERE d.id = i.document_id AND NOT d.is_spoilers
                           AND i.fresh_at < d.shown_since) AS is_old`,
  );
  const old = new Set(rows.filter(({ is_old }) => is_old).map(({ document_id }) => document_id));
  const unused = rows.filter(({ is_unused }) => is_unused).map(({ id }) => id);
  return { unused, old: [...old] };
}
