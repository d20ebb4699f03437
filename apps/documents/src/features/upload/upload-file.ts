import { DEFAULT_CONTENT_TYPE } from '@tomekeeper/contracts-document';
import type { createDocumentsApi, Document } from '../../documents-api';

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

/** The file did not reach the object store. Its message is for the person. */
export class StorageUploadError extends Error {
  override readonly name = 'StorageUploadError';
}

export interface StorageTarget {
  upload_url: string;
  headers: Readonly<Record<string, string>>;
}

/** Headers that the browser writes itself and lets no page set. */
const BROWSERS_OWN = new Set(['content-length', 'host']);

/**
 * Sends a file straight to the object store, with nothing of the session. XMLHttpRequest, because
 * `fetch` still does not tell how far an upload has come.
 * @param onPercent called with whole percents
 * @throws {StorageUploadError}
 */
function putToStorage(
  { upload_url, headers }: StorageTarget,
  file: File,
  onPercent: (percent: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', upload_url);
    for (const [name, value] of Object.entries(headers)) {
      if (!BROWSERS_OWN.has(name.toLowerCase())) request.setRequestHeader(name, value);
    }
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onPercent(Math.round((loaded / total) * 100));
    };
    request.onload = () => {
      if (request.status >= 200 && request.status <= 299) resolve();
      else reject(new StorageUploadError(`Storage upload failed (${request.status})`));
    };
    request.onerror =
      request.ontimeout =
      request.onabort =
        () => reject(new StorageUploadError('Storage upload failed (network error)'));
    request.send(file);
  });
}
