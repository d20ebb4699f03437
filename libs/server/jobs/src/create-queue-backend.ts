import { postgresBackend } from './postgres-backend';
import { LOCK_MS, type QueueBackend } from './queue-backend';
import { redisBackend } from './redis-backend';

export interface BackendOptions {
  lockMs?: number | undefined;
  /** Hears of settings that may cost jobs. */
  warn?: ((problem: string) => void) | undefined;
}

export function createQueueBackend(url: string, options: BackendOptions = {}): QueueBackend {
  const { lockMs = LOCK_MS, warn = () => undefined } = options;
  return url.startsWith('redis') ? redisBackend(url, lockMs, warn) : postgresBackend(url, lockMs);
}
