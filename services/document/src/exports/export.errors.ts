import { EXPORT_LIMITS } from '@tomekeeper/contracts-document';
import { DomainError } from '@tomekeeper/service-kit';

export const exportNotFound = () =>
  new DomainError(
    'not-found',
    'document.export_not_found',
    'This export does not exist. Please start a new one.',
  );

export const exportOutdated = () =>
  new DomainError(
    'gone',
    'document.export_outdated',
    'Something in this export was hidden or deleted since. Export again.',
  );

export const tooManyExports = () =>
  new DomainError(
    'conflict',
    'document.too_many_exports',
    `At most ${EXPORT_LIMITS.open} exports of yours can run at once. Wait until one has finished.`,
  );
