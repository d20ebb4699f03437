import type { IncomingMessage } from 'node:http';
import type { BlobMeta } from './blob';
import { S3Error } from './s3-error';
import { header } from './s3-request';

/** Evaluates conditions of a read by ETag: true if the client's version is current. */
export function isUnchanged(message: IncomingMessage, meta: BlobMeta): boolean {
  const match = header(message, 'if-match');
  if (match !== undefined && !names(match, meta)) throw new S3Error('PreconditionFailed');
  const noneMatch = header(message, 'if-none-match');
  return noneMatch !== undefined && names(noneMatch, meta);
}

/** Conditions of a write; throws when they don't hold. */
export function checkWrite(message: IncomingMessage, existing: BlobMeta | undefined): void {
  const noneMatch = header(message, 'if-none-match');
  if (noneMatch !== undefined && noneMatch !== '*') {
    throw new S3Error('NotImplemented', 'If-None-Match of a write takes only *.');
  }
  if (noneMatch === '*' && existing) throw new S3Error('PreconditionFailed');
  const match = header(message, 'if-match');
  if (match === undefined) return;
  if (!existing) throw new S3Error('NoSuchKey');
  if (!names(match, existing)) throw new S3Error('PreconditionFailed');
}

/** Evaluates conditions of a copy on its source. @throws {S3Error} if one is not met */
export function checkCopySource(message: IncomingMessage, source: BlobMeta): void {
  const match = header(message, 'x-amz-copy-source-if-match');
  if (match !== undefined && !names(match, source)) throw new S3Error('PreconditionFailed');
}

function names(list: string, { etag }: BlobMeta): boolean {
  return list
    .split(',')
    .map((entry) => entry.trim().replace(/^W\//, '').replace(/^"|"$/g, ''))
    .some((entry) => entry === '*' || entry === etag);
}
