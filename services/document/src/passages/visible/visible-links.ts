import type { SqlReader } from '@tomekeeper/persistence';
import { CAN_SEE_PASSAGE, VIEWER_CLASSES } from '@tomekeeper/visibility';
import type { Scope } from '../../memberships/campaign-memberships';
import { viewerParameters } from './visible-passages';

// Links between documents, as far as a reader sees the passages at their ends.

/** Which of these passages the reader sees, with the document of each. */
export async function seenPassages(
  db: SqlReader,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<{ id: string; document: string }>(
    `SELECT p.id, p.document_id AS document FROM passage p JOIN document d ON d.id = p.document_id
      WHERE p.id = ANY ($4::uuid[]) AND ${CAN_SEE_PASSAGE}`,
    [...viewerParameters(scope), ids],
  );
  return new Map(rows.map(({ id, document }) => [id, document]));
}

/** Copies of these passages that a player sees in handouts, each in the oldest of them. */
export async function seenCopies(
  db: SqlReader,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, { document: string; passage: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<{ source: string; document: string; passage: string }>(
    `SELECT DISTINCT ON (p.source_id) p.source_id AS source, p.document_id AS document, p.id AS passage
       FROM passage p JOIN document d ON d.id = p.document_id
      WHERE p.source_id = ANY ($4::uuid[]) AND NOT d.campaign_id = ANY ($1::uuid[]) AND ${CAN_SEE_PASSAGE}
      ORDER BY p.source_id, d.created_at, d.id`,
    [...viewerParameters(scope), ids],
  );
  return new Map(rows.map(({ source, ...copy }) => [source, copy]));
}

/** Whether a player sees the document that link `l` names, so that the link does not lead to a handout. */
const SEES_TARGET = `EXISTS (
  SELECT FROM document t WHERE t.id = l.target_document_id AND (t.campaign_id = ANY ($1::uuid[]) OR NOT t.is_spoilers
     OR EXISTS (SELECT FROM passage o WHERE o.document_id = t.id AND o.audience_class = ANY (${VIEWER_CLASSES}))))`;

/** Passages with copies in handout $4 to which the reader's links lead, as in seenCopies. */
const COPIED = `(
  SELECT first.source_id FROM (
    SELECT DISTINCT ON (p.source_id) p.source_id, p.document_id
      FROM passage p JOIN document d ON d.id = p.document_id
     WHERE p.source_id IN (SELECT c.source_id FROM passage c WHERE c.document_id = $4) AND ${CAN_SEE_PASSAGE}
     ORDER BY p.source_id, d.created_at, d.id) first
   WHERE first.document_id = $4)`;

/** Whether link `l` leads to document $4: to a handout, if it leads the reader to a copy in it. */
const LEADS_HERE = `(l.target_document_id = $4 OR l.target_passage_id IN ${COPIED} AND NOT ${SEES_TARGET})`;

/** The passage that a link to document $4 leads to: in a handout the copy. */
const TARGET = `(SELECT coalesce((SELECT c.id FROM passage c WHERE c.source_id = l.target_passage_id AND c.document_id = $4
                                     AND c.audience_class = ANY (${VIEWER_CLASSES})),
                                 l.target_passage_id))`;

/** Documents with passages that the reader sees which link to one. Whether they see these documents is for another to say. */
export async function linkingDocuments(db: SqlReader, scope: Scope, to: string): Promise<string[]> {
  const rows = await db.query<{ document: string }>(
    `SELECT DISTINCT d.id AS document
       FROM passage_link l JOIN passage p ON p.id = l.passage_id JOIN document d ON d.id = p.document_id
      WHERE ${LEADS_HERE} AND d.id <> $4 AND ${CAN_SEE_PASSAGE}`,
    [...viewerParameters(scope), to],
  );
  return rows.map(({ document }) => document);
}

/** A passage that links to a document. */
export interface LinkingPassage {
  document: string;
  passage: string;
  text: string;
  /** The passage that it links to. */
  to: string | null;
}

/** Characters of a passage that links. */
const MAX_TEXT = 300;

/** Passages of these documents that the reader sees and that link to one: by document in this order, then in reading order. */
export function linkingPassages(
  db: SqlReader,
  scope: Scope,
  { to, from, limit }: { to: string; from: readonly string[]; limit: number },
): Promise<LinkingPassage[]> {
  return db.query<LinkingPassage>(
    `SELECT d.id AS document, p.id AS passage,
            CASE WHEN length(p.text) > ${MAX_TEXT} THEN left(p.text, ${MAX_TEXT - 1}) || '…' ELSE p.text END AS text,
            ${TARGET} AS to
       FROM unnest($5::uuid[]) WITH ORDINALITY AS o (id, at)
       JOIN document d ON d.id = o.id
       JOIN passage_link l ON l.document_id = d.id AND ${LEADS_HERE}
       JOIN passage p ON p.id = l.passage_id AND p.document_id = d.id
      WHERE ${CAN_SEE_PASSAGE}
      ORDER BY o.at, p.position, p.id, l.target_passage_id NULLS FIRST LIMIT $6::int`,
    [...viewerParameters(scope), to, from, limit],
  );
}
