import { type Dispatcher, Pool } from 'undici';
import type { Failure } from './failures';
import type { UpstreamName } from './origins';

const CONNECT_TIMEOUT_MS = 2000;
/** A database that is away makes a service's answer take a second and a half. */
const CHECK_WITHIN_MS = 2000;
/**
 * Shorter than services drain (DRAIN_MS, 2.5 s and more): a connection that was idle all the while would otherwise be used
 * in the moment in which the service closes it, and a call that writes is not sent twice.
 */
const IDLE_CONNECTION_MS = 1000;
/** Health checks in a row without an answer after which a replica gets no calls. */
export const UNANSWERED_CHECKS = 2;
/** Readiness without the optional dependencies: the gateway asks every second. */
const CHECK_PATH = '/health/ready?parts=needed';

/** One process of a service, with connections of its own. */
export class Replica {
  /** Calls that wait for its answer. */
  outstanding = 0;
  /** Whether its last health check said that it takes new calls. A draining process does not. */
  isReady = true;
  /** Health checks in a row without an answer. */
  private unansweredChecks = 0;
  /** Calls that got no answer from it. */
  failures = 0;
  private readonly pool: Pool;

  /** @param room how many calls it may have at a time, so that a slow one can not use up everything */
  constructor(
    readonly origin: string,
    private readonly room: number,
    /** Usually away, so that nothing is said of it then. */
    readonly isSpare = false,
  ) {
    this.isReady = !isSpare;
    this.pool = new Pool(origin, {
      // Nothing ever queues for a connection: what there is no room for is refused. One more is for checks.
      connections: room + 1,
      pipelining: 1,
      keepAliveTimeout: IDLE_CONNECTION_MS,
      // What a service says about its own side (72 s) does not lengthen it.
      keepAliveMaxTimeout: IDLE_CONNECTION_MS,
      connect: { timeout: CONNECT_TIMEOUT_MS },
    });
  }

  /** The spare place is usually empty, which is no fault. */
  get isAway(): boolean {
    return this.isSpare && !this.isReady;
  }

  /**
   * Only health checks decide: slow calls of one person must not take the replica from everyone else.
   */
  get isResponding(): boolean {
    return this.unansweredChecks < UNANSWERED_CHECKS;
  }

  get hasRoom(): boolean {
    return this.outstanding < this.room;
  }

  request(
    options: Dispatcher.RequestOptions,
    callback: (error: Error | null, answer: Dispatcher.ResponseData) => void,
  ): void {
    this.outstanding++;
    this.pool.request(options, callback);
  }

  /** A call is over. @param failure why there was no answer, or none to its end */
  done(failure?: Failure): void {
    this.outstanding--;
    if (failure !== undefined) this.failures++;
  }

  /** Ranks a replica without a connection last until its next health check. */
  connectionFailed(): void {
    this.isReady = false;
  }

  /** Asks whether it takes calls. */
  async check(): Promise<void> {
    const status = await this.pool
      .request({
        path: CHECK_PATH,
        method: 'GET',
        headersTimeout: CHECK_WITHIN_MS,
        bodyTimeout: CHECK_WITHIN_MS,
      })
      .then(async ({ statusCode, body }) => {
        await body.dump();
        return statusCode;
      })
      .catch(() => undefined);
    this.checked(status);
  }

  /** @param status of its readiness; undefined when there was no answer */
  checked(status: number | undefined): void {
    this.isReady = status !== undefined && status < 500;
    this.unansweredChecks = status === undefined ? this.unansweredChecks + 1 : 0;
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }
}

/** Why no replica takes a call. */
export type NoReplica =
  /** Every replica fails its health checks. */
  | 'not-responding'
  /** Each that could take it has all it may have. */
  | 'full';

/** One service behind the gateway: all its processes. */
export class Upstream {
  readonly replicas: readonly Replica[];
  /** Calls that were sent a second time. */
  retries = 0;
  private turn = 0;

  constructor(
    readonly name: UpstreamName,
    origins: readonly string[],
    room: number,
    spare: ReadonlySet<string> = new Set(),
  ) {
    this.replicas = origins.map((origin) => new Replica(origin, room, spare.has(origin)));
  }

  /** `campaign`, or `campaign[2]` where there are several. */
  nameOf(replica: Replica): string {
    if (replica.isSpare) return `${this.name}[spare]`;
    if (this.replicas.filter(({ isSpare }) => !isSpare).length === 1) return this.name;
    return `${this.name}[${this.replicas.indexOf(replica) + 1}]`;
  }

  /**
   * The replica for a call: of the best there are, the one with the fewest outstanding calls, in turns.
   * A service has a handful of them, so all are looked at.
   * @param except one that has just failed
   */
  choose(except?: Replica): Replica | undefined {
    const { replicas } = this;
    const from = this.turn++;
    let best: Replica | undefined;
    let bestRank = Infinity;
    for (let at = 0; at < replicas.length; at++) {
      const replica = replicas[(from + at) % replicas.length];
      if (!replica || replica === except || !replica.hasRoom || replica.isAway) continue;
      if (!replica.isResponding) continue;
      // A replica that is not ready ranks last and still gets calls where no other is: a check may be wrong.
      const rank = replica.isReady ? 1 : 2;
      const isBetter =
        rank < bestRank ||
        (rank === bestRank && best !== undefined && replica.outstanding < best.outstanding);
      if (!isBetter) continue;
      best = replica;
      bestRank = rank;
    }
    return best;
  }

  /** Why {@link choose} found none. */
  whyNone(): NoReplica {
    const isFull = this.replicas.some(({ isResponding, hasRoom }) => isResponding && !hasRoom);
    return isFull ? 'full' : 'not-responding';
  }

  async close(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replica.close()));
  }
}
