import {
  DEFAULT_CONTENT_TYPE,
  presignRequest,
  type FinalizeRequest,
} from '@tomekeeper/contracts-document';
import { fingerprintOf } from './fingerprint';
import type { createDocumentsApi, Document } from '../../documents-api/documents-api';

export interface Upload {
  campaignId: string;
  file: File;
  isSpoilers: boolean;
  /** The document whose file it replaces; otherwise it becomes a document of its own. */
  replaces?: Document | undefined;
}

export type UploadApi = Pick<ReturnType<typeof createDocumentsApi>, 'presign' | 'finalize'>;

/**
 * The three steps of an upload: ask where to, send, say that it is there. Cut off in between, no
 * document exists.
 * @throws {ApiError|StorageUploadError|NetworkError}
 */
export async function uploadFile(
  api: UploadApi,
  upload: Upload,
  onPercent: (percent: number) => void,
): Promise<Document> {
  const { file } = upload;
  const target = await prepareUpload(api, upload, await fingerprintOf(file));
  await putToStorage(target, file, {
    onLoaded: (loaded, total) => onPercent(Math.round((loaded / total) * 100)),
  });
  return api.finalize(finalizing(upload, target.key));
}

/** @returns where the file goes @throws {ApiError|StorageUploadError|NetworkError} */
export async function prepareUpload(
  api: Pick<UploadApi, 'presign'>,
  { campaignId, file, isSpoilers, replaces }: Upload,
  fingerprint: string | undefined,
): Promise<NonNullable<Awaited<ReturnType<UploadApi['presign']>>>> {
  const target = await api.presign({
    campaign: campaignId,
    file_name: file.name,
    content_type: contentTypeOf(file),
    is_spoilers: isSpoilers,
    size: file.size,
    content_fingerprint: fingerprint,
    replaces: replaces?.id,
  });
  if (!target) throw new StorageUploadError('Failed to get upload URL');
  return target;
}

/** What is said of a file that has arrived. */
export const finalizing = (
  { campaignId, file, isSpoilers }: Upload,
  s3_key: string,
): FinalizeRequest => ({
  campaign: campaignId,
  s3_key,
  is_spoilers: isSpoilers,
  original_filename: file.name,
});

/** The type that the system gives a file, unless no service would take it. */
function contentTypeOf({ type }: File): string {
  return (type && presignRequest.shape.content_type.safeParse(type).data) || DEFAULT_CONTENT_TYPE;
}

/** The file did not reach the object store. Its message is for the person. */
export class StorageUploadError extends Error {
  override readonly name = 'StorageUploadError';
  constructor(
    message: string,
    /** What the store answered, where it answered. */
    readonly status?: number,
  ) {
    super(message);
  }
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
 * @throws {StorageUploadError} also when `signal` breaks it off
 */
export function putToStorage(
  { upload_url, headers }: StorageTarget,
  file: File,
  { onLoaded, signal }: { onLoaded: (loaded: number, total: number) => void; signal?: AbortSignal },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', upload_url);
    for (const [name, value] of Object.entries(headers)) {
      if (!BROWSERS_OWN.has(name.toLowerCase())) request.setRequestHeader(name, value);
    }
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onLoaded(loaded, total);
    };
    request.onload = () => {
      const { status } = request;
      if (status >= 200 && status <= 299) resolve();
      else reject(new StorageUploadError(`Storage upload failed (${status})`, status));
    };
    request.onerror =
      request.ontimeout =
      request.onabort =
        () => reject(new StorageUploadError('Storage upload failed (network error)'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
