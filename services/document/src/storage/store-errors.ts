import { S3ServiceException } from '@aws-sdk/client-s3';
import { DomainError } from '@tomekeeper/service-kit';

export function isNotFound(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
}

export function isChanged(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 412;
}

export const storeUnavailable = (cause: unknown) =>
  new DomainError(
    'unavailable',
    'storage.unavailable',
    'The file storage does not answer right now. Please try again in a moment.',
    { cause },
  );
