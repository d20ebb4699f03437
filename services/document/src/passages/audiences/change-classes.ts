import { AUDIENCE_LIMITS } from '@tomekeeper/contracts-document';
import type { SqlReader, Transaction } from '@tomekeeper/persistence';
import {
  GM_CLASS,
  PARTY_CLASS,
  HAS_AUDIENCE_OF_ENTRY,
  UNDO_WIDENS,
  EDITED_SINCE_ENTRY,
} from '@tomekeeper/visibility';

// Changes of who sees passages, hidden ones too: for the acts of GMs. Lint lists who may import this.

/** A change of the audience classes of a document's passages. */
export type ClassChange =
  | { do: 'set'; passages: 'all' | readonly string[]; to: string | null }
  /** Hides the document: no passage stays visible to any player. */
  | { do: 'hide' }
  /** Hides passages that changed since a ledger entry, at which all players saw the document. */
  | { do: 'hide since'; entry: string }
  /**
   * Undoes a ledger entry where no later change applies. Passages that were written later and would become visible are
   * limited to GMs; for an entry about the whole document also passages without their own class.
   */
  | { do: 'take back'; entry: string };

/** New class of a passage with its own class when the document is hidden. */
const HIDDEN = `CASE WHEN p.audience_class <> '${PARTY_CLASS}' THEN '${GM_CLASS}'::uuid END`;

/**
 * Passages of document $1 that a change affects, each with its class before and after, and whether the undo withholds
 * it from players.
 */
function about(change: ClassChange): { sql: string; values: unknown[] } {
  const of = 'SELECT p.id, p.position, p.kind, p.content, p.audience_class AS before';
  switch (change.do) {
    case 'set':
      return {
        // In a Public document both are for all players.
        sql: `${of}, $2::uuid AS after, false AS is_kept FROM passage p
               WHERE p.document_id = $1 AND ($3::uuid[] IS NULL OR p.id = ANY ($3::uuid[]))
                 AND ($2::uuid IS NOT NULL OR p.audience_class IS DISTINCT FROM '${PARTY_CLASS}')`,
        values: [change.to, change.passages === 'all' ? null : change.passages],
      };
    case 'hide':
      return {
        sql: `${of}, ${HIDDEN} AS after, false AS is_kept
                FROM passage p WHERE p.document_id = $1 AND p.audience_class IS NOT NULL`,
        values: [],
      };
    case 'hide since':
      return {
        sql: `${of}, ${HIDDEN} AS after, false AS is_kept FROM passage p
               WHERE p.document_id = $1 AND p.audience_class IS NOT NULL
                 AND EXISTS (SELECT 1 FROM ledger_passage l JOIN ledger_entry s ON s.id = l.entry_id
                              WHERE l.passage_id = p.id AND s.document_id = $1
                                AND s.number > (SELECT number FROM ledger_entry WHERE id = $2))`,
        values: [change.entry],
      };
    case 'take back':
      return {
        // File passages belong to their file; replacing the file is a separate change.
        sql: `${of}, CASE WHEN k.is_kept THEN '${GM_CLASS}'::uuid ELSE l.class_before END AS after, k.is_kept
                FROM ledger_entry e JOIN document d ON d.id = e.document_id
                JOIN ledger_passage l ON l.entry_id = e.id JOIN passage p ON p.id = l.passage_id
                LEFT JOIN audience_class b ON b.id = l.class_before
                LEFT JOIN audience_class a ON a.id = l.class_after
               CROSS JOIN LATERAL (SELECT ${EDITED_SINCE_ENTRY} AND ${UNDO_WIDENS} AS is_kept) k
               WHERE e.id = $2 AND p.document_id = $1 AND ${HAS_AUDIENCE_OF_ENTRY}
              UNION ALL
              ${of}, '${GM_CLASS}'::uuid AS after, true AS is_kept
                FROM ledger_entry e JOIN passage p ON p.document_id = e.document_id
                JOIN note n ON n.document_id = e.document_id
               WHERE e.id = $2 AND e.document_id = $1 AND e.audience_class IS NULL AND p.audience_class IS NULL
                 AND ${EDITED_SINCE_ENTRY}
                 AND NOT EXISTS (SELECT 1 FROM ledger_passage l
                                  WHERE l.entry_id = e.id AND l.passage_id = p.id AND ${HAS_AUDIENCE_OF_ENTRY})`,
        values: [change.entry],
      };
  }
}

/** Passages withheld by an undo count as changed; otherwise the same entry could be undone repeatedly. */
const changing = (sql: string): string =>
  `SELECT * FROM (${sql}) c WHERE c.before IS DISTINCT FROM c.after OR c.is_kept`;

/** Passages of one class that get another. */
export interface ChangedClass {
  before: string | null;
  after: string | null;
  n: number;
}

/** Returns the passages that a change would affect now. */
export function changedClasses(
  db: SqlReader,
  document: string,
  change: ClassChange,
): Promise<ChangedClass[]> {
  const { sql, values } = about(change);
  return db.query<ChangedClass>(
    `SELECT before, after, count(*)::int AS n FROM (${changing(sql)}) c GROUP BY before, after`,
    [document, ...values],
  );
}

/** Counts the passages that an undo limits to GMs because they were written later. */
export async function keptBy(
  db: SqlReader,
  document: string,
  change: ClassChange,
): Promise<number> {
  const { sql, values } = about(change);
  const [row] = await db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM (${sql}) c WHERE c.is_kept`,
    [document, ...values],
  );
  return row?.n ?? 0;
}

/** How many of these passages the document has. */
export async function countOf(
  db: SqlReader,
  document: string,
  ids: readonly string[],
): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM passage WHERE document_id = $1 AND id = ANY ($2::uuid[])',
    [document, ids],
  );
  return row?.n ?? 0;
}

/** How many passages of a document some player does not see, once it is Public. */
export async function hiddenIn(db: SqlReader, document: string): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    `SELECT coalesce(sum(n), 0)::int AS n FROM passage_count
      WHERE document_id = $1 AND audience_class IS NOT NULL AND audience_class <> '${PARTY_CLASS}'`,
    [document],
  );
  return row?.n ?? 0;
}

/**
 * Applies a change to a document that this transaction has locked, and records the affected passages with the ledger
 * entry.
 */
export async function changeClasses(
  tx: Transaction,
  {
    document,
    campaign,
    entry,
    number,
  }: { document: string; campaign: string; entry: string; number: number },
  change: ClassChange,
): Promise<{ changed: number; passages: string[] }> {
  const { sql, values } = about(change);
  const at = values.length + 1;
  const [row] = await tx.query<{ changed: number; passages: string[] }>(
    `WITH changed AS MATERIALIZED (${changing(sql)}),
          noted AS (
            INSERT INTO ledger_passage (entry_id, passage_id, document_id, campaign_id, class_before, class_after)
            SELECT $${at + 1}::uuid, id, $1, $${at + 2}::uuid, before, after FROM changed),
          put AS (
            UPDATE passage p SET audience_class = c.after, number = $${at + 3}::bigint
              FROM changed c WHERE p.id = c.id)
     SELECT (SELECT count(*) FROM changed)::int AS changed,
            ARRAY(SELECT id FROM changed ORDER BY position, id LIMIT ${AUDIENCE_LIMITS.passages}) AS passages`,
    [document, ...values, entry, campaign, number],
  );
  return row ?? { changed: 0, passages: [] };
}

/** The classes of a document's passages, each once. */
export async function classesOf(db: SqlReader, document: string): Promise<(string | null)[]> {
  const rows = await db.query<{ audience_class: string | null }>(
    'SELECT DISTINCT audience_class FROM passage_count WHERE document_id = $1',
    [document],
  );
  return rows.map(({ audience_class }) => audience_class);
}

/** The classes of the passages that show an image of a document. */
export async function classesOfImage(
  db: SqlReader,
  document: string,
  image: string,
): Promise<(string | null)[]> {
  const rows = await db.query<{ audience_class: string | null }>(
    `SELECT DISTINCT audience_class FROM passage
      WHERE document_id = $1 AND kind = 'image' AND content ->> 'image' = $2`,
    [document, image],
  );
  return rows.map(({ audience_class }) => audience_class);
}

/** A passage that names a picture, and its classes before and after a change. */
export interface ChangedImage {
  image: string;
  before: string | null;
  after: string | null;
}

/**
 * Passages of a document that refer to images, with the classes that a change would set; without a change, with their
 * current classes.
 */
export function changedImages(
  db: SqlReader,
  document: string,
  change: ClassChange | undefined,
): Promise<ChangedImage[]> {
  const { sql, values } = about(change ?? { do: 'set', passages: [], to: GM_CLASS });
  return db.query<ChangedImage>(
    `WITH changed AS (${changing(sql)})
     SELECT DISTINCT p.content ->> 'image' AS image, p.audience_class AS before,
            CASE WHEN c.id IS NULL THEN p.audience_class ELSE c.after END AS after
       FROM passage p LEFT JOIN changed c ON c.id = p.id
      WHERE p.document_id = $1 AND p.kind = 'image' AND p.content ? 'image'`,
    [document, ...values],
  );
}
