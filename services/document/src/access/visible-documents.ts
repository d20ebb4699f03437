import {
  DOCUMENT_LIMITS,
  type Alias,
  type AuthorAudience,
  type CampaignDocument,
  type DocumentCategory,
  type Portrait,
  type TextState,
} from '@tomekeeper/contracts-document';
import type { SqlReader } from '@tomekeeper/persistence';
import {
  CAN_SEE_PASSAGE,
  canSeeClass,
  hasNarrowPassage,
  isForViewer,
  PARTY_CLASS,
  passagesByAudience,
  VIEWER_CLASSES,
} from '@tomekeeper/visibility';
import type { Scope } from '../memberships/campaign-memberships';
import { OWN_TITLE } from '../passages/audiences/handout-titles';
import { viewerParameters, type OftenReader } from '../passages/visible/visible-passages';
import { isImageVisible } from '../passages/visible/visible-images';
import { IS_NOTE } from '../model/note-key';
import { hasTag, hasTagIn, sharedPaths } from './shared-tags';

// People read documents through this file and a scope alone, so none gets past the rule about spoilers. The one
// exception is a GM of a campaign who finalizes an upload: see uploads.service.ts.

export interface VisibleDocument {
  id: string;
  campaign: string;
  /** For notes of players: the readers apart from the author. */
  author_audience?: AuthorAudience | null;
  /** For notes of players: user id of the author while they are a member. */
  author?: string | null;
  /** For notes of players from an imported archive: the name of the author, '' if it is unknown. */
  imported_author?: string | null;
  original_filename: string;
  s3_key: string;
  content_type: string;
  /** Bytes. */
  size: number;
  is_spoilers: boolean;
  /** To players, the moment since which they see it. */
  created_at: Date;
  tags: string[];
  /** For players: the shared tags that these tags are or are nested in. */
  shared_tags: string[] | null;
  pinned: boolean;
  /** For players of a handout: the category that a GM chose for its readers. */
  category: DocumentCategory | null;
  /** Null unless the viewer sees the picture; for players of a handout the portrait that a GM chose for its readers. */
  portrait: Portrait | null;
  /** For players those for readers. */
  aliases: Alias[];
  updated_at: Date | null;
  /** Whether the reader is a GM of the campaign, and so may change the document. */
  is_managed: boolean;
  /** Whether the reader gets the file: a note has none, and players get none where they see a part of its text only. */
  has_file: boolean;
  /** Extraction state; null before extraction starts, and for players until the text is ready. */
  text_state: TextState | null;
  /** In percent. */
  text_progress: number | null;
  text_pages: number | null;
  /** For GMs, null for players: number of visible passages per viewer, if any passage has its own audience. */
  audiences: NonNullable<CampaignDocument['audiences']> | null;
  /** Title of a partly visible spoiler for players. */
  public_title: string | null;
  /** Who can download the original file of a note; null for documents without one, and for players before its release. */
  original: 'gm' | 'readers' | null;
  /** For GMs: the source of a handout with its own id. */
  source: string | null;
  /** For GMs: the number of handouts with their own ids that some player sees. */
  handouts?: number | null;
  /** Whether players of a Public file do not get it. */
  is_withheld: boolean | null;
  /** Whether the worker cannot re-encode the picture, so that players never get it. */
  is_picture_withheld?: boolean | null;
}

/** Most documents of one answer; a campaign has at most a fifth of that. */
const MAX_LISTED = 10_000;

/** Most documents that are named as alike; the first one says enough. */
const MAX_ALIKE = 3;

const COLUMNS =
  'id, campaign_id AS campaign, original_filename, s3_key, content_type, size::float8 AS size, ' +
  'is_spoilers, tags, pinned, category, author_audience';
/** How far reading the text of each document has come; none of its names is one of a document's. */
export const READINGS = `(
  SELECT document_id, source_key, has_text, state, progress, pages, ever_hidden FROM reading) r
  ON r.document_id = document.id`;
const OWN_TEXT = `CASE WHEN r.source_key = s3_key THEN r.state END AS text_state,
         CASE WHEN r.source_key = s3_key AND r.state = 'reading' THEN r.progress END AS text_progress,
         r.pages AS text_pages`;
/** Players hear of a text when it was shown to them, and of its pages where all of it was. */
const IS_TEXT_SHOWN = 'r.has_text AND text_shown_since = shown_since';
const SHOWN_TEXT = `CASE WHEN ${IS_TEXT_SHOWN} THEN 'ready' END AS text_state, NULL::smallint AS text_progress,
         CASE WHEN ${IS_TEXT_SHOWN} THEN r.pages END AS text_pages`;
/**
 * False if a passage of the present file is, or ever was, hidden, and before extraction has ended, because the file may
 * have secret markup.
 */
export const GETS_FILE = `(NOT ${IS_NOTE} AND NOT file_on_hold AND NOT coalesce(r.ever_hidden, false) AND NOT ${hasNarrowPassage('document.id')})`; /** Since when a player, by their memberships $3, has seen something of a spoiler without a break; also of one that is Public by now. */
const SEEN_SINCE = `(SELECT min(h.since) FROM handout_reader h
   WHERE h.document_id = document.id AND (h.reader = '${PARTY_CLASS}' OR h.reader = ANY ($3::uuid[])))`;
const SINCE = `least(${SEEN_SINCE}, shown_since)`;

/** Picture documents that every player can open. */
const SHARED_PICTURES = `(
  SELECT document.id, document.campaign_id FROM document LEFT JOIN ${READINGS}
   WHERE NOT is_spoilers AND ${GETS_FILE}
     AND NOT EXISTS (SELECT 1 FROM picture p WHERE p.source_key = s3_key AND p.form = 'player'
                        AND p.state IN ('refused', 'failed')))`;

/**
 * The portrait that a column of `document` holds, for viewers who see the picture itself.
 * @param pictures picture documents that the viewer sees
 */
export const portraitIn = (
  column: string,
  pictures: string,
): string => `CASE WHEN document.${column} IS NOT NULL THEN coalesce(
  (SELECT jsonb_build_object('document', o.id) FROM ${pictures} o
    WHERE o.id = document.${column} AND o.campaign_id = document.campaign_id),
  CASE WHEN ${isImageVisible('document.id', `document.${column}`)}
       THEN jsonb_build_object('image', document.${column}) END) END`;

const ALIASES_OF_READERS = `(
  SELECT coalesce(jsonb_agg(a.alias ORDER BY a.nth), '[]') FROM jsonb_array_elements(aliases) WITH ORDINALITY AS a (alias, nth)
   WHERE a.alias ->> 'audience' = 'readers')`;

/** The original file of `document` as a version `v`. */
const ORIGINAL = `SELECT CASE WHEN v.released_at IS NULL THEN 'gm' ELSE 'readers' END
  FROM document_version v WHERE v.document_id = document.id AND v.is_original`;
/** Triggers end the release where text of the file is hidden; secrets that were written later are not in it. */
const RELEASED_ORIGINAL = `${ORIGINAL} AND v.released_at IS NOT NULL LIMIT 1`;

/** Counts passages only for documents with passages that have their own audience. */
const AUDIENCES = `LATERAL (
  SELECT ${passagesByAudience('document')} AS counts
    FROM passage_count p WHERE p.document_id = document.id
  HAVING count(p.audience_class) > 0) a ON true`;
const FACTS_FOR_GMS = `a.counts AS audiences,
         CASE WHEN is_spoilers AND EXISTS (SELECT 1 FROM handout_reader h WHERE h.document_id = document.id)
              THEN (SELECT h.public_title FROM handout h WHERE h.document_id = document.id) END AS public_title,
         (${ORIGINAL} LIMIT 1) AS original, source_id AS source,
         (SELECT nullif(count(*), 0)::int FROM document h WHERE h.source_id = document.id
             AND EXISTS (SELECT 1 FROM handout_reader r WHERE r.document_id = h.id)) AS handouts,
         NOT is_spoilers AND NOT ${IS_NOTE} AND NOT ${GETS_FILE} AS is_withheld,
         EXISTS (SELECT 1 FROM picture p WHERE p.source_key = s3_key AND p.form = 'player'
                    AND p.state IN ('refused', 'failed')) AS is_picture_withheld, NULL::text[] AS shared_tags`;
const noFactsForGms = (original: string): string =>
  `NULL::jsonb AS audiences, NULL AS public_title, ${original} AS original, ` +
  'NULL::uuid AS source, NULL::int AS handouts, ' +
  'NULL::boolean AS is_withheld, ' +
  'NULL::boolean AS is_picture_withheld';
/** Null for spoilers, because the folder of a source may reveal facts that are hidden from readers of its handout. */
const SHARED_TAGS = `CASE WHEN tags <> '{}' THEN ARRAY(
  SELECT s.tag FROM shared_tag s
   WHERE s.campaign_id = document.campaign_id AND ${hasTagIn('document.tags', 's.tag')}) END`;
const IS_PLAYED =
  'document.campaign_id = ANY ($2::uuid[]) AND NOT document.campaign_id = ANY ($1::uuid[])';

/** Spoilers of which a player sees at least one passage: to them each is a note that is all there is. */
const HANDOUTS = `
  SELECT document.id, document.campaign_id, ${OWN_TITLE}, '', '', 0::float8, false, '{}'::text[], false, public_category, NULL::text,
         ${portraitIn('public_portrait', SHARED_PICTURES)}, '[]'::jsonb, NULL::timestamptz,
         s.since, false, false, 'ready', NULL::smallint, NULL::int, ${noFactsForGms('NULL')}, NULL::text[]
    FROM document JOIN handout t ON t.document_id = document.id
   CROSS JOIN LATERAL (SELECT ${SEEN_SINCE} AS since) s
   WHERE ${IS_PLAYED} AND document.is_spoilers AND ${isForViewer('document')} AND s.since IS NOT NULL
     AND EXISTS (SELECT 1 FROM passage p WHERE p.document_id = document.id AND p.audience_class = ANY (${VIEWER_CLASSES}))`;

/** Rows of documents in scope. Only files in this folder may query them. */
export const VISIBLE = `
  SELECT ${COLUMNS}, ${portraitIn('portrait', 'document')} AS portrait, aliases, updated_at, created_at, true AS is_managed, NOT ${IS_NOTE} AS has_file, ${OWN_TEXT}, ${FACTS_FOR_GMS}
    FROM document LEFT JOIN ${READINGS} LEFT JOIN ${AUDIENCES} WHERE campaign_id = ANY ($1::uuid[])
  UNION ALL
  SELECT ${COLUMNS}, ${portraitIn('portrait', SHARED_PICTURES)}, ${ALIASES_OF_READERS}, updated_at, ${SINCE}, false, ${GETS_FILE}, ${SHOWN_TEXT},
         ${noFactsForGms(`(${RELEASED_ORIGINAL})`)}, ${SHARED_TAGS}
    FROM document LEFT JOIN ${READINGS}
   WHERE ${IS_PLAYED} AND NOT is_spoilers AND ${isForViewer('document')}
  UNION ALL ${HANDOUTS}`;

/** Whether every player can open a picture document. */
export async function isSharedPicture(db: SqlReader, id: string): Promise<boolean> {
  return (await db.query(`SELECT 1 FROM ${SHARED_PICTURES} o WHERE o.id = $1`, [id])).length > 0;
}

/** All documents in scope, newest first; for players by time of reveal. Without handouts for GMs, who find their text in the source. */
export function visibleDocuments(db: SqlReader, scope: Scope): Promise<VisibleDocument[]> {
  return db.query<VisibleDocument>(
    `SELECT * FROM (${VISIBLE}) d WHERE source IS NULL ORDER BY created_at DESC, id DESC LIMIT ${MAX_LISTED}`,
    viewerParameters(scope),
  );
}

/** Public documents that players see in a folder of tags. The same for all players: handouts are in no folder. */
export async function documentsInSharedFolder(
  db: SqlReader,
  campaign: string,
  tag: string,
): Promise<string[]> {
  const rows = await db.query<{ id: string; tags: string[]; shared_tags: string[] }>(
    `SELECT id, tags, ${SHARED_TAGS} AS shared_tags FROM document
      WHERE campaign_id = $1 AND NOT is_spoilers AND tags <> '{}' ORDER BY id`,
    [campaign],
  );
  return rows
    .filter(({ tags, shared_tags }) => hasTag(sharedPaths(tags, shared_tags), tag))
    .map(({ id }) => id);
}

/** Whether there is anything in scope. */
export async function seesAnything(db: SqlReader, scope: Scope): Promise<boolean> {
  const rows = await db.query(`SELECT FROM (${VISIBLE}) d LIMIT 1`, viewerParameters(scope));
  return rows.length > 0;
}

/** Filters documents to those in scope, in list order. */
export function visibleAmong(
  db: SqlReader,
  scope: Scope,
  ids: readonly string[],
): Promise<Pick<VisibleDocument, 'id' | 'original_filename'>[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.query(
    `SELECT id, original_filename FROM (${VISIBLE}) d WHERE id = ANY ($4::uuid[]) AND source IS NULL
      ORDER BY created_at DESC, id DESC`,
    [...viewerParameters(scope), ids],
  );
}

/** The document of a show. */
export interface ShownDocument extends VisibleDocument {
  /** The id of the show. */
  show: string;
  shown_at: Date;
  /** Shown passages that are unchanged since; null if the whole document is shown. */
  passages: string[] | null;
}

/** Passages of show `s` that the viewer could see without interruption since its start. */
const SHOWN_PASSAGES = `CASE WHEN s.passages IS NOT NULL THEN ARRAY(
  SELECT u.id FROM unnest(s.passages) WITH ORDINALITY AS u (id, nth)
   WHERE NOT EXISTS (SELECT 1 FROM ledger_passage l JOIN ledger_entry e ON e.id = l.entry_id
                      WHERE l.passage_id = u.id AND e.at > s.at
                        AND NOT ${canSeeClass('l.class_after', 's.is_public')})
   ORDER BY u.nth) END`;

/** Latest show for players. A document hidden and revealed again is visible, but no longer shown. */
export async function currentShow(db: SqlReader, scope: Scope): Promise<ShownDocument | undefined> {
  const [row] = await db.query<ShownDocument>(
    `SELECT d.*, s.id AS show, s.at AS shown_at, ${SHOWN_PASSAGES} AS passages
       FROM (SELECT h.*, NOT b.is_spoilers AS is_public FROM show h JOIN document b ON b.id = h.document_id) s
       JOIN (${VISIBLE}) d ON d.id = s.document_id
      WHERE NOT d.is_managed AND s.campaign_id = ANY ($2::uuid[])
        AND s.at > now() - interval '${DOCUMENT_LIMITS.showMinutes} minutes'
        AND s.at >= d.created_at
      ORDER BY s.at DESC LIMIT 1`,
    viewerParameters(scope),
  );
  return row;
}

export async function visibleDocument(
  db: OftenReader,
  scope: Scope,
  id: string,
): Promise<VisibleDocument | undefined> {
  const [row] = await db.queryOften<VisibleDocument>(`SELECT * FROM (${VISIBLE}) d WHERE id = $4`, [
    ...viewerParameters(scope),
    id,
  ]);
  return row;
}

/** Maximum number of new documents counted per campaign. */
const MAX_NEWEST = 20;

/** Documents of which a player sees, or saw while they were spoilers, something. */
const SEEN_ONCE = `SELECT h.document_id FROM handout_reader h
  WHERE h.campaign_id = c.id AND (h.reader = '${PARTY_CLASS}' OR h.reader = ANY ($3::uuid[]))`;

/** A document that players have begun to see. */
export interface NewestVisible {
  campaign: string;
  id: string;
  shown_at: Date;
}

/** Latest visible documents in the campaigns where the user is a player. */
export function newestVisible(
  db: SqlReader,
  { played, memberships }: Scope,
): Promise<NewestVisible[]> {
  return db.query<NewestVisible>(
    `SELECT d.campaign, d.id, d.shown_at FROM unnest($2::uuid[]) AS c (id)
      CROSS JOIN LATERAL (
        SELECT n.* FROM (
          (SELECT campaign_id AS campaign, id, shown_since AS shown_at FROM document
            WHERE campaign_id = c.id AND NOT is_spoilers AND ${SEEN_SINCE} IS NULL
            ORDER BY shown_since DESC, id DESC LIMIT ${MAX_NEWEST})
          UNION ALL
          SELECT campaign, id, created_at FROM (${VISIBLE}) v
           WHERE campaign = c.id AND id IN (${SEEN_ONCE})) n
         ORDER BY n.shown_at DESC, n.id DESC LIMIT ${MAX_NEWEST}) d
      ORDER BY d.shown_at DESC, d.id DESC`,
    viewerParameters({ managed: [], played, ...(memberships && { memberships }) }),
  );
}

/** A document on the overview of a campaign. */
export interface OverviewRow extends VisibleDocument {
  /** For players: whether a visible passage is for chosen players only. */
  not_for_whole_party: boolean;
}

/** The given documents that are in scope, in any order. */
export function visibleOnOverview(
  db: SqlReader,
  scope: Scope,
  ids: readonly string[],
): Promise<OverviewRow[]> {
  return db.query<OverviewRow>(
    `SELECT v.*, NOT v.is_managed AND EXISTS (
              SELECT 1 FROM passage_count p JOIN document d ON d.id = p.document_id
               WHERE p.document_id = v.id AND p.audience_class <> '${PARTY_CLASS}'
                 AND ${CAN_SEE_PASSAGE}) AS not_for_whole_party
       FROM (${VISIBLE}) v WHERE v.id = ANY ($4::uuid[])`,
    [...viewerParameters(scope), ids],
  );
}

/** Ids of pinned documents by title, and of the latest changes. Without handouts. */
export async function pinnedAndChanged(
  db: SqlReader,
  campaign: string,
  limit: number,
): Promise<{ pinned: string[]; changed: string[] }> {
  const [row] = await db.query<{ pinned: string[]; changed: string[] }>(
    `SELECT ARRAY(SELECT id FROM document WHERE campaign_id = $1 AND source_id IS NULL AND pinned
                   ORDER BY lower(original_filename), id LIMIT $2) AS pinned,
            ARRAY(SELECT id FROM document WHERE campaign_id = $1 AND source_id IS NULL
                   ORDER BY coalesce(updated_at, created_at) DESC, id DESC LIMIT $2) AS changed`,
    [campaign, limit],
  );
  return row ?? { pinned: [], changed: [] };
}

/** State of a document's image. */
export interface VisibleThumbnail {
  id: string;
  has_file: boolean;
  content_type: string;
  /** Null before the file is processed, and for files without an image. */
  state: 'waiting' | 'ready' | 'refused' | 'failed' | null;
  picture_key: string | null;
}

/** Limited to documents in scope, so that thumbnails of hidden documents stay hidden. */
export function visibleThumbnails(
  db: SqlReader,
  scope: Scope,
  ids: readonly string[],
): Promise<VisibleThumbnail[]> {
  return db.query<VisibleThumbnail>(
    `SELECT d.id, d.has_file, d.content_type, p.state, p.picture_key
       FROM (${VISIBLE}) d LEFT JOIN picture p ON p.source_key = d.s3_key AND p.form = 'thumbnail'
      WHERE d.id = ANY ($4::uuid[]) ORDER BY d.created_at DESC, d.id DESC`,
    [...viewerParameters(scope), ids],
  );
}

/**
 * Duplicates of a file in campaigns that the viewer manages: equal content, or equal name and size for documents
 * without a content hash. Always empty for players.
 */
export function duplicateDocuments(
  db: SqlReader,
  { managed }: Pick<Scope, 'managed'>,
  file: { fingerprint: string; name: string; size: number },
): Promise<Pick<VisibleDocument, 'id' | 'original_filename'>[]> {
  return db.query(
    `SELECT id, original_filename FROM document
      WHERE campaign_id = ANY ($1::uuid[]) AND NOT ${IS_NOTE}
        AND (content_fingerprint = $2
             OR content_fingerprint IS NULL AND original_filename = $3 AND size = $4)
      ORDER BY created_at DESC, id DESC LIMIT ${MAX_ALIKE}`,
    [managed, file.fingerprint, file.name, file.size],
  );
}
