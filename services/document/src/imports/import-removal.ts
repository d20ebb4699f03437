import type { Transaction } from '@tomekeeper/persistence';
import { deleteRecords } from './review/import-records';
import { deleteWithObjects, removeLater, SLOWEST_UPLOAD } from '../storage/object-removal';

/** Deletes the items of an import, or of all imports of a campaign, with the objects that no document has taken. */
export async function deleteImportItems(
  tx: Transaction,
  { column, value }: { column: 'import_id' | 'campaign_id'; value: string },
): Promise<void> {
  await deleteWithObjects(
    tx,
    `DELETE FROM import_item WHERE ${column} = $1
     RETURNING array_remove(ARRAY[s3_key, picture ->> 'key'], NULL) AS keys, now() AS closes`,
    value,
  );
  await deleteRecords(tx, { column, value });
  if (column === 'import_id')
    await tx.query('DELETE FROM import_problem WHERE import_id = $1', [value]);
  else
    await tx.query(
      'DELETE FROM import_problem WHERE import_id IN (SELECT id FROM import WHERE campaign_id = $1)',
      [value],
    );
}

/** Removes the uploaded object of an import. */
export const removeImportSource = (tx: Transaction, key: string): Promise<void> =>
  removeLater(tx, key, SLOWEST_UPLOAD);

/** Deletes the imports of a campaign with their objects. */
export async function deleteImports(tx: Transaction, campaign: string): Promise<void> {
  // Until the end of the transaction no worker adds an item.
  await tx.query('SELECT 1 FROM import WHERE campaign_id = $1 ORDER BY id FOR UPDATE', [campaign]);
  await deleteImportItems(tx, { column: 'campaign_id', value: campaign });
  const rows = await tx.query<{ source_key: string }>(
    'DELETE FROM import WHERE campaign_id = $1 RETURNING source_key',
    [campaign],
  );
  for (const { source_key } of rows) await removeImportSource(tx, source_key);
  await tx.query('DELETE FROM imported_document WHERE campaign_id = $1', [campaign]);
}

/** Ends the connection between imports and a deleted account. An import that is being saved ends first, or fails. */
export async function anonymizeImports(tx: Transaction, person: string): Promise<void> {
  await tx.query('UPDATE import SET person = NULL WHERE person = $1', [person]);
  await tx.query('UPDATE import SET undo_by = NULL WHERE undo_by = $1', [person]);
}
