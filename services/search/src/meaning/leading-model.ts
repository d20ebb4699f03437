import type { SqlReader } from '@tomekeeper/persistence';

// While a roll is under way, two models or builds of one read. Only the newest empties what others have read, and reads: else each would
// empty the vectors of the other without end.

/** After so long without a word of it the newest is taken to be gone, as where a roll was taken back. */
const GONE_AFTER = "interval '5 minutes'";

/** Whether no newer model than this one is in use. Those that lead say so again with each turn; one that is seen first is the newest. */
export async function leads(db: SqlReader, model: string): Promise<boolean> {
  const [row] = await db.query<{ model: string }>(
    `INSERT INTO leading_model AS m (model) VALUES ($1)
     ON CONFLICT (model) DO UPDATE SET led_at = clock_timestamp()
      WHERE NOT EXISTS (SELECT 1 FROM leading_model newer
                         WHERE newer.led_at > m.led_at AND newer.led_at > clock_timestamp() - ${GONE_AFTER})
     RETURNING model`,
    [model],
  );
  return row !== undefined;
}
