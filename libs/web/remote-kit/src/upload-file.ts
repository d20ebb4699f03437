import { createApiClient } from '@tomekeeper/api-client';
import type { PresignRequest } from '@tomekeeper/contracts-document';
import { z } from 'zod';
import type { Http } from './shell-api';

const DEFAULT_CONTENT_TYPE = 'application/octet-stream';
/** Stricter than the document service: browsers never send parameters. */
const CONTENT_TYPE = /^[\w.+-]{1,120}\/[\w.+-]{1,120}$/;

/** Presigned upload target in the object store. */
const uploadTarget = z.object({
  upload_url: z.string().min(1),
  key: z.string().min(1),
  headers: z.record(z.string(), z.string()).default({}),
  same_content: z
    .array(z.object({ id: z.string().nullish(), original_filename: z.string() }))
    .optional(),
});
type UploadTarget = z.infer<typeof uploadTarget>;

export interface FileUpload<Result> {
  purpose: NonNullable<PresignRequest['purpose']>;
  campaign: string;
  file: File;
  isSpoilers: boolean;
  /** Id of the document whose file the upload replaces. */
  replaces?: string | undefined;
  contentFingerprint?: string | undefined;
  /** Key of a previous attempt whose file is already stored: only `finalize` is repeated. */
  storedKey?: string | undefined;
  /** Key of a previous attempt that `send` continues. */
  startedKey?: string | undefined;
  /** Creates a document, version, image or cover from the stored file. */
  finalize: (key: string) => Promise<Result>;
}

export interface UploadCallbacks {
  /** In bytes. */
  onProgress?: (loaded: number, total: number) => void;
  /** Called before the upload with the campaign's documents that have the same content. An exception aborts the upload. */
  onSameContent?: (documents: NonNullable<UploadTarget['same_content']>) => void;
  onStored?: (key: string) => void;
  /** Sends the file in another way than by one PUT, for example in parts. */
  send?: ((key: string) => Promise<void>) | undefined;
  signal?: AbortSignal;
}

/**
 * Uploads a file in three steps: requests a target from the document service, sends the file to the object store, and finalizes
 * the upload. If a step fails, nothing is created.
 * @throws {ApiError|StorageUploadError|NetworkError}
 */
export async function uploadFile<Result>(
  http: Http,
  upload: FileUpload<Result>,
  callbacks: UploadCallbacks = {},
): Promise<Result> {
  const key = upload.storedKey ?? (await store(http, upload, callbacks));
  callbacks.onStored?.(key);
  return upload.finalize(key);
}

/** Sends the file to the object store. @returns its key */
async function store(
  http: Http,
  upload: FileUpload<unknown>,
  callbacks: UploadCallbacks,
): Promise<string> {
  const { signal, onSameContent, send } = callbacks;
  let key = send && upload.startedKey;
  if (key !== undefined) {
    await send?.(key);
  } else {
    const target = await createTarget(http, upload);
    key = target.key;
    signal?.throwIfAborted();
    onSameContent?.(target.same_content ?? []);
    await (send ? send(key) : putToStorage(target, upload.file, callbacks));
  }
  signal?.throwIfAborted();
  return key;
}

async function createTarget(
  http: Http,
  { purpose, campaign, file, isSpoilers, replaces, contentFingerprint }: FileUpload<unknown>,
): Promise<UploadTarget> {
  const body: PresignRequest = {
    ...{ campaign, file_name: file.name || purpose, size: file.size, is_spoilers: isSpoilers },
    content_type: CONTENT_TYPE.test(file.type) ? file.type : DEFAULT_CONTENT_TYPE,
    ...(purpose !== 'document' && { purpose }),
    replaces,
    content_fingerprint: contentFingerprint,
  };
  const answer = await createApiClient(http).post('/api/documents/presign/', {
    body,
    answer: z.unknown(),
  });
  const target = uploadTarget.safeParse(answer).data;
  if (!target) throw new StorageUploadError('Failed to get upload URL');
  return target;
}

/** The upload to the object store failed. The message is for the user. */
export class StorageUploadError extends Error {
  override readonly name = 'StorageUploadError';
  constructor(
    message: string,
    /** HTTP status of the object store, if it responded. */
    readonly status?: number,
  ) {
    super(message);
  }
}

/** Forbidden headers: browsers set them, scripts must not. */
const FORBIDDEN_HEADERS = new Set(['content-length', 'host']);

/**
 * Sends the file without credentials. Uses XMLHttpRequest because `fetch` does not report upload progress.
 * @throws {StorageUploadError} also on abort
 */
export function putToStorage(
  { upload_url, headers = {} }: Pick<UploadTarget, 'upload_url'> & Partial<UploadTarget>,
  file: Blob,
  { onProgress, signal }: UploadCallbacks,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', upload_url);
    for (const [name, value] of Object.entries(headers)) {
      if (!FORBIDDEN_HEADERS.has(name.toLowerCase())) request.setRequestHeader(name, value);
    }
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0 && !signal?.aborted) onProgress?.(loaded, total);
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
