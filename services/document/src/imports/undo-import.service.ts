import { Injectable } from '@nestjs/common';
import {
  IMPORT_LIMITS,
  type UndoImportAnswer,
  type UndoImportRequest,
} from '@tomekeeper/contracts-document';
import { UnitOfWork } from '@tomekeeper/persistence';
import { importChanged, tooLateToUndo } from './import.errors';
import { processImports } from './import-jobs';
import { undoEnd } from './import-response';
import { importById, setImportState } from './import-rows';
import { ImportsService } from './imports.service';
import { documentsOfImport } from './saving/imported-documents';

/** Starts the undo of an import; the worker moves the documents to the trash. */
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
    await this.imports.find(user, id);
    return this.uow.run(async (tx) => {
      const row = await importById(tx, id, 'FOR UPDATE');
      const isUndoing = row?.state === 'undoing' && documents !== undefined;
      if (!row || (!isUndoing && (undoEnd(row)?.getTime() ?? 0) < Date.now()))
        throw row?.state === 'done' ? tooLateToUndo() : importChanged();
      const all = await documentsOfImport(tx, row);
      const chosen = new Set(documents);
      const isTrashed = (one: (typeof all)[number]) =>
        documents ? chosen.has(one.id) && one.reason !== 'replaced' : one.reason === null;
      const trashed = all.filter(isTrashed).map((one) => one.id);
      if (!isUndoing) await setImportState(tx, id, { state: 'undoing', isDue: true });
      const column = documents ? 'undo_chosen' : 'undo_documents';
      await tx.query(
        `UPDATE import SET ${column} = ${column} || $2::uuid[], undo_by = $3 WHERE id = $1`,
        [...[id, trashed, user]],
      );
      await tx.outbox.job(processImports, {});
      const changed = all
        .filter((one) => !isTrashed(one))
        .slice(0, IMPORT_LIMITS.page)
        .flatMap(({ reason, ...one }) => (reason === null ? [] : [{ ...one, reason }]));
      return { trashed: trashed.length, changed };
    });
  }
}
