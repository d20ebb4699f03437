import { IMPORT_LIMITS } from '@tomekeeper/contracts-document';
import { DomainError } from '@tomekeeper/service-kit';

export const importNotFound = () =>
  new DomainError(
    'not-found',
    'document.import_not_found',
    'This import does not exist. Please start again.',
  );

/** The state of the import does not allow the request. */
export const importChanged = () =>
  new DomainError(
    'conflict',
    'document.import_changed',
    'This import has gone on meanwhile. Reload the page to see its state.',
  );

export const tooManyImports = () =>
  new DomainError(
    'conflict',
    'document.too_many_imports',
    `At most ${IMPORT_LIMITS.open} imports of a campaign can be open at once. Finish or cancel one first.`,
  );

export const tooLargeImport = (maxMegabytes: number) =>
  new DomainError(
    'too-large',
    'document.too_large',
    `An import may have at most ${maxMegabytes} MB. Split it into several imports.`,
  );

export const tooLateToUndo = () =>
  new DomainError(
    'conflict',
    'document.import_not_undoable',
    `An import can be undone for ${IMPORT_LIMITS.undoDays} days. Delete its documents one by one.`,
  );
