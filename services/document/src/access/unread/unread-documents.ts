import { NEWS_LIMITS, type NewsItem } from '@tomekeeper/contracts-document';
import type { SqlReader } from '@tomekeeper/persistence';
import { FOR_GMS_CLASS, isForViewer, PARTY_CLASS } from '@tomekeeper/visibility';
import type { Member } from '../../memberships/campaign-memberships';
import { passagesVisibleIn } from '../../passages/visible/visible-news';
import { viewerParameters } from '../../passages/visible/visible-passages';
import { allReaders, readerParameters, readers, turnedOff, UNTIL } from './news-readers';
import { SHARED_SINCE } from '../player-note-scope';
import { VISIBLE } from '../visible-documents';
import { isRecap } from '../visible-recaps';

// News are not stored: they are computed from the documents that a reader sees now and has not opened, so that they cannot contain hidden
// text.

/** An unread document, or a known one with new passages or comments, in a campaign. */
export interface UnreadDocument extends Omit<NewsItem, 'at' | 'passages'> {
  campaign: string;
  at: Date;
  passages: number | null;
}

/**
 * Documents in which something may have changed for player `w` since they opened them. Considers only documents that the player sees, so
 * that the number of hidden ones does not influence the response time.
 */
const CHANGED = `
  SELECT DISTINCT s.id
    FROM (SELECT d.id, d.shown_since AS since FROM document d WHERE d.campaign_id = w.campaign AND NOT d.is_spoilers
          UNION ALL
          SELECT h.document_id, h.since FROM handout_reader h
           WHERE h.campaign_id = w.campaign AND h.reader IN ('${PARTY_CLASS}', w.reader)) s
    LEFT JOIN document_read k ON k.document_id = s.id AND k.reader = w.reader
   CROSS JOIN LATERAL (SELECT greatest(w.since, k.at) AS read_at) t
   WHERE s.since > t.read_at
      OR (SELECT n.saved_at FROM note n WHERE n.document_id = s.id) > t.read_at
      OR (SELECT e.at FROM ledger_entry e WHERE e.document_id = s.id ORDER BY e.number DESC LIMIT 1) > t.read_at`;

/** Unread documents of GMs, for players, latest first. @param delay minimum age in seconds */
export async function unreadDocuments(
  db: SqlReader,
  players: readonly Member[],
  delay: number,
): Promise<UnreadDocument[]> {
  const changed = await db.query<{ id: string }>(
    `SELECT c.id FROM (${allReaders(1)}) w CROSS JOIN LATERAL (${CHANGED}) c`,
    readerParameters(players),
  );
  if (changed.length === 0) return [];
  const scope = {
    managed: [],
    played: players.map(({ campaign }) => campaign),
    memberships: players.map(({ reader }) => reader),
  };
  return db.query<UnreadDocument>(
    `WITH visible AS MATERIALIZED (
       SELECT v.campaign, v.id, v.original_filename AS title, v.created_at AS shown_at, c.kind,
              greatest(w.since, k.at) AS read_at
         FROM (${VISIBLE}) v JOIN (${allReaders(4)}) w ON w.campaign = v.campaign
         LEFT JOIN document_read k ON k.document_id = v.id AND k.reader = w.reader
        CROSS JOIN LATERAL (SELECT CASE WHEN ${isRecap('v.id')} THEN 'recap' ELSE 'document' END AS kind) c
        WHERE v.id = ANY ($7::uuid[]) AND NOT ${turnedOff('c.kind')}),
     unread AS (
       SELECT campaign, id, kind, title, shown_at AS at, NULL::int AS passages FROM visible
        WHERE shown_at > read_at AND shown_at <= ${UNTIL}
       UNION ALL
       SELECT v.campaign, v.id, v.kind, v.title, n.at, n.passages
         FROM visible v CROSS JOIN LATERAL (
           SELECT max(a.at) AS at, least(count(*), ${NEWS_LIMITS.passages})::int AS passages
             FROM (${passagesVisibleIn('v.id', 'v.read_at', UNTIL)}) a
            WHERE v.shown_at <= v.read_at) n
        WHERE n.passages > 0),
     numbered AS (
       SELECT *, row_number() OVER (PARTITION BY campaign ORDER BY at DESC, id DESC) AS nth FROM unread)
     SELECT campaign, id AS document, kind, title, at, passages FROM numbered
      WHERE nth <= ${NEWS_LIMITS.perCampaign} ORDER BY at DESC, id DESC`,
    [...viewerParameters(scope), ...readerParameters(players), changed.map(({ id }) => id), delay],
  );
}

/**
 * Unread notes that players shared with a reader, latest first.
 * @param members of one person; all of them GMs, or all of them players
 */
export async function unreadPlayerNotes(
  db: SqlReader,
  members: readonly Member[],
  { isGm, person, delay }: { isGm: boolean; person: string; delay: number },
): Promise<UnreadDocument[]> {
  if (members.length === 0) return [];
  const scope = { managed: [], played: [], memberships: isGm ? [FOR_GMS_CLASS] : [] };
  return db.query<UnreadDocument>(
    `SELECT campaign, document, 'note' AS kind, title, at, NULL::int AS passages FROM (
       SELECT w.campaign, d.id AS document, d.original_filename AS title, ${SHARED_SINCE} AS at,
              row_number() OVER (PARTITION BY w.campaign ORDER BY ${SHARED_SINCE} DESC, d.id DESC) AS nth
         FROM (${readers('note', 4)}) w JOIN notebook n ON n.campaign_id = w.campaign
         JOIN document d ON d.campaign_id = n.membership_id
         LEFT JOIN document_read k ON k.document_id = d.id AND k.reader = w.reader
        WHERE n.import_id IS NULL AND n.person IS DISTINCT FROM $7 AND NOT d.campaign_id = ANY ($1::uuid[] || $2::uuid[])
          AND NOT d.is_spoilers AND ${isForViewer('d')} AND ${SHARED_SINCE} > greatest(w.since, k.at)
          AND ${SHARED_SINCE} <= ${UNTIL}) u
      WHERE nth <= ${NEWS_LIMITS.perCampaign} ORDER BY at DESC, document DESC`,
    [...viewerParameters(scope), ...readerParameters(members), person, delay],
  );
}
