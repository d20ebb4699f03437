import { Injectable } from '@nestjs/common';
import { hintGiven } from '@tomekeeper/contracts-live';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { eventAudienceOf, unionOfAll, type AudienceMembers } from '@tomekeeper/visibility';
import type { HeldLease } from '../lease-renewal';
import { deleteImportedComments } from '../comments/comment-rows';
import { deleteImportedEntries } from '../ledger/imported-entries';
import { lockExistingCampaign } from '../memberships/campaign-lock';
import { lockHandouts } from '../passages/handouts/handout-documents';
import { lockDocument } from '../passages/invalidation-events';
import { readersOfDocument } from '../sharing/reveals/document-readers';
import { deleteImportedNotes } from '../trash/private-notes';
import { moveToTrash } from '../trash/trashed-documents';
import { ImportTaken } from './extraction/import-extraction';
import { importById, lockClaimed, setImportState, type ClaimedImport } from './import-rows';
import { documentsOfImport } from './saving/imported-documents';
import { ImportedSessions } from './saving/records/imported-session-records';

/** Documents of one transaction: others who write in the campaign wait for it. */
const BATCH = 50;

/** Moves the documents of an import to the trash, in batches, so that a killed process loses no more than one. */
@Injectable()
export class ImportUndo {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly sessions: ImportedSessions,
  ) {}

  /** @throws {ImportTaken} */
  async undo(claimed: ClaimedImport, lease: HeldLease): Promise<void> {
    const { undo_documents, undo_chosen } = claimed;
    const total = undo_documents.length + undo_chosen.length;
    for (let left = total; left > 0;) {
      lease.signal.throwIfAborted();
      lease.progress = 1 - left / total;
      left = await this.uow.run((tx) => this.undoSome(tx, claimed));
    }
    await this.sessions.undo(claimed.campaign_id, claimed.id);
    await this.uow.run(async (tx) => {
      if (!(await lockClaimed(tx, claimed))) throw new ImportTaken();
      const row = await importById(tx, claimed.id);
      // A GM chose more documents in this moment.
      if (row?.undo_by && row.undo_chosen.length > 0)
        return setImportState(tx, row.id, { state: 'undoing', isDue: true });
      await deleteImportedRecords(tx, claimed.id);
      const remaining = await documentsOfImport(tx, claimed);
      await setImportState(tx, claimed.id, { state: remaining.length > 0 ? 'done' : 'undone' });
    });
  }

  /** @returns number of documents that are left */
  private async undoSome(tx: Transaction, claimed: ClaimedImport): Promise<number> {
    const { id, campaign_id: campaign } = claimed;
    await lockExistingCampaign(tx, campaign);
    if (!(await lockClaimed(tx, claimed))) throw new ImportTaken();
    const row = await importById(tx, id);
    if (!row?.undo_by) return 0;
    const [unchanged, chosen] = [
      row.undo_documents.slice(0, BATCH),
      row.undo_chosen.slice(0, BATCH),
    ];
    const found = new Map((await documentsOfImport(tx, row)).map((one) => [one.id, one.reason]));
    // Without documents that changed since the request, or are in the trash already.
    const trashed = [
      ...unchanged.filter((one) => found.get(one) === null),
      ...chosen.filter((one) => found.has(one)),
    ];
    const seen: AudienceMembers[] = [];
    for (const document of trashed)
      seen.push(...(await trashDocument(tx, { campaign, document, by: row.undo_by })));
    if (seen.length > 0) {
      const to = eventAudienceOf(unionOfAll(seen));
      await tx.outbox.event(hintGiven, { kind: 'documents', campaign, id: campaign, to });
    }
    const rest = [row.undo_documents.slice(BATCH), row.undo_chosen.slice(BATCH)];
    await tx.query('UPDATE import SET undo_documents = $2, undo_chosen = $3 WHERE id = $1', [
      ...[id, ...rest],
    ]);
    return rest.flat().length;
  }
}

/** Deletes comments, notes of players and ledger entries of an import. */
async function deleteImportedRecords(tx: Transaction, id: string): Promise<void> {
  await deleteImportedComments(tx, id);
  await deleteImportedEntries(tx, { column: 'import_id', value: id });
  await deleteImportedNotes(tx, id);
}

/** @returns players who lose the document, and its handouts */
async function trashDocument(
  tx: Transaction,
  { campaign, document, by }: { campaign: string; document: string; by: string },
): Promise<AudienceMembers[]> {
  const before = await lockDocument(tx, document);
  if (!before) return [];
  const seen: AudienceMembers[] = [];
  for (const one of [before, ...(await lockHandouts(tx, document))]) {
    const { readers, takes } = await readersOfDocument(tx, one);
    await moveToTrash(tx, { campaign, document: one.id, by, takes });
    seen.push(readers);
  }
  return seen;
}
