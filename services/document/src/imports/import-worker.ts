import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { IMPORT_LIMITS } from '@tomekeeper/contracts-document';
import { HandlesJob } from '@tomekeeper/jobs';
import { UnitOfWork } from '@tomekeeper/persistence';
import { DomainError, isDatabaseDown, LOG, type Log } from '@tomekeeper/service-kit';
import { isUnavailable } from '../extraction-jobs/extraction-fault';
import { withLease, type HeldLease } from '../lease-renewal';
import { ImportFailed } from './extraction/child/import-in-sandbox';
import { ImportExtraction, ImportTaken } from './extraction/import-extraction';
import { processImports } from './import-jobs';
import { deleteImportItems, removeImportSource } from './import-removal';
import {
  claimImport,
  expiredReviews,
  importById,
  lockClaimed,
  MAX_TRIES,
  renewImport,
  retryImport,
  setImportState,
  type ClaimedImport,
} from './import-rows';
import { ImportedSessions } from './saving/records/imported-session-records';
import { ImportSaving } from './saving/save-import';
import { ImportUndo } from './undo-import';

/** Extracts the uploads of imports, and saves them after their review. */
@Injectable()
export class ImportWorker implements OnModuleDestroy {
  private readonly stopped = new AbortController();

  constructor(
    private readonly uow: UnitOfWork,
    private readonly extraction: ImportExtraction,
    private readonly saving: ImportSaving,
    private readonly undoing: ImportUndo,
    private readonly sessions: ImportedSessions,
    @Inject(LOG) private readonly log: Log,
  ) {}

  onModuleDestroy(): void {
    this.stopped.abort(new Error('The process ends.'));
  }

  @HandlesJob(processImports)
  async processDue(): Promise<void> {
    await this.endExpired();
    while (!this.stopped.signal.aborted) {
      const claimed = await claimImport(this.uow);
      if (!claimed) return;
      await this.process(claimed);
    }
  }

  private async process(claimed: ClaimedImport): Promise<void> {
    try {
      // Three processes crashed or failed on this import, or the store is unavailable all day.
      if (claimed.tries > MAX_TRIES || isStale(claimed)) throw new ImportFailed('damaged');
      await withLease(
        {
          renew: (progress) => renewImport(this.uow, claimed, progress),
          lost: () => new ImportTaken(),
        },
        (lease) => this.work(claimed, lease),
      );
    } catch (error) {
      if (error instanceof ImportTaken) return;
      const failed = failureOf(error);
      if (failed) return await this.fail(claimed, failed);
      const isOutage = isDatabaseDown(error) || isUnavailable(error);
      const counted = !isOutage && !this.stopped.signal.aborted;
      this.log.warn({ err: error, tries: claimed.tries }, 'an import is tried again');
      await retryImport(this.uow, claimed, { counted });
      // The job is retried in a second; without an error, the import would wait for the next scheduled job.
      throw error;
    }
  }

  private work(claimed: ClaimedImport, lease: HeldLease): Promise<void> {
    if (claimed.state === 'undoing') return this.undoing.undo(claimed, lease);
    if (claimed.state === 'saving') return this.saving.save(claimed, lease);
    return this.extraction.extract(claimed, lease, this.stopped.signal);
  }

  private async fail(claimed: ClaimedImport, { reason }: ImportFailed): Promise<void> {
    await this.uow.run(async (tx) => {
      // Another worker may have saved it meanwhile.
      if (!(await lockClaimed(tx, claimed))) return;
      // An earlier try may have added them.
      if (claimed.state === 'saving') await this.sessions.undo(claimed.campaign_id, claimed.id);
      // The review is not lost because the campaign is full.
      if (reason === 'campaign_full')
        return setImportState(tx, claimed.id, { state: 'review', failure: reason });
      // The rest of an undo can be undone again.
      if (claimed.state === 'undoing') return setImportState(tx, claimed.id, { state: 'done' });
      await setImportState(tx, claimed.id, { state: 'failed', failure: reason });
      await deleteImportItems(tx, { column: 'import_id', value: claimed.id });
      await removeImportSource(tx, claimed.source_key);
    });
  }

  private async endExpired(): Promise<void> {
    for (const id of await expiredReviews(this.uow, IMPORT_LIMITS.reviewHours))
      await this.uow.run(async (tx) => {
        const found = await importById(tx, id, 'FOR UPDATE');
        if (found?.state !== 'review') return;
        await setImportState(tx, id, { state: 'cancelled' });
        await deleteImportItems(tx, { column: 'import_id', value: id });
      });
  }
}

const HOUR_MS = 60 * 60 * 1000;

const isStale = ({ state_since }: ClaimedImport): boolean =>
  Date.now() - state_since.getTime() > IMPORT_LIMITS.reviewHours * HOUR_MS;

/** @returns undefined for an error that another try may not meet */
function failureOf(error: unknown): ImportFailed | undefined {
  if (error instanceof ImportFailed) return error;
  // The person left the campaign, or the campaign was deleted.
  const isForbidden =
    error instanceof DomainError && ['forbidden', 'not-found'].includes(error.kind);
  return isForbidden ? new ImportFailed('unsupported') : undefined;
}
