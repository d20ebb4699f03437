import { Injectable } from '@nestjs/common';
import { UnitOfWork, type SqlReader } from '@tomekeeper/persistence';
import { FreshCopies } from '../../storage/fresh-copies';
import { hiddenIn } from '../../passages/audiences/change-classes';
import { documentChanged } from '../../passages/changes';
import { clearEverHidden, releaseHold, wasEverHidden } from '../../extraction-jobs/extractions';
import {
  changedMeanwhile,
  extractionRuns,
  documentNotFound,
  fileIsOfSpoiler,
  noteHasNoFile,
  partIsHidden,
} from '../../model/document.errors';
import { emitDocumentChanged, lockDocument } from '../../passages/invalidation-events';
import { isNote } from '../../model/note-key';
import { Reveals } from './reveals';
import type { VisibleDocument } from '../../access/visible-documents';

/** Whether players get no file of a document once it is Public: something of its text is hidden, or was. */
export const isFileRestricted = async (db: SqlReader, document: string): Promise<boolean> =>
  (await wasEverHidden(db, document)) || (await hiddenIn(db, document)) > 0;

/** Files that players do not get because something of their text was hidden once, or could not be extracted, until a GM releases them. */
@Injectable()
export class RestrictedFiles {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly copies: FreshCopies,
    private readonly reveals: Reveals,
  ) {}

  /** @throws {DomainError} 409 where some player does not see all of its text */
  async give(document: VisibleDocument): Promise<void> {
    const { id, text_state } = document;
    if (isNote(document)) throw noteHasNoFile();
    if (document.is_spoilers) throw fileIsOfSpoiler();
    if (!document.is_withheld) return;
    if (text_state === null || text_state === 'waiting' || text_state === 'reading')
      throw extractionRuns();
    const hidden = await hiddenIn(this.uow, id);
    if (hidden > 0) throw partIsHidden(hidden);
    // The store's timestamp must not reveal to players that the file existed before, so players get a new copy.
    const copy = await this.copies.make(document);
    await this.uow.run(async (tx) => {
      const before = await lockDocument(tx, id);
      if (!before) throw documentNotFound(); // deleted in this moment
      if (before.is_spoilers || before.s3_key !== document.s3_key) throw changedMeanwhile();
      const hiddenNow = await hiddenIn(tx, id);
      if (hiddenNow > 0) throw partIsHidden(hiddenNow);
      const wasOnHold = await releaseHold(tx, id);
      if (!wasOnHold && !(await wasEverHidden(tx, id))) return;
      await clearEverHidden(tx, id);
      if (copy) await this.reveals.giveCopy(tx, before, copy);
      await documentChanged(tx, { campaign: before.campaign_id, document: id });
      await emitDocumentChanged(tx, before, 'party');
    });
  }
}
