import { ApiError, detailOrText, isNetworkError, type Failure } from '@tomekeeper/api-client';
import { StorageUploadError } from '@tomekeeper/remote-kit';

export const UNREADABLE: Failure = {
  message: 'This file can’t be read.',
  reason: 'It was moved, changed or deleted meanwhile. Choose it again.',
};

/**
 * What kind of failure it is: a `line` that broke may be whole again at once, a server that is `busy` asks for patience,
 * of what is `lost` on the way all is sent again.
 */
export function troubleOf(error: unknown): 'line' | 'busy' | 'lost' | 'unreadable' | 'refused' {
  if (error instanceof DOMException) return 'unreadable';
  if (isNetworkError(error)) return 'line';
  if (error instanceof StorageUploadError) {
    const { status = 0, message } = error;
    // 403: its address has run out meanwhile.
    if (status === 403 || status >= 500) return 'line';
    return status === 0 && message.includes('network') ? 'line' : 'refused';
  }
  if (!(error instanceof ApiError)) return 'refused';
  if ([429, 502, 503, 504].includes(error.status)) return 'busy';
  return error.code?.startsWith('document.upload_') ? 'lost' : 'refused';
}

/** Whether it is refused to the campaign as a whole, and not to the one file. */
export const isOfTheCampaign = (error: unknown) =>
  error instanceof ApiError &&
  (error.status === 403 || error.status === 404 || error.code === 'document.too_many');

/** The server's sentence, or the error's own, or 'Upload failed'. */
export function wordsFor(error: unknown): Failure {
  if (error instanceof StorageUploadError || isNetworkError(error)) {
    return { message: error.message, reason: 'Nothing was uploaded. Please try again.' };
  }
  return detailOrText(error, 'Upload failed');
}
