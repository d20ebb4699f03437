import type { Mutant } from '@tomekeeper/testing';
import type { Attack } from './attacks/scene';
import type { Step } from './steps';

// Source files and expressions of mutants, and the checks that detect them.

/**
 * A mutant with the steps that are played while it is on, or the attack that it enables. Without either, players only
 * send requests.
 */
export type SpoilerMutant = Mutant & { life?: readonly Step[]; attack?: Attack };

/** Detects mutants by events during the game master's actions. */
export const HINTS = 'hints';
/** Detects mutants by search waiting for changes that take no content, or not waiting for those that do. */
export const TAKINGS = 'takings';
/** Detects mutants by an attack. */
export const ATTACK = 'attack';
/** Detects mutants by requests of a former player. */
export const WHO_LEFT = 'who left';
export const [LISTS, FILES, PICTURES] = [
  'GET /api/documents',
  'GET /api/documents/{id}/content',
  'GET /api/documents/thumbnails',
] as const;

export const SQL = 'access/visible-documents';
export const ACCESS = 'access/document-access';
export const OWNED = 'documents/owned-documents.service';
export const SERVICE = 'documents/documents.service';
export const TRASH = 'trash/trash.service';
export const VERSIONS = 'versions/versions.service';

export const LIST =
  '`SELECT * FROM (${VISIBLE}) d WHERE source IS NULL ORDER BY created_at DESC, id DESC LIMIT ${MAX_LISTED}`';
export const ONE = '`SELECT * FROM (${VISIBLE}) d WHERE id = $4`';
export const THUMBNAILS = `\`SELECT d.id, d.has_file, d.content_type, p.state, p.picture_key
       FROM (\${VISIBLE}) d LEFT JOIN picture p ON p.source_key = d.s3_key AND p.form = 'thumbnail'
      WHERE d.id = ANY ($4::uuid[]) ORDER BY d.created_at DESC, d.id DESC\``;
export const NEWEST = `\`SELECT d.campaign, d.id, d.shown_at FROM unnest($2::uuid[]) AS c (id)
      CROSS JOIN LATERAL (
        SELECT n.* FROM (
          (SELECT campaign_id AS campaign, id, shown_since AS shown_at FROM document
            WHERE campaign_id = c.id AND NOT is_spoilers AND \${SEEN_SINCE} IS NULL
            ORDER BY shown_since DESC, id DESC LIMIT \${MAX_NEWEST})
          UNION ALL
          SELECT campaign, id, created_at FROM (\${VISIBLE}) v
           WHERE campaign = c.id AND id IN (\${SEEN_ONCE})) n
         ORDER BY n.shown_at DESC, n.id DESC LIMIT \${MAX_NEWEST}) d
      ORDER BY d.shown_at DESC, d.id DESC\``;
export const ON_OVERVIEW = `\`SELECT v.*, NOT v.is_managed AND EXISTS (
              SELECT 1 FROM passage_count p JOIN document d ON d.id = p.document_id
               WHERE p.document_id = v.id AND p.audience_class <> '\${PARTY_CLASS}'
                 AND \${CAN_SEE_PASSAGE}) AS not_for_whole_party
       FROM (\${VISIBLE}) v WHERE v.id = ANY ($4::uuid[])\``;
export const LEAKY =
  "${VISIBLE.replace('AND NOT is_spoilers', '').replace(SINCE, 'coalesce(shown_since, created_at)')}";
/** Passage rule that ignores the audience. */
export const OPEN = 'CAN_SEE_PASSAGE.replace("p.audience_class IS NULL", "true")';
export const SHOWN = `\`SELECT d.*, s.id AS show, s.at AS shown_at, \${SHOWN_PASSAGES} AS passages
       FROM (SELECT h.*, NOT b.is_spoilers AS is_public FROM show h JOIN document b ON b.id = h.document_id) s
       JOIN (\${VISIBLE}) d ON d.id = s.document_id
      WHERE NOT d.is_managed AND s.campaign_id = ANY ($2::uuid[])
        AND s.at > now() - interval '\${DOCUMENT_LIMITS.showMinutes} minutes'
        AND s.at >= d.created_at
      ORDER BY s.at DESC LIMIT 1\``;
export const SEEN = 'await visibleDocument(this.uow, scope, id)';
/** The passage rule and its derived queries. */
export const PASSAGES = 'passages/visible/visible-passages';
export const [WINDOW, OUTLINE, IMAGES] = [
  'passages/visible/visible-window',
  'passages/visible/visible-outline',
  'passages/visible/visible-images',
] as const;
/** Documents with Spoilers documents among them, as if they were visible since their creation. */
export const LEAKY_SINCE =
  "VISIBLE.replace('AND NOT is_spoilers', '').replaceAll(', shown_since)', ', coalesce(shown_since, created_at))')";
export const UNREAD = 'access/unread/unread-documents';
export const UNREAD_COMMENTS = 'access/unread/unread-comments';
export const NEW_PASSAGES = 'passages/visible/visible-news';
export const HIDDEN = 'await visibleDocument(this.uow, { managed: scope.played, played: [] }, id)';
export const SEEN_WITH_HIDDEN = `await (async () => {
  const scope = await this.memberships.scopeOf(user);
  const own = await this.findVisible(user, id).catch(() => undefined);
  return { document: (${HIDDEN}) ?? own!.document, scope };
})()`;

/** Replaces chosen players by all players. */
export const FOR_ALL =
  "CAN_SEE_PASSAGE.replaceAll('c.memberships && $3', 'true OR c.memberships && $3')";
export const COMMENTS = 'passages/visible/visible-comments';
export const COMMENTED_BY = 'WHERE d.id = $5 AND ${';
export const NEW_COMMENTS = 'passages/visible/visible-new-comments';
export const READ_BY = 'WHERE p.document_id = d.id AND ${';
export const COUNTED_BY = 'WHERE d.id = ${document} AND p.document_id = d.id AND ${';
export const NAMED = "VISIBLE.replace(OWN_TITLE, 'document.original_filename')";
/** Replaces the category for readers of a handout by the category of its source. */
export const CATEGORIZED = "VISIBLE.replace('false, public_category,', 'false, category,')";
/** Players get every alias. */
export const NAMED_ALIKE = "VISIBLE.replaceAll(\"WHERE a.alias ->> 'audience' = 'readers'\", '')";
/** Portraits of hidden pictures are sent to players. */
export const PICTURED = "VISIBLE.replaceAll('WHERE NOT is_spoilers AND', 'WHERE')";
export const OF_OTHERS = `VISIBLE.replaceAll('h.reader = ANY ($3::uuid[])', 'true OR h.reader = ANY ($3::uuid[])')
  .replace(\`p.audience_class = ANY (\${VIEWER_CLASSES})\`, 'p.audience_class IS NOT NULL')`;
