import type { SqlReader } from '@tomekeeper/persistence';
import { CAN_SEE_PASSAGE } from '@tomekeeper/visibility';
import type { Scope } from '../../memberships/campaign-memberships';
import { viewerParameters } from './visible-passages';

/** Counts visible passages per document for players; skips documents that the viewer manages. */
export async function visibleCounts(
  db: SqlReader,
  scope: Scope,
  documents: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (documents.length === 0) return new Map();
  const rows = await db.query<{ id: string; n: number }>(
    `SELECT d.id, sum(p.n)::int AS n FROM document d JOIN passage_count p ON p.document_id = d.id
      WHERE d.id = ANY ($4::uuid[]) AND NOT d.campaign_id = ANY ($1::uuid[]) AND ${CAN_SEE_PASSAGE} GROUP BY d.id`,
    [...viewerParameters(scope), documents],
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}
