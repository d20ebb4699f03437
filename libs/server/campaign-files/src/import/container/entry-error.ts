import type { TransferProblemReason } from '../../model';

/** One entry cannot be read; the others can. */
export class EntryError extends Error {
  constructor(
    readonly reason: TransferProblemReason,
    options?: ErrorOptions,
  ) {
    super(`An entry of the import is ${reason}.`, options);
  }
}
