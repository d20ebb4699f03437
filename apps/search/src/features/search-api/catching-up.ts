import { ApiError } from '@tomekeeper/api-client';
import { SEARCH_CODES } from '@tomekeeper/contracts-search';

/** So often it is asked again by itself; then the person decides. */
export const TRIES = 5;
export const AGAIN_AFTER_MS = 1_000;

/** The copy of texts has not reached what was taken from who asks; it will have in a moment. */
export const isCatchingUp = (error: unknown): boolean =>
  error instanceof ApiError && error.code === SEARCH_CODES.notReady;

/** For questions to the index: asked again while it catches up, and once where the line was cut. */
export const askedAgain = {
  retry: (failures: number, error: Error): boolean =>
    isCatchingUp(error) ? failures < TRIES : failures === 0 && error.name === 'NetworkError',
  retryDelay: AGAIN_AFTER_MS,
} as const;
