import { MAX_IMAGES } from '@tomekeeper/contracts-document';
import type { SqlReader } from '@tomekeeper/persistence';
import { CAN_SEE_PASSAGE, PARTY_CLASS } from '@tomekeeper/visibility';
import type { Scope } from '../../memberships/campaign-memberships';
import { viewerParameters } from './visible-passages';

// Pictures of a text, as far as a reader sees the passages that name them.

/** Picture `i` by passage `p`, both of document `d`. */
const IS_NAMED = "i.document_id = d.id AND i.id = (p.content ->> 'image')::uuid";

/** Since when players see the visible part of document `d`; for a spoiler the viewer's earliest start time. */
const SHOWN = `CASE WHEN d.is_spoilers THEN (
  SELECT min(h.since) FROM handout_reader h
   WHERE h.document_id = d.id AND (h.reader = '${PARTY_CLASS}' OR h.reader = ANY ($3::uuid[]))) ELSE d.shown_since END`;

/** Players get their copy of image `i` if one was made for them; GMs get the original. */
const COPY = `LATERAL (
  SELECT c.copy ->> 's3_key' AS s3_key, (c.copy ->> 'fresh_at')::timestamptz AS fresh_at
    FROM jsonb_array_elements(i.copies) WITH ORDINALITY AS c (copy, nth)
   WHERE NOT d.campaign_id = ANY ($1::uuid[])
     AND (c.copy ->> 'all_but')::boolean <> (c.copy -> 'memberships' ?| ($3::uuid[])::text[])
     AND (c.copy ->> 'fresh_at')::timestamptz >= i.fresh_at
   ORDER BY c.nth LIMIT 1)`;

/** Image `i` of passage `p` of document `d` if the viewer sees the passage; players get only images written since it was shown. */
const visible =
  (): string => `document d JOIN passage p ON p.document_id = d.id AND p.kind = 'image'
       JOIN passage_image i ON ${IS_NAMED}
       LEFT JOIN ${COPY} k ON true
      WHERE ${CAN_SEE_PASSAGE}
        AND (d.campaign_id = ANY ($1::uuid[]) OR coalesce(k.fresh_at, i.fresh_at) >= ${SHOWN})`;

/** Whether the viewer sees an image of a document, as SQL. */
export const isImageVisible = (document: string, image: string): string =>
  `EXISTS (SELECT 1 FROM ${visible()} AND d.id = ${document} AND i.id = ${image})`;

/**
 * Images that visible passages of a document refer to; players get only images written since the document was shown.
 * @param ids without them, the first images in reading order
 */
export function visibleImages(
  db: SqlReader,
  scope: Scope,
  document: string,
  ids: readonly string[] | undefined,
  limit = MAX_IMAGES,
): Promise<{ id: string; s3_key: string }[]> {
  return db.query(
    `SELECT i.id, coalesce(k.s3_key, i.s3_key) AS s3_key
       FROM ${visible()} AND d.id = $4 AND ($5::uuid[] IS NULL OR i.id = ANY ($5::uuid[]))
      GROUP BY 1, 2 ORDER BY min(p.position), i.id LIMIT $6::int`,
    [...viewerParameters(scope), document, ids ?? null, limit],
  );
}
