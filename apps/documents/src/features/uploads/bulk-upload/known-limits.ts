import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import type { UploadState } from '../queue/queued-upload';

const BYTES_PER_MB = 1024 * 1024;

export interface Limits {
  maxMb: number;
  /** Number of documents that the campaign can still hold. */
  room: number;
}

/** Checks limits before the upload. Undefined for files within the limits. */
export function knownLimits(
  files: readonly File[],
  { maxMb, room }: Limits,
): (UploadState | undefined)[] {
  let left = room;
  return files.map((file) => {
    const state = limitOf(file, maxMb);
    if (state?.at === 'failed') return state;
    left -= 1;
    return left < 0 ? TOO_MANY : state;
  });
}

const failed = (message: string, reason: string, canRetry = false): UploadState => ({
  at: 'failed',
  failure: { message, reason },
  canRetry,
});

const TOO_MANY = failed(
  `A campaign can have at most ${DOCUMENT_LIMITS.perCampaign.toLocaleString()} documents.`,
  'Delete some first, or put this one into another campaign.',
  true,
);

function limitOf({ name, size }: File, maxMb: number): UploadState | undefined {
  if (size > maxMb * BYTES_PER_MB) {
    return failed(
      `It is larger than ${maxMb} MB, the most that can be uploaded.`,
      'Make it smaller or split it, and choose it again.',
    );
  }
  if ([...name].length > DOCUMENT_LIMITS.fileNameLength) {
    return failed(
      `Its name has more than ${DOCUMENT_LIMITS.fileNameLength} characters.`,
      'Rename it, and choose it again.',
    );
  }
  if (size === 0) return { at: 'asking', question: 'This file is empty.' };
  return undefined;
}
