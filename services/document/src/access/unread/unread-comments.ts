import { isGm } from '@tomekeeper/contracts-campaign';
import { NEWS_LIMITS } from '@tomekeeper/contracts-document';
import type { SqlReader } from '@tomekeeper/persistence';
import type { Member } from '../../memberships/campaign-memberships';
import { newComments } from '../../passages/visible/visible-new-comments';
import { viewerParameters } from '../../passages/visible/visible-passages';
import { readerParameters, readers, UNTIL } from './news-readers';
import type { UnreadDocument } from './unread-documents';
import { VISIBLE } from '../visible-documents';

/** Documents with unread comments for a person, latest comment first. @param delay minimum age in seconds */
export async function unreadComments(
  db: SqlReader,
  members: readonly Member[],
  { person, delay }: { person: string; delay: number },
): Promise<UnreadDocument[]> {
  if (members.length === 0) return [];
  const gms = members.filter(({ role }) => isGm(role));
  const players = members.filter(({ role }) => !isGm(role));
  const scope = {
    managed: gms.map(({ campaign }) => campaign),
    played: players.map(({ campaign }) => campaign),
    memberships: players.map(({ reader }) => reader),
  };
  return db.query<UnreadDocument>(
    `WITH unread AS MATERIALIZED (
       SELECT w.campaign, n.document, max(n.at) AS at, least(count(*), ${NEWS_LIMITS.comments})::int AS comments,
              (array_agg(n.passage ORDER BY n.at DESC, n.id DESC))[1] AS passage,
              row_number() OVER (PARTITION BY w.campaign ORDER BY max(n.at) DESC, n.document DESC) AS nth
         FROM (${readers('comment', 4)}) w CROSS JOIN LATERAL (${newComments('$7', UNTIL)}) n
         LEFT JOIN document_read k ON k.document_id = n.document AND k.reader = w.reader
        WHERE n.at > greatest(w.since, k.at)
        GROUP BY w.campaign, n.document)
     SELECT u.campaign, u.document, 'comment' AS kind, v.original_filename AS title, u.at, NULL::int AS passages,
            u.comments, u.passage
       FROM unread u JOIN (${VISIBLE}) v ON v.id = u.document
      WHERE v.id = ANY (ARRAY(SELECT document FROM unread)) AND u.nth <= ${NEWS_LIMITS.perCampaign}
      ORDER BY u.at DESC, u.document DESC`,
    [...viewerParameters(scope), ...readerParameters(members), person, delay],
  );
}
