import { insertImportedEntries, type NewImportedEntry } from '../../../ledger/imported-entries';
import { recordsOf } from '../../review/import-records';
import { derivedId } from '../derived-id';
import type { RecordTargets, SavedDocuments } from './record-targets';

/** Saves entries of the ledger for reading. */
export async function saveImportedLedger(
  { tx, id, campaign }: SavedDocuments,
  targets: RecordTargets,
): Promise<void> {
  for await (const page of recordsOf(tx, id, 'ledger')) {
    const entries = page.map((entry): NewImportedEntry => ({
      id: derivedId(`${campaign} ledger ${entry.id}`),
      ...{ at: entry.at, act: entry.act, audience: entry.audience },
      by: entry.by ?? null,
      document: targets.documentOf(entry.document) ?? null,
      title: entry.title ?? null,
      players: entry.players ?? null,
      passages: entry.passages ?? null,
    }));
    await insertImportedEntries(tx, { id, campaign }, entries);
  }
}
