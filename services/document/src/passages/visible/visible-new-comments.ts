import { CAN_SEE_PASSAGE, canSeeComment } from '@tomekeeper/visibility';
import { isOwnComment } from './visible-comments';

/**
 * Whether reader `w` has opened the document since. Repeats a condition of the caller before the visibility rule, which is
 * costly for thousands of comments. Handouts are read in their source.
 */
const READ_ALREADY = `
  SELECT 1 FROM document_read k JOIN document d ON d.id = k.document_id AND d.source_id IS NULL
   WHERE k.document_id = c.document_id AND k.reader = w.reader AND k.at >= c.created_at`;

/**
 * Comments that may be news to reader `w`: on passages that they commented on before, and to GMs all comments of players.
 * @param person parameter with the user id of the reader
 */
const candidates = (person: string): string => `
  SELECT c.* FROM (
           SELECT o.passage_id, min(o.created_at) AS since FROM comment o
            WHERE o.campaign_id = w.campaign AND o.person = ${person}::uuid AND ${isOwnComment('o', person)}
            GROUP BY o.passage_id) own
    JOIN comment c ON c.passage_id = own.passage_id AND c.created_at > greatest(own.since, w.since)
  UNION
  SELECT c.* FROM comment c
   WHERE c.campaign_id = w.campaign AND NOT c.is_by_gm AND w.campaign = ANY ($1::uuid[]) AND c.created_at > w.since
     AND NOT EXISTS (${READ_ALREADY})`;

/**
 * Visible comments of others that are news to reader `w`: document, passage, id and time. A comment in a handout is in the source for
 * its GMs, who read it there.
 */
export const newComments = (person: string, until: string): string => `
  SELECT coalesce(s.document_id, d.id) AS document, coalesce(s.id, p.id) AS passage, c.id, c.created_at AS at
    FROM (${candidates(person)}) c JOIN passage p ON p.id = c.passage_id AND p.document_id = c.document_id
    JOIN document d ON d.id = p.document_id
    LEFT JOIN passage s ON s.id = p.source_id AND d.campaign_id = ANY ($1::uuid[])
   WHERE c.import_id IS NULL AND c.person IS DISTINCT FROM ${person}::uuid AND c.created_at <= ${until}
     AND NOT EXISTS (SELECT 1 FROM comments_off f WHERE f.campaign_id = c.campaign_id)
     AND ${CAN_SEE_PASSAGE} AND ${canSeeComment('false')}`;
