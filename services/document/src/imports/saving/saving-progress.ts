import type { UnitOfWork } from '@tomekeeper/persistence';
import { ImportTaken } from '../extraction/import-extraction';
import { renewImport, type ClaimedImport } from '../import-rows';

const RENEW_EVERY_MS = 2000;

/** Renews the lease of an import, and stores its progress, while a transaction saves it. */
export class SavingProgress {
  private done = 0;
  private renewed = Date.now();

  constructor(
    private readonly uow: UnitOfWork,
    private readonly claimed: ClaimedImport,
    private readonly items: number,
  ) {}

  /** Call before each item. @throws {ImportTaken} */
  async next(): Promise<void> {
    const share = this.done / this.items;
    this.done += 1;
    if (Date.now() - this.renewed < RENEW_EVERY_MS) return;
    this.renewed = Date.now();
    if (!(await renewImport(this.uow, this.claimed, share))) throw new ImportTaken();
  }
}
