import type { SqlReader } from '@tomekeeper/persistence';
import { CAN_SEE_PASSAGE, VIEWER_CLASSES } from '@tomekeeper/visibility';
import type { Scope } from '../../memberships/campaign-memberships';
import { normalizeText } from '../content/normalized-text';
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

/**
 * Whether link `l` leads to document $4: to a handout, if it leads the reader to a copy in it. Links by name are $5, with the stems of
 * their names $6, and campaign $7.
 */
const LEADS_HERE = `(
  l.target_document_id = $4 OR l.target_passage_id IN ${COPIED} AND NOT ${SEES_TARGET}
  OR l.campaign_id = $7 AND l.target_name = ANY ($6::text[]) AND l.target_href = ANY ($5::text[]))`;

/** The passage that a link to document $4 leads to: in a handout the copy. */
const TARGET = `(SELECT coalesce((SELECT c.id FROM passage c WHERE c.source_id = l.target_passage_id AND c.document_id = $4
                                     AND c.audience_class = ANY (${VIEWER_CLASSES})),
                                 l.target_passage_id))`;

/** A document that links lead to. */
export interface LinkedDocument {
  id: string;
  campaign: string;
  /** Stems of the titles under which the viewer may know it. */
  stems: readonly string[];
  /** Links by name that resolve to the document for the viewer, and the passage that each leads to. */
  names: readonly { href: string; passage?: string | undefined }[];
}

const linkedParameters = (scope: Scope, { id, campaign, stems, names }: LinkedDocument) => [
  ...viewerParameters(scope),
  ...[id, names.map(({ href }) => href), stems, campaign],
];

/** Maximum distinct links by name that are considered for the backlinks of one document. */
const MAX_NAMES = 1000;

/** Links by name in visible passages that may lead to a document, depending on other documents of the same name. */
export async function namesThatMayLead(
  db: SqlReader,
  scope: Scope,
  { campaign, stems }: Pick<LinkedDocument, 'campaign' | 'stems'>,
): Promise<string[]> {
  const rows = await db.query<{ href: string }>(
    `SELECT DISTINCT l.target_href AS href
       FROM passage_link l JOIN passage p ON p.id = l.passage_id JOIN document d ON d.id = p.document_id
      WHERE l.campaign_id = $4 AND l.target_name = ANY ($5::text[]) AND ${CAN_SEE_PASSAGE}
      ORDER BY 1 LIMIT ${MAX_NAMES}`,
    [...viewerParameters(scope), campaign, stems],
  );
  return rows.map(({ href }) => href);
}

/** Characters that a link to a heading may lack or replace, as in GitHub's names of headings. */
const LOOSE = ' -–—_.,:;!?\'’‘"“”()[]{}/|^#*`~&+';
const loose = (text: string): string =>
  [...normalizeText(text)].filter((sign) => !LOOSE.includes(sign)).join('');

/** The first visible heading, or passage with a block id, of each pair, as passage ids by index. */
export async function seenHeadings(
  db: SqlReader,
  scope: Scope,
  wanted: readonly { document: string; heading: string }[],
): Promise<Map<number, string>> {
  if (wanted.length === 0) return new Map();
  const rows = await db.query<{ n: number; passage: string }>(
    `SELECT DISTINCT ON (w.n) w.n, p.id AS passage
       FROM jsonb_to_recordset($4::jsonb) AS w (n int, document uuid, heading text, loose text)
       JOIN document d ON d.id = w.document
      CROSS JOIN LATERAL (
        SELECT h.* FROM passage h WHERE h.document_id = d.id AND h.kind = 'heading' AND w.loose <> '' AND translate(h.folded, $5, '') = w.loose
        UNION ALL
        SELECT b.* FROM passage b WHERE b.document_id = d.id AND b.content ? 'anchors' AND b.content -> 'anchors' ? w.heading) p
      WHERE ${CAN_SEE_PASSAGE}
      ORDER BY w.n, p.position`,
    [
      ...viewerParameters(scope),
      JSON.stringify(wanted.map((one, n) => ({ ...one, n, loose: loose(one.heading) }))),
      LOOSE,
    ],
  );
  return new Map(rows.map(({ n, passage }) => [n, passage]));
}

/** Documents with passages that the reader sees which link to one. Whether they see these documents is for another to say. */
export async function linkingDocuments(
  db: SqlReader,
  scope: Scope,
  to: LinkedDocument,
): Promise<string[]> {
  const rows = await db.query<{ document: string }>(
    `SELECT DISTINCT d.id AS document
       FROM passage_link l JOIN passage p ON p.id = l.passage_id JOIN document d ON d.id = p.document_id
      WHERE ${LEADS_HERE} AND d.id <> $4 AND ${CAN_SEE_PASSAGE}`,
    linkedParameters(scope, to),
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
  { to, from, limit }: { to: LinkedDocument; from: readonly string[]; limit: number },
): Promise<LinkingPassage[]> {
  return db.query<LinkingPassage>(
    `SELECT d.id AS document, p.id AS passage,
            CASE WHEN length(p.text) > ${MAX_TEXT} THEN left(p.text, ${MAX_TEXT - 1}) || '…' ELSE p.text END AS text,
            l.to
       FROM unnest($8::uuid[]) WITH ORDINALITY AS o (id, at)
       JOIN document d ON d.id = o.id
       JOIN (SELECT DISTINCT l.passage_id, l.document_id, coalesce(${TARGET}, n.passage) AS to
               FROM passage_link l LEFT JOIN unnest($5::text[], $10::uuid[]) AS n (href, passage) ON n.href = l.target_href
              WHERE l.document_id = ANY ($8::uuid[]) AND ${LEADS_HERE}) l ON l.document_id = d.id
       JOIN passage p ON p.id = l.passage_id AND p.document_id = d.id
      WHERE ${CAN_SEE_PASSAGE}
      ORDER BY o.at, p.position, p.id, l.to NULLS FIRST LIMIT $9::int`,
    [...linkedParameters(scope, to), from, limit, to.names.map(({ passage }) => passage ?? null)],
  );
}
