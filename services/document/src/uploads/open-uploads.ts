import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import type { Transaction } from '@tomekeeper/persistence';
import { DomainError } from '@tomekeeper/service-kit';

/**
 * Limits the pending URLs of a user, because each allows a full upload before it is counted.
 * @param except key of an upload that is not counted
 */
export async function limitOpenUploads(tx: Transaction, user: string, except = ''): Promise<void> {
  const [count] = await tx.query<{ open: number }>(
    `SELECT count(*)::int AS open FROM pending_upload
      WHERE uploader = $1 AND expires_at > now() AND s3_key <> $2`,
    [user, except],
  );
  if ((count?.open ?? 0) >= DOCUMENT_LIMITS.openUploads) throw tooManyUploads();
}

/** Nothing was prepared under this key, for this campaign, by this person; or too long ago. */
export const uploadNotFound = () =>
  new DomainError(
    'not-found',
    'document.upload_not_found',
    'This upload is not known. Please choose the file again.',
  );

const tooManyUploads = () =>
  new DomainError(
    'conflict',
    'document.too_many_uploads',
    `At most ${DOCUMENT_LIMITS.openUploads} uploads of yours can be open at once. Please wait until some have finished.`,
  );

/** The store has no object of the upload yet. */
export const uploadIncomplete = () =>
  new DomainError(
    'conflict',
    'document.upload_incomplete',
    'The file has not arrived yet. Please upload it before finishing.',
  );
