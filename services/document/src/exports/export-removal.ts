import type { Transaction } from '@tomekeeper/persistence';
import { deleteWithObjects } from '../storage/object-removal';

/** Deletes exports with their files. */
export async function deleteExports(
  tx: Transaction,
  { column, value }: { column: 'id' | 'campaign_id' | 'person' | 'membership'; value: string },
): Promise<void> {
  // Until the end of the transaction no worker adds a file.
  await tx.query(`SELECT 1 FROM export WHERE ${column} = $1 ORDER BY id FOR UPDATE`, [value]);
  await deleteWithObjects(
    tx,
    `DELETE FROM export_file WHERE export_id IN (SELECT id FROM export WHERE ${column} = $1)
     RETURNING ARRAY[s3_key] AS keys, now() AS closes`,
    value,
  );
  await tx.query(`DELETE FROM export WHERE ${column} = $1`, [value]);
}
