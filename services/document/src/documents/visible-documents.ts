import type { SqlReader } from '../db/sql-reader';

/**
 * What the asker is where. Whoever reads documents for a person goes through this file, and through
 * a scope: there is no other way to a row, and so none past the rule about spoilers.
 */
export interface Scope {
  /** Campaigns of which the asker sees everything. */
  readonly owned: readonly string[];
  /** Campaigns in which spoilers do not exist for the asker. */
  readonly played: readonly string[];
}

export const NOTHING: Scope = { owned: [], played: [] };

export interface VisibleDocument {
  id: string;
  campaign: string;
  original_filename: string;
  s3_key: string;
  content_type: string;
  /** Bytes. */
  size: number;
  is_spoilers: boolean;
  created_at: Date;
  /** Whether the asker owns the campaign, and so may change the document. */
  is_own: boolean;
}

/** Most documents of one answer; a campaign has at most a fifth of that. */
const LISTED = 10_000;

const COLUMNS =
  'id, campaign_id AS campaign, original_filename, s3_key, content_type, size::float8 AS size, ' +
  'is_spoilers, created_at';

const VISIBLE = `
  SELECT ${COLUMNS}, true AS is_own FROM document WHERE campaign_id = ANY ($1::uuid[])
  UNION ALL
  SELECT ${COLUMNS}, false FROM document
   WHERE campaign_id = ANY ($2::uuid[]) AND NOT campaign_id = ANY ($1::uuid[]) AND NOT is_spoilers`;

/** Everything in scope, newest first. */
export function visibleDocuments(db: SqlReader, scope: Scope): Promise<VisibleDocument[]> {
  return db.query<VisibleDocument>(
    `SELECT * FROM (${VISIBLE}) d ORDER BY created_at DESC, id DESC LIMIT ${LISTED}`,
    [scope.owned, scope.played],
  );
}

export function visibleDocument(
  db: SqlReader,
  scope: Scope,
  id: string,
): Promise<VisibleDocument | undefined> {
  return only(db, scope, 'id = $3', id);
}

export function visibleDocumentByKey(
  db: SqlReader,
  scope: Scope,
  key: string,
): Promise<VisibleDocument | undefined> {
  return only(db, scope, 's3_key = $3', key);
}

async function only(
  db: SqlReader,
  scope: Scope,
  condition: string,
  value: string,
): Promise<VisibleDocument | undefined> {
  const [row] = await db.query<VisibleDocument>(`SELECT * FROM (${VISIBLE}) d WHERE ${condition}`, [
    scope.owned,
    scope.played,
    value,
  ]);
  return row;
}
