import type { SqlReader } from '@tomekeeper/persistence';
import type { Scope } from '../memberships/campaign-memberships';
import { viewerParameters } from '../passages/visible/visible-passages';
import { VISIBLE } from './visible-documents';

/** SQL condition: whether a document is a recap, or a handout of one. @param id SQL expression */
export const isRecap = (id: string): string => `EXISTS (
  SELECT 1 FROM document d JOIN recap r ON r.document_id IN (d.id, d.source_id) WHERE d.id = ${id})`;

interface VisibleRecap {
  id: string;
  title: string;
}

/** The recap that became visible to a player last. */
export const lastVisibleRecap = (db: SqlReader, scope: Scope): Promise<VisibleRecap | undefined> =>
  lastVisible(db, scope);

/** The recap of the session that started at the given time; of several, the latest to become visible. */
export const visibleRecapOfSession = (
  db: SqlReader,
  scope: Scope,
  startsAt: Date,
): Promise<VisibleRecap | undefined> => lastVisible(db, scope, startsAt);

/** Players see a recap or its handouts; GMs see the recap. */
async function lastVisible(
  db: SqlReader,
  scope: Scope,
  startsAt: Date | null = null,
): Promise<VisibleRecap | undefined> {
  const [row] = await db.query<VisibleRecap>(
    `SELECT v.id, v.original_filename AS title FROM (${VISIBLE}) v
      WHERE v.source IS NULL AND v.id = ANY (ARRAY(
        SELECT d.id FROM document d JOIN recap r ON r.document_id IN (d.id, d.source_id)
         WHERE (r.campaign_id = ANY ($1::uuid[]) OR r.campaign_id = ANY ($2::uuid[]))
           AND ($4::timestamptz IS NULL OR r.starts_at = $4)))
      ORDER BY v.created_at DESC, v.id DESC LIMIT 1`,
    [...viewerParameters(scope), startsAt],
  );
  return row;
}
