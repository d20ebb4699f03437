import { withTimeout } from '@tomekeeper/service-kit';
import { type Dispatcher, Pool } from 'undici';
import type { Failure } from './failures';
import type { UpstreamName } from './origins';

const CONNECT_TIMEOUT_MS = 2000;
/** Readiness takes a service 1.5 s when its database is unavailable. */
const CHECK_TIMEOUT_MS = 2000;
/**
 * Shorter than the drain period of services (DRAIN_MS, 2.5 s and more): a write on an idle connection would otherwise
 * race with the service closing it, and writes are not retried.
 */
const IDLE_CONNECTION_MS = 1000;
/** Consecutive health checks without a response after which a replica gets no calls. */
export const UNANSWERED_CHECKS = 2;
/** Skips optional dependencies, because the gateway checks every second. */
const CHECK_PATH = '/health/ready?parts=needed';

export class Replica {
  outstanding = 0;
  /** Result of the last health check; false while the process drains. */
  isReady = true;
  private unansweredChecks = 0;
  /** Calls that failed for lack of a complete response. */
  failures = 0;
  private readonly pool: Pool;

  /** @param maxOutstanding keeps a slow replica from using up the capacity of the gateway */
  constructor(
    readonly origin: string,
    private readonly maxOutstanding: number,
    /** Runs only while other replicas restart. */
    readonly isSpare = false,
  ) {
    this.isReady = !isSpare;
    this.pool = new Pool(origin, {
      // One more for health checks. Calls never queue for a connection.
      connections: maxOutstanding + 1,
      pipelining: 1,
      keepAliveTimeout: IDLE_CONNECTION_MS,
      // Ignores the keep-alive hint of services (72 s).
      keepAliveMaxTimeout: IDLE_CONNECTION_MS,
      connect: { timeout: CONNECT_TIMEOUT_MS },
    });
  }

  get isAway(): boolean {
    return this.isSpare && !this.isReady;
  }

  /** Only health checks decide: slow calls of one user must not disable the replica for all others. */
  get isResponding(): boolean {
    return this.unansweredChecks < UNANSWERED_CHECKS;
  }

  get hasCapacity(): boolean {
    return this.outstanding < this.maxOutstanding;
  }

  request(
    options: Dispatcher.RequestOptions,
    callback: (error: Error | null, answer: Dispatcher.ResponseData) => void,
  ): void {
    this.outstanding++;
    this.pool.request(options, callback);
  }

  /** Records the end of a call. @param failure cause of a missing or incomplete response */
  done(failure?: Failure): void {
    this.outstanding--;
    if (failure !== undefined) this.failures++;
  }

  /** Ranks a replica without a connection last until its next health check. */
  connectionFailed(): void {
    this.isReady = false;
  }

  /** Requests the readiness, and remembers it. @returns the report; undefined without a response */
  async check(path = CHECK_PATH): Promise<unknown> {
    try {
      const { statusCode, body } = await this.pool.request({
        path,
        method: 'GET',
        headersTimeout: CHECK_TIMEOUT_MS,
        bodyTimeout: CHECK_TIMEOUT_MS,
      });
      const report = await body.json();
      this.checked(statusCode);
      return report;
    } catch {
      this.checked(undefined);
      return undefined;
    }
  }

  checked(status: number | undefined): void {
    this.isReady = status !== undefined && status < 500;
    this.unansweredChecks = status === undefined ? this.unansweredChecks + 1 : 0;
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }
}

/** Without calls for this time an upstream is checked less often, and the next call waits for a check. */
const IDLE_AFTER_MS = 10_000;
/** A call waits at most this long for the check. */
const WAKE_TIMEOUT_MS = 500;

/** Whether replicas fail their health checks or are at capacity. */
export type NoReplica = 'not-responding' | 'full';

export class Upstream {
  readonly replicas: readonly Replica[];
  retries = 0;
  private turn = 0;
  private calledAt = performance.now();
  private waking: Promise<void> | undefined;

  constructor(
    readonly name: UpstreamName,
    origins: readonly string[],
    maxOutstanding: number,
    spare: ReadonlySet<string> = new Set(),
  ) {
    this.replicas = origins.map((origin) => new Replica(origin, maxOutstanding, spare.has(origin)));
  }

  /** `campaign`, or `campaign[2]` where there are several. */
  nameOf(replica: Replica): string {
    if (replica.isSpare) return `${this.name}[spare]`;
    if (this.replicas.filter(({ isSpare }) => !isSpare).length === 1) return this.name;
    return `${this.name}[${this.replicas.indexOf(replica) + 1}]`;
  }

  get isIdle(): boolean {
    return performance.now() - this.calledAt > IDLE_AFTER_MS;
  }

  /** Runs `call` when the state of the replicas is known: immediately, or after a check if the upstream was idle. */
  beforeCall(call: () => void): void {
    if (this.isIdle) this.waking = this.checkAll().finally(() => (this.waking = undefined));
    this.calledAt = performance.now();
    if (this.waking) void this.waking.then(call);
    else call();
  }

  private async checkAll(): Promise<void> {
    const checks = Promise.all(this.replicas.map((replica) => replica.check()));
    await withTimeout(checks, WAKE_TIMEOUT_MS).catch(() => undefined);
  }

  /**
   * Chooses the ready replica with the fewest outstanding calls; ties rotate. Replicas that are not ready rank last
   * but stay candidates, because a health check may be wrong.
   * @param except a replica that has just failed
   */
  choose(except?: Replica): Replica | undefined {
    const start = this.turn++ % this.replicas.length;
    const [best] = [...this.replicas.slice(start), ...this.replicas.slice(0, start)]
      .filter((one) => one !== except && one.hasCapacity && !one.isAway && one.isResponding)
      .sort((a, b) => Number(b.isReady) - Number(a.isReady) || a.outstanding - b.outstanding);
    return best;
  }

  whyNone(): NoReplica {
    const isFull = this.replicas.some(
      ({ isResponding, hasCapacity }) => isResponding && !hasCapacity,
    );
    return isFull ? 'full' : 'not-responding';
  }

  async close(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replica.close()));
  }
}
