import type { SqlReader, Transaction } from '@tomekeeper/persistence';
import type { StoredPassage } from '../all-passages';

// Words that passages of notes had before, for versions of notes: hidden ones too. Lint lists who may import this.

/** A passage whose text a save replaces or deletes. */
export interface RemovedPassage {
  id: string;
  /** The save that wrote the words. */
  version: number;
}

/** Stores text that a save is about to replace or delete, with its audience. */
export async function recordPassageHistory(
  tx: Transaction,
  {
    document,
    is_spoilers,
    taken,
    until,
  }: { document: string; is_spoilers: boolean; taken: readonly RemovedPassage[]; until: number },
): Promise<void> {
  if (taken.length === 0) return;
  await tx.query(
    `INSERT INTO passage_past (document_id, passage_id, since, until, campaign_id, kind, depth, level, text, content,
                               audience_class, was_spoilers)
     SELECT document_id, id, version, $3, campaign_id, kind, depth, level, text, content, audience_class, $4
       FROM passage WHERE document_id = $1 AND id = ANY ($2::uuid[])
     ON CONFLICT DO NOTHING`,
    [document, taken.map(({ id }) => id), until, is_spoilers],
  );
}

/** A passage of a note version and its current status. */
export interface HistoricPassageRow {
  id: string;
  /** Which of the version's passages it is, from 1. */
  at: number;
  written: StoredPassage;
  /** The save that wrote these words. */
  version: number;
  /** Whether the note still has the passage. */
  lives: boolean;
  /** Whether it has these words still. */
  isUnchanged: boolean;
  /** Current class of an existing passage. */
  now_class: string | null;
  /** Last class of this text. */
  past_class: string | null;
  was_spoilers: boolean;
}

interface HistoryRow extends Omit<HistoricPassageRow, 'written' | 'isUnchanged'> {
  is_unchanged: boolean;
  kind: StoredPassage['kind'];
  depth: number;
  level: number | null;
  text: string;
  content: StoredPassage['content'];
}

/** Passages of a version in reading order from a position. Text without history is left out. */
export async function historicPassages(
  db: SqlReader,
  version: string,
  { from, limit }: { from: number; limit: number | null },
): Promise<HistoricPassageRow[]> {
  const rows = await db.query<HistoryRow>(
    `SELECT o.id, o.at::int AS at, p.id IS NOT NULL AS lives,
            w.since IS NULL OR (p.kind, p.depth, p.level, p.content) IS NOT DISTINCT FROM (w.kind, w.depth, w.level, w.content)
              AS is_unchanged,
            coalesce(w.since, p.version) AS version,
            CASE WHEN w.since IS NULL THEN p.kind ELSE w.kind END AS kind,
            CASE WHEN w.since IS NULL THEN p.depth ELSE w.depth END AS depth,
            CASE WHEN w.since IS NULL THEN p.level ELSE w.level END AS level,
            CASE WHEN w.since IS NULL THEN p.text ELSE w.text END AS text,
            CASE WHEN w.since IS NULL THEN p.content ELSE w.content END AS content,
            p.audience_class AS now_class, w.audience_class AS past_class, coalesce(w.was_spoilers, false) AS was_spoilers
       FROM note_version v
      CROSS JOIN LATERAL (
        SELECT u.id, u.at FROM unnest(v.passages) WITH ORDINALITY AS u (id, at)
         WHERE u.at > $2 ORDER BY u.at LIMIT $3::int) o
       LEFT JOIN passage p ON p.id = o.id AND p.document_id = v.document_id
       LEFT JOIN passage_past w ON w.document_id = v.document_id AND w.passage_id = o.id
                               AND w.since <= v.number AND w.until > v.number
      WHERE v.id = $1 AND (w.since IS NOT NULL OR p.version <= v.number)
      ORDER BY o.at`,
    [version, from, limit],
  );
  return rows.map(({ kind, depth, level, text, content, is_unchanged, ...row }) => ({
    ...row,
    isUnchanged: is_unchanged,
    written: { kind, depth, ...(level !== null && { level }), text, content },
  }));
}
