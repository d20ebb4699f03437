import type { Transaction } from '@tomekeeper/persistence';

/** Makes all proposed documents GM only, also passages with an explicit audience. */
export async function hideItems(tx: Transaction, id: string): Promise<void> {
  await tx.query(
    `UPDATE import_item
        SET is_spoilers = true, reveal_read_aloud = false,
            passages = (SELECT jsonb_agg(CASE WHEN p ? 'audience' THEN p || '{"audience": "gm"}' ELSE p END ORDER BY n)
                          FROM jsonb_array_elements(passages) WITH ORDINALITY AS e (p, n))
      WHERE import_id = $1`,
    [id],
  );
}
