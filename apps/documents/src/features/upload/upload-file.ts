import { DEFAULT_CONTENT_TYPE } from '@tomekeeper/contracts-document';
import type { createDocumentsApi, Document } from '../../documents-api';
import { putToStorage, StorageUploadError } from './put-to-storage';

export interface Upload {
  campaignId: string;
  file: File;
  isSpoilers: boolean;
}

/**
 * The three steps of an upload: ask where to, send, say that it is there. Cut off in between, no
 * document exists.
 * @throws {ApiError|StorageUploadError|NetworkError}
 */
export async function uploadFile(
  api: Pick<ReturnType<typeof createDocumentsApi>, 'presign' | 'finalize'>,
  { campaignId, file, isSpoilers }: Upload,
  onPercent: (percent: number) => void,
): Promise<Document> {
  const target = await api.presign({
    campaign: campaignId,
    file_name: file.name,
    content_type: file.type || DEFAULT_CONTENT_TYPE,
    is_spoilers: isSpoilers,
    size: file.size,
  });
  if (!target) throw new StorageUploadError('Failed to get upload URL');
  await putToStorage(target, file, onPercent);
  return api.finalize({
    campaign: campaignId,
    s3_key: target.key,
    is_spoilers: isSpoilers,
    original_filename: file.name,
  });
}
