import { Injectable } from '@nestjs/common';
import { DomainError } from '@tomekeeper/service-kit';
import type { ChildLimits } from './child-process';

/** Child processes of interactive requests that one API process runs at a time. */
const CONCURRENCY = 2;
/** Waiting slows down a caller who repeats refused requests at once: an immediate refusal costs the parsing of each body. */
export const WAITING_LIMITS = { perPerson: 10, total: 200, ms: 3000 };

/**
 * Waiting and running together end before the gateway's upstream timeout of 10 s. The niceness leaves a process a tenth of the share
 * of a server process, so that one account that keeps them busy does not slow other calls down.
 */
export const INTERACTIVE_LIMITS = {
  time: 6000,
  processor: 5,
  niceness: 10,
} as const satisfies Partial<ChildLimits>;

export interface InteractiveRequest {
  /** User id of the caller. */
  person: string;
  /** Aborts when the caller has disconnected. */
  signal: AbortSignal;
}

interface WaitingRequest {
  person: string;
  start: () => void;
}

/**
 * Concurrency limit for child processes that a caller waits for: two in all and one per person, so that one account cannot
 * delay the requests of others.
 */
@Injectable()
export class InteractiveProcesses {
  private readonly running = new Set<string>();
  private readonly waiting: WaitingRequest[] = [];

  /**
   * Runs the work as soon as a place is free.
   * @throws {DomainError} 429 where the caller has too many requests waiting, 503 where everyone together has, or no place
   *   became free within 3 s
   * @throws the reason of the signal when the caller disconnects first
   */
  async run<Result>(request: InteractiveRequest, work: () => Promise<Result>): Promise<Result> {
    const { person, signal } = request;
    signal.throwIfAborted();
    if (!this.hasPlaceFor(person)) await this.waitForPlace(request);
    this.running.add(person);
    try {
      return await work();
    } finally {
      this.running.delete(person);
      this.startNext();
    }
  }

  private hasPlaceFor(person: string): boolean {
    return this.running.size < CONCURRENCY && !this.running.has(person);
  }

  private async waitForPlace({ person, signal }: InteractiveRequest): Promise<void> {
    const own = this.waiting.filter((one) => one.person === person);
    if (own.length >= WAITING_LIMITS.perPerson) throw tooManyAtOnce();
    if (this.waiting.length >= WAITING_LIMITS.total) throw allBusy();
    await new Promise<void>((resolve, reject) => {
      const leave = (why: Error) => {
        settle();
        this.waiting.splice(this.waiting.indexOf(entry), 1);
        reject(why);
      };
      const onAbort = () => leave(signal.reason as Error);
      const timer = setTimeout(
        () => leave(this.running.has(person) ? tooManyAtOnce() : allBusy()),
        WAITING_LIMITS.ms,
      );
      const settle = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      const entry = {
        person,
        start: () => {
          settle();
          resolve();
        },
      };
      this.waiting.push(entry);
      signal.addEventListener('abort', onAbort);
    });
  }

  /** Starts the longest waiting request of a person without a running one. */
  private startNext(): void {
    const index = this.waiting.findIndex(({ person }) => this.hasPlaceFor(person));
    const [next] = index < 0 ? [] : this.waiting.splice(index, 1);
    if (!next) return;
    // Taken before the promise resolves, so that no other request gets the same place.
    this.running.add(next.person);
    next.start();
  }
}

const RETRY_AFTER_S = 3;

const tooManyAtOnce = () =>
  new DomainError(
    'too-many',
    'document.too_many_at_once',
    'Your earlier texts and pictures are still being processed. Please try again in a moment.',
    { retryAfter: RETRY_AFTER_S },
  );

const allBusy = () =>
  new DomainError(
    'unavailable',
    'document.busy',
    'Many texts and pictures are being processed right now. Please try again in a moment.',
    { retryAfter: RETRY_AFTER_S },
  );
