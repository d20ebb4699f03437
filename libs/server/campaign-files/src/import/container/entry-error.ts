import type { ImportProblem } from '@tomekeeper/contracts-document';

/** One entry cannot be read; the others can. */
export class EntryError extends Error {
  constructor(
    readonly reason: ImportProblem['reason'],
    options?: ErrorOptions,
  ) {
    super(`An entry of the import is ${reason}.`, options);
  }
}
