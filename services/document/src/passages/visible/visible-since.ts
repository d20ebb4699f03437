import { VISIBLE_SINCE_LIMITS, type VisibleSinceQuery } from '@tomekeeper/contracts-document';
import type { SqlReader } from '@tomekeeper/persistence';
import {
  CAN_SEE_PASSAGE,
  canSeeClass,
  CURRENT_CLASS,
  GM_CLASS,
  PARTY_CLASS,
} from '@tomekeeper/visibility';
import type { Scope } from '../../memberships/campaign-memberships';
import { IS_NOTE, viewerParameters } from './visible-passages';

// Since when passages are visible without interruption, for sessions: to a player, or for GMs to any player.

export interface VisibleSinceRequest {
  campaign: string;
  /** Undefined for named passages. */
  span: { from: Date; until: Date | undefined; keep: VisibleSinceQuery['keep'] } | undefined;
  /** For GMs a passage of a handout counts as its source. */
  passages: readonly string[] | undefined;
}

interface PassageMoment {
  id: string;
  at: Date;
}

/** Differences between a player and the GMs, as SQL. */
interface Perspective {
  /** Whether the viewer may see passages of document `d`; decided without its passages. */
  canSeeDocument: string;
  /** Whether the viewer sees passage `p` of document `d`, for GMs whether any player does. */
  isVisible: string;
  /** Whether the viewer saw a class at the time of ledger entry `e` about `d`. */
  sawThen: (audienceClass: string) => string;
  /** Whether ledger row `l` shows content to further players after the first; counts as another moment. */
  isWidened: string;
  /** Members whose start of visibility counts. */
  isReader: string;
  id: string;
}

const IS_PUBLIC_THEN = '(NOT d.is_spoilers AND e.at >= d.shown_since)';
const membersOf = (audienceClass: string) =>
  `(SELECT c.memberships FROM audience_class c WHERE c.id = ${audienceClass})`;

const IS_OWN_READER = `h.reader = ANY ($3::uuid[] || '${PARTY_CLASS}'::uuid)`;

const asPlayer = (): Perspective => ({
  // The passages of hidden documents must not cost time, because the caller has a timeout.
  canSeeDocument: `(NOT d.is_spoilers
    OR EXISTS (SELECT 1 FROM handout_reader h WHERE h.document_id = d.id AND ${IS_OWN_READER}))`,
  isVisible: CAN_SEE_PASSAGE,
  sawThen: (audienceClass) => canSeeClass(audienceClass, IS_PUBLIC_THEN),
  isWidened: 'false',
  isReader: IS_OWN_READER,
  id: 'p.id',
});

const asGm = (): Perspective => ({
  canSeeDocument: 'true',
  isVisible: `${CAN_SEE_PASSAGE} AND ${CURRENT_CLASS} <> '${GM_CLASS}'`,
  sawThen: (audienceClass) =>
    `(CASE WHEN ${audienceClass} IS NULL THEN ${IS_PUBLIC_THEN} ELSE ${audienceClass} <> '${GM_CLASS}' END)`,
  isWidened: `(l.class_after = '${PARTY_CLASS}' AND l.class_before <> '${PARTY_CLASS}'
    OR NOT ${membersOf('l.class_after')} <@ ${membersOf('l.class_before')})`,
  isReader: 'true',
  id: 'coalesce(p.source_id, p.id)',
});

/** Kinds of passages that tell about events. */
const KINDS = "'paragraph', 'list_item', 'quote', 'callout'";

/** Documents with a change since the beginning of the span, or with the named passages. */
const documentsOf = ({ canSeeDocument }: Perspective): string => `
  SELECT d.id, d.campaign_id, d.author_audience, d.is_spoilers, d.shown_since, d.text_shown_since, ${IS_NOTE} AS is_note
    FROM document d
   WHERE d.campaign_id = $4 AND d.author_audience IS NULL AND ${canSeeDocument}
     AND NOT EXISTS (SELECT 1 FROM recap r WHERE r.document_id IN (d.id, d.source_id))
     AND CASE WHEN $7::uuid[] IS NOT NULL
           THEN EXISTS (SELECT 1 FROM passage b WHERE b.document_id = d.id AND (b.id = ANY ($7) OR b.source_id = ANY ($7)))
           ELSE d.shown_since >= $5::timestamptz
                OR EXISTS (SELECT 1 FROM ledger_entry e WHERE e.document_id = d.id AND e.at >= $5)
                OR EXISTS (SELECT 1 FROM passage b WHERE b.document_id = d.id AND b.born_at >= $5) END`;

/**
 * Passages that the viewer sees, with the start of their uninterrupted visibility, in order of time. Recaps and notes of players are
 * left out. The text of a file counts from its document, because the time of the extraction depends on the load.
 */
export async function visibleSince(
  db: SqlReader,
  scope: Scope,
  { campaign, span, passages }: VisibleSinceRequest,
): Promise<PassageMoment[]> {
  const perspective = scope.managed.length > 0 ? asGm() : asPlayer();
  const { isVisible, sawThen, isWidened, isReader, id } = perspective;
  const kept = span?.keep === 'latest' ? 'DESC' : 'ASC';
  const begins = `${sawThen('l.class_after')} AND NOT ${sawThen('l.class_before')}`;
  return db.query<PassageMoment>(
    `WITH docs AS MATERIALIZED (${documentsOf(perspective)}),
     visible AS (
       SELECT ${id} AS id, p.document_id, p.position, s.began, s.widened,
              greatest(
                CASE WHEN p.audience_class IS NULL OR s.began IS NULL AND NOT d.is_spoilers THEN d.shown_since
                     ELSE (SELECT min(h.since) FROM handout_reader h WHERE h.document_id = d.id AND ${isReader}) END,
                CASE WHEN d.is_note THEN p.born_at END, s.began) AS since
         FROM docs d JOIN passage p ON p.document_id = d.id
        CROSS JOIN LATERAL (
          SELECT max(e.at) FILTER (WHERE ${begins}) AS began, max(e.at) FILTER (WHERE ${isWidened}) AS widened
            FROM ledger_passage l JOIN ledger_entry e ON e.id = l.entry_id
           WHERE l.passage_id = p.id AND e.act <> 'show') s
        WHERE ${isVisible}
          AND CASE WHEN $7::uuid[] IS NULL THEN p.kind IN (${KINDS}) AND p.text <> '' ELSE ${id} = ANY ($7) END),
     moments AS (
       SELECT DISTINCT ON (v.id) v.id, v.document_id, v.position, m.at
         FROM visible v CROSS JOIN LATERAL (VALUES (v.since), (greatest(v.since, v.widened))) m (at)
        WHERE $7::uuid[] IS NOT NULL OR m.at >= $5 AND ($6::timestamptz IS NULL OR m.at < $6)
        ORDER BY v.id, m.at, v.document_id),
     counted AS (
       SELECT *, row_number() OVER (PARTITION BY document_id, at ORDER BY position, id) AS nth FROM moments)
     SELECT id, at FROM (
       SELECT * FROM counted WHERE $7::uuid[] IS NOT NULL OR nth <= ${VISIBLE_SINCE_LIMITS.perReveal}
        ORDER BY at ${kept}, document_id ${kept}, position ${kept}, id ${kept}
        LIMIT CASE WHEN $7::uuid[] IS NULL THEN ${VISIBLE_SINCE_LIMITS.span} ELSE ${VISIBLE_SINCE_LIMITS.passages} END) kept
      ORDER BY at, document_id, position, id`,
    [
      ...viewerParameters(scope),
      campaign,
      span?.from ?? null,
      span?.until ?? null,
      passages ?? null,
    ],
  );
}
