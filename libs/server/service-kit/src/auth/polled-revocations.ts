import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { revocationsAnswer } from '@tomekeeper/contracts-identity';
import type { InternalClient } from '@tomekeeper/internal-http';
import { DomainError } from '../errors/domain-error';
import { GENERAL_CODES } from '@tomekeeper/contracts-problem';
import { Revocations } from './revocations';

/** Between two tries for the first list: until it is there, nobody can work. */
const FIRST_LIST_MS = 250;

/**
 * The revocation list as other services keep it: asked for in steps from identity, at most two
 * seconds old. A process that has never had the list refuses with 503. One that had it goes on with
 * what it knows while identity is down, because nobody can sign out there in that time either.
 */
export class PolledRevocations extends Revocations implements OnModuleInit, OnModuleDestroy {
  private readonly until = new Map<string, number>();
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

  /** Whether there is a list: without one, every call of a person would be refused. */
  get isLoaded(): boolean {
    return this.complete;
  }

  /** Since identity answered last, or since the start; no clock that is set changes it. */
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
    return (this.until.get(originJti) ?? 0) > Date.now();
  }

  private async poll(): Promise<void> {
    try {
      const query = this.cursor ? `?after=${encodeURIComponent(this.cursor)}` : '';
      const answer = await this.identity.get(`/internal/revocations${query}`, revocationsAnswer);
      for (const entry of answer?.revoked ?? [])
        this.until.set(entry.origin_jti, Date.parse(entry.until));
      if (answer) {
        this.cursor = answer.cursor;
        this.complete = true;
        this.heardAt = performance.now();
      }
      this.forgetEnded();
    } catch {
      // Identity is down: keep what we know and ask again. Its own readiness tells the operators.
    }
    const pause = this.complete ? this.pollMs : Math.min(this.pollMs, FIRST_LIST_MS);
    if (!this.stopped) this.timer = setTimeout(() => void this.poll(), pause).unref();
  }

  private forgetEnded(): void {
    const now = Date.now();
    for (const [originJti, until] of this.until) if (until <= now) this.until.delete(originJti);
  }
}
