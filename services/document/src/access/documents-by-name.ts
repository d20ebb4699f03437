import { namesOfLink, type NameLink } from '@tomekeeper/contracts-document';
import type { SqlReader } from '@tomekeeper/persistence';
import type { Scope } from '../memberships/campaign-memberships';
import { viewerParameters } from '../passages/visible/visible-passages';
import { VISIBLE } from './visible-documents';

// Resolves names to documents that the viewer sees, under the titles that the viewer sees. A name that belongs to hidden documents only
// resolves like a name without a document.

/** Titles that a viewer may know of documents in campaign $5 with the title stems `w.stem`. */
const CANDIDATES = `
  SELECT d.id FROM wanted w JOIN document d ON d.campaign_id = $5 AND title_stem(d.original_filename) = w.stem
  UNION
  SELECT h.document_id FROM wanted w JOIN handout h ON h.campaign_id = $5 AND title_stem(h.public_title) = w.stem
  UNION
  SELECT t.document_id FROM wanted w JOIN reader_title t ON t.campaign_id = $5 AND title_stem(t.title) = w.stem
  UNION
  SELECT d.id FROM document d CROSS JOIN LATERAL jsonb_array_elements(d.aliases) a JOIN wanted w ON title_stem(a ->> 'name') = w.stem
   WHERE d.campaign_id = $5 AND d.aliases <> '[]'
  UNION
  SELECT f.document_id FROM wanted w JOIN former_title f ON f.campaign_id = $5 AND title_stem(f.title) = w.stem`;

/** Whether the viewer may know former title `f` of `document`: players know those of the current Public period. */
const KNOWS_FORMER = `(
  document.campaign_id = ANY ($1::uuid[])
  OR f.was_public AND NOT document.is_spoilers AND f.until >= document.shown_since)`;

/** Ways to match a name, best first. Players' titles of handouts are for GMs. */
const BY = { title: 0, alias: 1, fileName: 2, handoutTitle: 3, formerTitle: 4 } as const;

/** Titles of `seen` documents with the key of each. */
const TITLES = `
  SELECT id, title, created_at, title_key(title) AS key, ${BY.title} AS by FROM seen WHERE source IS NULL
  UNION ALL
  SELECT s.id, a ->> 'name', s.created_at, title_key(a ->> 'name'), ${BY.alias}
    FROM seen s CROSS JOIN LATERAL jsonb_array_elements(s.aliases) a WHERE s.source IS NULL
  UNION ALL
  SELECT id, title, created_at, title_stem(title), ${BY.fileName} FROM seen WHERE source IS NULL
  UNION ALL
  SELECT id, public_title, created_at, title_key(public_title), ${BY.handoutTitle} FROM seen
   WHERE source IS NULL AND public_title IS NOT NULL
  UNION ALL
  SELECT source, title, created_at, title_key(title), ${BY.handoutTitle} FROM seen WHERE source IS NOT NULL
  UNION ALL
  SELECT s.id, f.title, s.created_at, k.key, ${BY.formerTitle}
    FROM seen s JOIN document ON document.id = s.id JOIN former_title f ON f.document_id = s.id
   CROSS JOIN LATERAL (VALUES (title_key(f.title)), (title_stem(f.title))) k (key)
   WHERE s.source IS NULL AND ${KNOWS_FORMER}`;

/**
 * Resolves names in a campaign. Of several documents with one name the best match wins, then the one with the same case, then the
 * oldest.
 * @param links distinct
 * @returns document ids by index in `links`
 */
export async function documentsByName(
  db: SqlReader,
  scope: Scope,
  campaign: string,
  links: readonly NameLink[],
): Promise<Map<number, string>> {
  if (links.length === 0) return new Map();
  const wanted = links.flatMap((link, n) =>
    namesOfLink(link).map((name, nth) => ({ n, nth, name })),
  );
  const rows = await db.query<{ n: number; id: string }>(
    `WITH wanted AS MATERIALIZED (
       SELECT w.n, w.nth, w.name, title_key(w.name) AS key, title_stem(w.name) AS stem
         FROM jsonb_to_recordset($4::jsonb) AS w (n int, nth int, name text)),
     candidates AS MATERIALIZED (${CANDIDATES}),
     seen AS MATERIALIZED (
       SELECT id, source, original_filename AS title, public_title, aliases, created_at FROM (${VISIBLE}) d
        WHERE id = ANY (ARRAY(SELECT id FROM candidates)) AND campaign = $5),
     titles AS (${TITLES})
     SELECT DISTINCT ON (w.n) w.n, t.id
       FROM wanted w JOIN titles t ON t.key = w.key
      ORDER BY w.n, w.nth, t.by, NOT starts_with(normalize(t.title, NFC), normalize(w.name, NFC)), t.created_at, t.id`,
    [...viewerParameters(scope), JSON.stringify(wanted), campaign],
  );
  return new Map(rows.map(({ n, id }) => [n, id]));
}

/** Stems of the titles under which the viewer may know a document, as links by name store them. */
export async function stemsOfDocument(
  db: SqlReader,
  scope: Scope,
  document: string,
): Promise<string[]> {
  const rows = await db.query<{ stem: string }>(
    `SELECT title_stem(t.title) AS stem
       FROM (${VISIBLE}) d CROSS JOIN LATERAL (VALUES (d.original_filename), (d.public_title)) t (title)
      WHERE d.id = $4 AND t.title IS NOT NULL
      UNION
     SELECT title_stem(a ->> 'name')
       FROM (${VISIBLE}) d CROSS JOIN LATERAL jsonb_array_elements(d.aliases) a WHERE d.id = $4
      UNION
     SELECT title_stem(d.original_filename) FROM (${VISIBLE}) d WHERE d.source = $4
      UNION
     SELECT title_stem(f.title) FROM former_title f JOIN document ON document.id = f.document_id
      WHERE f.document_id = $4 AND ${KNOWS_FORMER}`,
    [...viewerParameters(scope), document],
  );
  return rows.map(({ stem }) => stem);
}
