import type { SqlReader } from '@tomekeeper/persistence';
import {
  type AudienceMembers,
  CAN_SEE_PASSAGE,
  canSeeComment,
  complementOf,
  CURRENT_CLASS,
  differenceOf,
  membersOfClass,
} from '@tomekeeper/visibility';
import type { Scope } from '../../memberships/campaign-memberships';
import { membersOfClasses } from '../audiences/audience-class';
import { viewerParameters } from './visible-passages';

// Comments on passages, as a viewer sees them.

/** A viewer of comments. */
export interface CommentViewer {
  scope: Scope;
  /** User id; null for a GM who views as the party. */
  person: string | null;
}

export interface VisibleComment {
  id: string;
  /** In the document that the viewer reads. */
  passage: string;
  text: string;
  /** Null for former members and imported comments. */
  author: string | null;
  /** Of an imported comment: the name of the author, '' if it is unknown. */
  imported_author: string | null;
  is_by_gm: boolean;
  /** For GMs: the class of the passage when the comment was written. */
  audience_class: string | null;
  is_own: boolean;
  is_managed: boolean;
  /** The handout with the commented copy of the passage, for GMs who read its source. */
  handout: string | null;
  created_at: Date;
  edited_at: Date | null;
}

const isFormer = (comment: string): string => `(${comment}.person IS NULL OR EXISTS (
  SELECT 1 FROM notebook n WHERE n.membership_id = ${comment}.membership_id AND n.ended_at IS NOT NULL))`;
const IS_FORMER = isFormer('c');
/** Whether a person wrote a comment as a member, and is still that member. @param person parameter with the user id */
export const isOwnComment = (comment: string, person: string): string =>
  `coalesce(${comment}.person = ${person}::uuid AND NOT ${isFormer(comment)}, false)`;
const IS_OWN = isOwnComment('c', '$4');

/** Comments on document `d` and, for its GMs, on the copies of its passages in handouts. */
const COMMENTS = `(
  SELECT o.*, o.passage_id AS place, NULL::uuid AS handout FROM comment o WHERE o.document_id = d.id
  UNION ALL
  SELECT o.*, k.source_id, h.id
    FROM document h JOIN comment o ON o.document_id = h.id JOIN passage k ON k.id = o.passage_id
   WHERE h.source_id = d.id AND d.campaign_id = ANY ($1::uuid[]))`;

/** Comments on document $5 that the viewer sees. Built on every call, because tests replace the rule. */
const seenComments = (): string => `
  SELECT c.id, c.place AS passage, c.text, CASE WHEN NOT ${IS_FORMER} THEN c.person END AS author, ${IS_OWN} AS is_own,
         d.campaign_id = ANY ($1::uuid[]) AS is_managed, c.handout, c.created_at, c.edited_at, p.position,
         CASE WHEN c.import_id IS NOT NULL THEN coalesce(c.imported_author, '') END AS imported_author, c.is_by_gm,
         CASE WHEN d.campaign_id = ANY ($1::uuid[]) THEN c.audience_class END AS audience_class
    FROM document d CROSS JOIN LATERAL ${COMMENTS} c JOIN passage p ON p.id = c.place AND p.document_id = d.id
   WHERE d.id = $5 AND ${CAN_SEE_PASSAGE} AND ${canSeeComment(IS_OWN)}`;

const parametersOf = ({ scope, person }: CommentViewer): unknown[] => [
  ...viewerParameters(scope),
  person,
];

/**
 * Comments on a document in reading order of the passages, oldest first within a passage.
 * @param after a comment that the viewer sees
 */
export function visibleComments(
  db: SqlReader,
  viewer: CommentViewer,
  document: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<VisibleComment[]> {
  return db.query(
    `WITH visible AS MATERIALIZED (${seenComments()})
     SELECT * FROM visible
      WHERE $6::uuid IS NULL
         OR (position, created_at, id) > (SELECT position, created_at, id FROM visible WHERE id = $6)
      ORDER BY position, created_at, id LIMIT $7`,
    [...parametersOf(viewer), document, after ?? null, limit],
  );
}

export async function visibleComment(
  db: SqlReader,
  viewer: CommentViewer,
  document: string,
  comment: string,
): Promise<VisibleComment | undefined> {
  const [row] = await db.query<VisibleComment>(
    `SELECT * FROM (${seenComments()}) v WHERE id = $6`,
    [...parametersOf(viewer), document, comment],
  );
  return row;
}

/** The class for a comment on a passage; undefined if the viewer does not see the passage. */
export async function classForComment(
  db: SqlReader,
  scope: Scope,
  document: string,
  passage: string,
): Promise<string | undefined> {
  const [row] = await db.query<{ audience_class: string }>(
    `SELECT ${CURRENT_CLASS} AS audience_class FROM document d JOIN passage p ON p.document_id = d.id
      WHERE d.id = $4 AND p.id = $5 AND ${CAN_SEE_PASSAGE}`,
    [...viewerParameters(scope), document, passage],
  );
  return row?.audience_class;
}

/** Number of own comments in a campaign that the author sees: others may be on hidden passages. */
export async function countOwnComments(
  db: SqlReader,
  viewer: CommentViewer,
  campaign: string,
): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    `SELECT count(*)::int AS n
       FROM comment c JOIN document d ON d.id = c.document_id JOIN passage p ON p.id = c.passage_id
      WHERE c.campaign_id = $5 AND ${IS_OWN} AND ${CAN_SEE_PASSAGE}`,
    [...parametersOf(viewer), campaign],
  );
  return row?.n ?? 0;
}

/** Where a comment is, and the players who see it. */
export interface CommentAudience {
  document: string;
  /** Of a handout with its own id. */
  source: string | null;
  members: AudienceMembers;
}

/** Audience of a comment on a passage that exists. */
export async function audienceOfComment(db: SqlReader, comment: string): Promise<CommentAudience> {
  const [row] = await db.query<{
    document: string;
    source: string | null;
    written: string;
    current: string;
  }>(
    `SELECT d.id AS document, d.source_id AS source, c.audience_class AS written, ${CURRENT_CLASS} AS current
       FROM comment c JOIN passage p ON p.id = c.passage_id JOIN document d ON d.id = p.document_id WHERE c.id = $1`,
    [comment],
  );
  if (!row) throw new Error('The comment is on no passage.');
  const { document, source, written, current } = row;
  const classes = await membersOfClasses(db, [written, current]);
  const [then, now] = [written, current].map((one) =>
    membersOfClass(one, { is_spoilers: true }, classes),
  ) as [AudienceMembers, AudienceMembers];
  return { document, source, members: differenceOf(then, complementOf(now)) };
}
