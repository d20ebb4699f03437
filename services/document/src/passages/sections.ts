import type { UpdatePartRequest } from '@tomekeeper/contracts-document';
import type { Transaction } from '@tomekeeper/persistence';

// Properties that GMs set on sections. Rows are keyed by the heading's passage, whose audience visible-passages.ts
// decides. Players never receive section properties.

/** Of one campaign; more there is no answer for. */
export const MAX_PARTS = 2000;

export interface PartFacts {
  tags: string[];
  pinned: boolean;
}

/** Updates the properties of a section; deletes the row if none remain. @returns current properties */
export async function putOnPart(
  tx: Transaction,
  { campaign, document, passage }: { campaign: string; document: string; passage: string },
  { tags, pinned }: UpdatePartRequest,
): Promise<PartFacts> {
  const [row] = await tx.query<PartFacts>(
    `INSERT INTO part (passage_id, document_id, campaign_id, tags, pinned)
     VALUES ($1, $2, $3, coalesce($4::text[], '{}'), coalesce($5::boolean, false))
     ON CONFLICT (passage_id) DO UPDATE
       SET tags = coalesce($4::text[], part.tags), pinned = coalesce($5::boolean, part.pinned)
     RETURNING tags, pinned`,
    [passage, document, campaign, tags ?? null, pinned ?? null],
  );
  if (!row) throw new Error('A part was not stored.');
  if (row.tags.length === 0 && !row.pinned)
    await tx.query('DELETE FROM part WHERE passage_id = $1', [passage]);
  return row;
}

export async function partsOf(tx: Transaction, campaign: string): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM part WHERE campaign_id = $1',
    [campaign],
  );
  return row?.n ?? 0;
}
