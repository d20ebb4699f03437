import { partCount, partSize, type PresignPartsAnswer } from '@tomekeeper/contracts-document';
import { putToStorage, StorageUploadError } from '@tomekeeper/remote-kit';
import type { DocumentsApi, DocumentUpload } from '../../documents-api/documents-api';
import { troubleOf } from '../queue/upload-failures';

/** Maximum concurrent parts of all files. */
const MAX_CONCURRENT_PARTS = 3;
/** Retry delays of a part, before its upload pauses. */
const WAITS_MS = [1_000, 3_000];

export interface PartsCallbacks {
  /** Bytes sent, including parts in progress. */
  onProgress?: ((loaded: number, total: number) => void) | undefined;
  /** Called with the stored bytes, first when the upload continues and then after each part. */
  onStoredBytes?: ((stored: number) => void) | undefined;
  /** Called once the device remembers the upload. */
  onKept?: (() => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface StartedUpload {
  campaignId: string;
  key: string;
}

/** Sends large files in parts. */
export interface PartTransfers {
  /** Whether a file is large enough. */
  takes: (file: File) => boolean;
  send: (upload: DocumentUpload, key: string, callbacks: PartsCallbacks) => Promise<void>;
  /** Called after finalize, or if the server no longer knows the upload. */
  ended: (key: string) => void;
  discard: (upload: StartedUpload) => void;
}

/** Stored bytes of a file. */
export const storedBytes = (
  size: number,
  { stored, part_size }: Pick<PresignPartsAnswer, 'stored' | 'part_size'>,
): number => stored.reduce((sum, part) => sum + partSize(size, part, part_size), 0);

/** @returns a function that sends the missing parts of a file, and can be called again after an error */
export function createPartSender(api: Pick<DocumentsApi, 'presignParts'>) {
  const queued: (() => void)[] = [];
  let running = 0;

  async function inTurn(work: () => Promise<void>): Promise<void> {
    if (running >= MAX_CONCURRENT_PARTS) await new Promise<void>((resolve) => queued.push(resolve));
    running += 1;
    try {
      await work();
    } finally {
      running -= 1;
      queued.shift()?.();
    }
  }

  /** @throws {ApiError|StorageUploadError|NetworkError} the first error, once no part is under way any longer */
  return async function sendParts(
    file: File,
    { campaignId: campaign, key: s3_key }: StartedUpload,
    { onProgress, onStoredBytes, signal }: PartsCallbacks,
  ): Promise<void> {
    const ask = (parts: number[]) => api.presignParts({ campaign, s3_key, parts }, signal);
    const { stored: before, part_size } = await ask([]);
    const stored = new Set(before);
    const underWay = new Map<number, number>();
    let failure: Error | undefined;

    const bytesStored = () => storedBytes(file.size, { stored: [...stored], part_size });
    const tell = () => {
      const loaded = bytesStored();
      onProgress?.(
        [...underWay.values()].reduce((sum, bytes) => sum + bytes, loaded),
        file.size,
      );
    };
    const arrived = (part: number) => {
      stored.add(part);
      underWay.delete(part);
      onStoredBytes?.(bytesStored());
      tell();
    };
    async function sendOnce(part: number): Promise<void> {
      const target = (await ask([part])).urls.find((one) => one.part === part);
      signal?.throwIfAborted();
      // Without a URL, another tab has stored the part.
      if (!target) return;
      const start = (part - 1) * part_size;
      const bytes = file.slice(start, start + partSize(file.size, part, part_size));
      await putToStorage(target, bytes, {
        onProgress: (loaded) => {
          underWay.set(part, Math.min(loaded, bytes.size));
          tell();
        },
        ...(signal && { signal }),
      });
    }
    async function send(part: number): Promise<void> {
      for (const wait of [...WAITS_MS, undefined]) {
        try {
          await sendOnce(part);
          return arrived(part);
        } catch (error) {
          underWay.delete(part);
          const isFinal = wait === undefined || signal?.aborted || !navigator.onLine;
          if (isFinal || !isTemporary(error)) throw error;
          tell();
          await onlineAfter(wait, signal);
        }
      }
    }

    onStoredBytes?.(bytesStored());
    tell();
    const missing = Array.from(
      { length: partCount(file.size, part_size) },
      (_, at) => at + 1,
    ).filter((part) => !stored.has(part));
    await Promise.all(
      missing.map((part) =>
        inTurn(async () => {
          if (failure !== undefined) return;
          await send(part).catch((error: unknown) => void (failure ??= asError(error)));
        }),
      ),
    );
    if (failure !== undefined) throw failure;
  };
}

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error));

/** 404: the store has no such upload any more; the next presign starts another one. */
const isTemporary = (error: unknown): boolean =>
  troubleOf(error) === 'line' || (error instanceof StorageUploadError && error.status === 404);

/** Resolves after a delay, or at once when the network is back or the upload is canceled. */
function onlineAfter(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal?.removeEventListener('abort', done);
      resolve();
    }
    window.addEventListener('online', done);
    signal?.addEventListener('abort', done);
  });
}
