import { ApiError, detailOrText, isNetworkError, type Failure } from '@tomekeeper/api-client';
import { StorageUploadError } from '@tomekeeper/remote-kit';

export const UNREADABLE: Failure = {
  message: 'This file can’t be read.',
  reason: 'It was moved, changed or deleted meanwhile. Choose it again.',
};

/**
 * Classifies an error: `line` and `busy` are retried automatically, `busy` after a longer delay; `lost` restarts the transfer
 * from the beginning.
 */
export function troubleOf(error: unknown): 'line' | 'busy' | 'lost' | 'unreadable' | 'refused' {
  if (error instanceof DOMException) return 'unreadable';
  if (isNetworkError(error)) return 'line';
  if (error instanceof StorageUploadError) {
    const { status = 0, message } = error;
    // 403: the signed URL has expired.
    if (status === 403 || status >= 500) return 'line';
    return status === 0 && message.includes('network') ? 'line' : 'refused';
  }
  if (!(error instanceof ApiError)) return 'refused';
  if ([429, 502, 503, 504].includes(error.status)) return 'busy';
  return error.code?.startsWith('document.upload_') ? 'lost' : 'refused';
}

/** Whether the error concerns the whole campaign rather than one file. */
export const isOfTheCampaign = (error: unknown) =>
  error instanceof ApiError &&
  (error.status === 403 || error.status === 404 || error.code === 'document.too_many');

/** The server's message, the error's own message, or 'Upload failed'. */
export function wordsFor(error: unknown, isContinued = false): Failure {
  if (error instanceof StorageUploadError || isNetworkError(error)) {
    const reason = isContinued
      ? 'The uploaded part is stored for 24 hours. Try again to continue.'
      : 'Nothing was uploaded. Please try again.';
    return { message: error.message, reason };
  }
  return detailOrText(error, 'Upload failed');
}
