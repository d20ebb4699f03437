import { Injectable } from '@nestjs/common';
import {
  IMPORT_LIMITS,
  type UndoImportAnswer,
  type UndoImportRequest,
} from '@tomekeeper/contracts-document';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { eventAudienceOf, type AudienceMembers, unionOfAll } from '@tomekeeper/visibility';
import { hintGiven } from '@tomekeeper/contracts-live';
import { lockExistingCampaign } from '../memberships/campaign-lock';
import { lockDocument } from '../passages/invalidation-events';
import { lockHandouts } from '../passages/handouts/handout-documents';
import { readersOfDocument } from '../sharing/reveals/document-readers';
import { moveToTrash } from '../trash/trashed-documents';
import { tooLateToUndo } from './import.errors';
import { undoEnd } from './import-response';
import { importById, setImportState, type ImportRow } from './import-rows';
import { ImportsService } from './imports.service';
import { documentsOfImport } from './saving/imported-documents';

/** Moves the documents of an import to the trash. */
@Injectable()
export class UndoImportService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly imports: ImportsService,
  ) {}

  async undo(
    user: string,
    id: string,
    { documents }: UndoImportRequest,
  ): Promise<UndoImportAnswer> {
    const { campaign_id: campaign } = await this.imports.find(user, id);
    return this.uow.run(async (tx) => {
      await lockExistingCampaign(tx, campaign);
      const row = await importById(tx, id, 'FOR UPDATE');
      if (!row || !isUndoable(row)) throw tooLateToUndo();
      const all = await documentsOfImport(tx, { id, finished: row.state_since });
      const chosen = new Set(documents);
      const isTrashed = (one: (typeof all)[number]) =>
        documents ? chosen.has(one.id) && one.reason !== 'replaced' : one.reason === null;
      const trashed = all.filter(isTrashed);
      await trashAll(
        tx,
        { campaign, by: user },
        trashed.map((one) => one.id),
      );
      const left = all.filter((one) => !isTrashed(one));
      if (left.length === 0) await setImportState(tx, id, { state: 'undone' });
      const changed = left
        .slice(0, IMPORT_LIMITS.page)
        .flatMap(({ reason, ...one }) => (reason === null ? [] : [{ ...one, reason }]));
      return { trashed: trashed.length, changed };
    });
  }
}

const isUndoable = (row: ImportRow): boolean =>
  row.state === 'undone' || (undoEnd(row)?.getTime() ?? 0) > Date.now();

async function trashAll(
  tx: Transaction,
  { campaign, by }: { campaign: string; by: string },
  documents: readonly string[],
): Promise<void> {
  const seen: AudienceMembers[] = [];
  for (const document of documents) {
    const before = await lockDocument(tx, document);
    if (!before) continue;
    for (const one of [before, ...(await lockHandouts(tx, document))]) {
      const { readers, takes } = await readersOfDocument(tx, one);
      await moveToTrash(tx, { campaign, document: one.id, by, takes });
      seen.push(readers);
    }
  }
  if (seen.length === 0) return;
  // One event for the whole import.
  const to = eventAudienceOf(unionOfAll(seen));
  await tx.outbox.event(hintGiven, { kind: 'documents', campaign, id: campaign, to });
}
