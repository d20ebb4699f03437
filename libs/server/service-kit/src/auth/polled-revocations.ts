import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { revocationsAnswer } from '@tomekeeper/contracts-identity';
import type { InternalClient } from '@tomekeeper/internal-http';
import { DomainError } from '../errors/domain-error';
import { GENERAL_CODES } from '@tomekeeper/contracts-problem';
import { withTimeout } from '../with-timeout';
import { Revocations } from './revocations';

/**
 * Longer than any token's lifetime. Does not use identity's `until`: while the local clock is ahead, entries would be dropped too
 * early, and identity sends each entry only once.
 */
const REVOCATION_TTL_MS = 2 * 86_400_000;

/** Retry interval for the first list, without which every call is rejected. */
const FIRST_LIST_MS = 250;

/** Without calls for this time the list is polled less often, and the next call waits for a new one. */
const IDLE_AFTER_MS = 10_000;
const IDLE_POLL_MS = 45_000;
/** A call waits at most this long for identity; then it uses the last list, as while identity is down. */
const WAKE_TIMEOUT_MS = 2_000;

/**
 * Revocation list of services other than identity: polled, and at most two seconds old when it is used. Responds 503 until the first list has loaded.
 * While identity is down it uses the last list, because no session can end there in that time either.
 */
export class PolledRevocations extends Revocations implements OnModuleInit, OnModuleDestroy {
  /** Receive time of each entry, oldest first. */
  private readonly revoked = new Map<string, number>();
  private cursor = '';
  private complete = false;
  private heardAt = performance.now();
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;
  private usedAt = performance.now();
  private isIdle = false;
  private waking: Promise<void> | undefined;

  constructor(
    private readonly identity: InternalClient,
    private readonly pollMs: number,
  ) {
    super();
  }

  /** Whether a list is loaded; without one, every user call is rejected. */
  get isLoaded(): boolean {
    return this.complete;
  }

  /** Seconds since identity's last response or the start; monotonic. */
  get silentSeconds(): number {
    return (performance.now() - this.heardAt) / 1000;
  }

  onModuleInit(): void {
    void this.poll();
  }

  onModuleDestroy(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  isRevoked(originJti: string): boolean | Promise<boolean> {
    if (!this.complete)
      throw new DomainError(
        'unavailable',
        GENERAL_CODES.unavailable,
        'Your sign-in can not be checked right now. Please try again in a moment.',
      );
    this.usedAt = performance.now();
    if (this.isIdle) this.wake();
    return this.waking?.then(() => this.revoked.has(originJti)) ?? this.revoked.has(originJti);
  }

  private wake(): void {
    this.isIdle = false;
    clearTimeout(this.timer);
    this.waking = withTimeout(this.poll(), WAKE_TIMEOUT_MS)
      .catch(() => undefined)
      .finally(() => (this.waking = undefined));
  }

  private async poll(): Promise<void> {
    try {
      const query = this.cursor ? `?after=${encodeURIComponent(this.cursor)}` : '';
      const answer = await this.identity.get(`/internal/revocations${query}`, revocationsAnswer);
      if (answer) {
        this.heardAt = performance.now();
        for (const { origin_jti } of answer.revoked) this.remember(origin_jti);
        this.cursor = answer.cursor;
        this.complete = true;
      }
      this.deleteExpired();
    } catch {
      // Identity is down: keep the list and retry. Identity's own readiness alerts the operators.
    }
    this.schedule();
  }

  private schedule(): void {
    if (this.stopped) return;
    this.isIdle = this.complete && performance.now() - this.usedAt > IDLE_AFTER_MS;
    const pause = this.complete ? this.pollMs : Math.min(this.pollMs, FIRST_LIST_MS);
    this.timer = this.isIdle
      ? setTimeout(() => this.wake(), IDLE_POLL_MS).unref()
      : setTimeout(() => void this.poll(), pause).unref();
  }

  private remember(originJti: string): void {
    if (!this.revoked.has(originJti)) this.revoked.set(originJti, this.heardAt);
  }

  private deleteExpired(): void {
    for (const [originJti, heardAt] of this.revoked) {
      if (heardAt + REVOCATION_TTL_MS > performance.now()) return;
      this.revoked.delete(originJti);
    }
  }
}
