import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import { DomainError } from '@tomekeeper/service-kit';

export const tooLarge = (maxMegabytes: number) =>
  new DomainError('too-large', 'document.too_large', `A file may have at most ${maxMegabytes} MB.`);

/** Nothing was prepared under this key, for this campaign, by this person; or too long ago. */
export const uploadNotFound = () =>
  new DomainError(
    'not-found',
    'document.upload_not_found',
    'This upload is not known. Please choose the file again.',
  );

export const notArrived = () =>
  new DomainError(
    'conflict',
    'document.upload_incomplete',
    'The file has not arrived yet. Please upload it before finishing.',
  );

export const otherSize = () =>
  new DomainError(
    'conflict',
    'document.upload_incomplete',
    'The stored file does not have the announced size. Please upload it again.',
  );

export const uploadChanged = () =>
  new DomainError(
    'conflict',
    'document.upload_changed',
    'The file was replaced while it was being saved. Please upload it again.',
  );

export const tooManyUploads = () =>
  new DomainError(
    'conflict',
    'document.too_many_uploads',
    `At most ${DOCUMENT_LIMITS.openUploads} uploads of yours can be open at once. Please wait until some have finished.`,
  );
