import { setTimeout } from 'node:timers/promises';
import { Redis, type RedisOptions } from 'ioredis';
import { ignoreIdleError } from './queue-backend';

const LONGEST_PAUSE_MS = 1_000;
/** The interval of PINGs on a connection, and how long an answer may take. */
const ASK_EVERY_MS = 5_000;
const ANSWER_WITHIN_MS = 3_000;

const COMMON = {
  retryStrategy: (attempt) => Math.min(attempt * 50, LONGEST_PAUSE_MS),
  keepAlive: 10_000,
} satisfies RedisOptions;

/** A connection to Redis that reconnects, also when it has gone silent. */
export class RedisConnection extends Redis {
  /** Those that BullMQ made of this one: each worker waits for jobs on one of its own. */
  readonly copies: Redis[] = [];

  /** Adding a job and reading counts fail fast without Redis: their callers hold a transaction, or wait. */
  static forQueues(url: string): RedisConnection {
    return new RedisConnection(url, { ...COMMON, commandTimeout: 5_000, maxRetriesPerRequest: 2 });
  }

  /** Workers wait for as long as it takes, and then go on. */
  static forWorkers(url: string): RedisConnection {
    return new RedisConnection(url, { ...COMMON, maxRetriesPerRequest: null });
  }

  private constructor(url: string, options: RedisOptions) {
    super(url, options);
    this.on('error', ignoreIdleError);
    const timer = setInterval(() => void this.renewIfSilent(), ASK_EVERY_MS).unref();
    this.once('end', () => clearInterval(timer));
  }

  override duplicate(options?: Partial<RedisOptions>): Redis {
    const copy = super.duplicate(options);
    this.copies.push(copy);
    return copy;
  }

  /** From here on a connection that is lost stays lost, and pending commands are rejected. */
  stopComingBack(): void {
    for (const { options } of [this, ...this.copies]) options.retryStrategy = () => null;
  }

  /** Says goodbye where somebody listens. */
  async leave(): Promise<void> {
    this.stopComingBack();
    if (this.status === 'ready') await this.quit().catch(ignoreIdleError);
    this.disconnect();
  }

  /** A server that vanished without a word would be waited for until TCP gives up, in a quarter of an hour. */
  private async renewIfSilent(): Promise<void> {
    if (this.status !== 'ready') return;
    const answer = this.ping().then(
      () => true,
      () => true,
    );
    const late = setTimeout(ANSWER_WITHIN_MS, false, { ref: false });
    if (!(await Promise.race([answer, late])) && this.status === 'ready') this.disconnect(true);
  }
}
