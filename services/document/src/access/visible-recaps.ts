import type { SqlReader } from '@tomekeeper/persistence';
import type { Scope } from '../memberships/campaign-memberships';
import { viewerParameters } from '../passages/visible/visible-passages';
import { VISIBLE } from './visible-documents';

/** SQL condition: whether a document is a recap, or a handout of one. @param id SQL expression */
export const isRecap = (id: string): string => `EXISTS (
  SELECT 1 FROM document d JOIN recap r ON r.document_id IN (d.id, d.source_id) WHERE d.id = ${id})`;

/** The recap that became visible to a player last. */
export async function lastVisibleRecap(
  db: SqlReader,
  scope: Scope,
): Promise<{ id: string; title: string } | undefined> {
  const [row] = await db.query<{ id: string; title: string }>(
    `SELECT v.id, v.original_filename AS title FROM (${VISIBLE}) v
      WHERE v.id = ANY (ARRAY(
        SELECT d.id FROM document d JOIN recap r ON r.document_id IN (d.id, d.source_id)
         WHERE r.campaign_id = ANY ($2::uuid[])))
      ORDER BY v.created_at DESC, v.id DESC LIMIT 1`,
    viewerParameters(scope),
  );
  return row;
}
