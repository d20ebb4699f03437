import { ApiError } from '@tomekeeper/api-client';
import { DOCUMENT_CODES } from '@tomekeeper/contracts-document';

const RETRY_MS = 1000;
const TRIES = 60;

/** Retries a request once per second while a picture is being prepared for players, for up to a minute. */
export async function whenPrepared<Answer>(
  call: () => Promise<Answer>,
  signal?: AbortSignal,
): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (error) {
      const isWaiting = error instanceof ApiError && error.code === DOCUMENT_CODES.pictureWaiting;
      if (!isWaiting || tries >= TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      signal?.throwIfAborted();
    }
  }
}
