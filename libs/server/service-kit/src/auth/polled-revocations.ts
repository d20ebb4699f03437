import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { revocationsAnswer } from '@tomekeeper/contracts-identity';
import type { InternalClient } from '@tomekeeper/internal-http';
import { DomainError } from '../errors/domain-error';
import { GENERAL_CODES } from '@tomekeeper/contracts-problem';
import { Revocations } from './revocations';

/**
 * Longer than any token's lifetime. Does not use identity's `until`: while the local clock is ahead, entries would be dropped too
 * early, and identity sends each entry only once.
 */
const REVOCATION_TTL_MS = 2 * 86_400_000;

/** Retry interval for the first list, without which every call is rejected. */
const FIRST_LIST_MS = 250;

/**
 * Revocation list of services other than identity: polled, at most two seconds old. Responds 503 until the first list has loaded.
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

  isRevoked(originJti: string): boolean {
    if (!this.complete)
      throw new DomainError(
        'unavailable',
        GENERAL_CODES.unavailable,
        'Your sign-in can not be checked right now. Please try again in a moment.',
      );
    return this.revoked.has(originJti);
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
    const pause = this.complete ? this.pollMs : Math.min(this.pollMs, FIRST_LIST_MS);
    if (!this.stopped) this.timer = setTimeout(() => void this.poll(), pause).unref();
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
