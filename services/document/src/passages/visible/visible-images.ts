import type { SqlReader } from '@tomekeeper/persistence';
import { CAN_SEE_PASSAGE, PARTY_CLASS } from '@tomekeeper/visibility';
import type { Scope } from '../../memberships/campaign-memberships';
import { viewerParameters } from './visible-passages';

// Pictures of a text, as far as a reader sees the passages that name them.

/** Picture `i` by passage `p`, both of document `d`. */
const IS_NAMED = "i.document_id = d.id AND i.id = (p.content ->> 'image')::uuid";

/** Since when players were shown what they see of document `d`: a spoiler by the first of their own moments. */
const SHOWN = `CASE WHEN d.is_spoilers THEN (
  SELECT min(h.since) FROM handout_reader h
   WHERE h.document_id = d.id AND (h.reader = '${PARTY_CLASS}' OR h.reader = ANY ($3::uuid[]))) ELSE d.shown_since END`;

/** What a player gets of picture `i` is a copy where it was written for them; a GM gets the first. */
const COPY = `LATERAL (
  SELECT c.copy ->> 's3_key' AS s3_key, (c.copy ->> 'fresh_at')::timestamptz AS fresh_at
    FROM jsonb_array_elements(i.copies) WITH ORDINALITY AS c (copy, nth)
   WHERE NOT d.campaign_id = ANY ($1::uuid[])
     AND (c.copy ->> 'all_but')::boolean <> (c.copy -> 'memberships' ?| ($3::uuid[])::text[])
     AND (c.copy ->> 'fresh_at')::timestamptz >= i.fresh_at
   ORDER BY c.nth LIMIT 1)`;

/** Pictures of a document that passages name which the reader sees; to players those that were written in its showing. */
export function visibleImages(
  db: SqlReader,
  scope: Scope,
  document: string,
  ids: readonly string[],
): Promise<{ id: string; s3_key: string }[]> {
  return db.query(
    `SELECT DISTINCT i.id, coalesce(k.s3_key, i.s3_key) AS s3_key
       FROM document d JOIN passage p ON p.document_id = d.id AND p.kind = 'image'
       JOIN passage_image i ON ${IS_NAMED}
       LEFT JOIN ${COPY} k ON true
      WHERE d.id = $4 AND i.id = ANY ($5::uuid[]) AND ${CAN_SEE_PASSAGE}
        AND (d.campaign_id = ANY ($1::uuid[]) OR coalesce(k.fresh_at, i.fresh_at) >= ${SHOWN})`,
    [...viewerParameters(scope), document, ids],
  );
}
