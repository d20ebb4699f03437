import type { SqlReader } from '@tomekeeper/persistence';

// Two models or versions run during a rolling update. Only the newest one embeds passages and discards embeddings of others, otherwise
// each would discard the embeddings of the other.

/** An active model that is silent for this time is no longer in use, for example after a rollback. */
const EXPIRES_AFTER = "interval '5 minutes'";

/** Claims or renews the active role. @returns false if a newer model is in use; a model that is seen for the first time is the newest */
export async function claimActive(db: SqlReader, model: string): Promise<boolean> {
  const [row] = await db.query<{ model: string }>(
    `INSERT INTO active_model AS m (model) VALUES ($1)
     ON CONFLICT (model) DO UPDATE SET active_at = clock_timestamp()
      WHERE NOT EXISTS (SELECT 1 FROM active_model newer
                         WHERE newer.active_at > m.active_at AND newer.active_at > clock_timestamp() - ${EXPIRES_AFTER})
     RETURNING model`,
    [model],
  );
  return row !== undefined;
}
