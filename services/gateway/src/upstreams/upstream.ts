import { type Dispatcher, Pool } from 'undici';
import { Circuit, type Failure } from './circuit';
import type { UpstreamName } from './origins';

const CONNECT_TIMEOUT_MS = 2000;
/** A database that is away makes a service's answer take a second and a half. */
const CHECK_WITHIN_MS = 2000;
/**
 * Shorter than services drain (DRAIN_MS, 2.5 s and more): a connection that was idle all the while would otherwise be used
 * in the moment in which the service closes it, and a call that writes is not sent twice.
 */
const IDLE_CONNECTION_MS = 1000;
/** What the process needs to work, without what it only watches: called every second, it must be cheap. */
const CHECK_PATH = '/health/ready?parts=needed';

/** One process of a service, with connections of its own. */
export class Replica {
  readonly circuit = new Circuit();
  /** Calls that wait for its answer. */
  outstanding = 0;
  /** By its last check: it takes new calls. One that drains does not. */
  isReady = true;
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

  get hasRoom(): boolean {
    return this.outstanding < this.room;
  }

  request(
    options: Dispatcher.RequestOptions,
    callback: (error: Error | null, answer: Dispatcher.ResponseData) => void,
  ): void {
    this.outstanding++;
    this.circuit.sent();
    this.pool.request(options, callback);
  }

  /** The answer to a call has begun. */
  answered(): void {
    this.circuit.answered();
  }

  /** A call is over. @param failure why there was no answer, or none to its end */
  done(failure?: Failure): void {
    this.outstanding--;
    if (failure === undefined) {
      this.circuit.ended();
      return;
    }
    this.failures++;
    this.circuit.failed(failure);
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
    this.circuit.checked(status !== undefined);
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }
}

/** Why no replica takes a call. */
export type NoReplica =
  /** Each failed again and again just now. */
  | 'circuits-open'
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
   * @param isSafe whether the call could be sent again
   * @param except one that has just failed
   */
  choose(isSafe: boolean, except?: Replica): Replica | undefined {
    const { replicas } = this;
    const from = this.turn++;
    let best: Replica | undefined;
    let bestRank = Infinity;
    for (let at = 0; at < replicas.length; at++) {
      const replica = replicas[(from + at) % replicas.length];
      if (!replica || replica === except || !replica.hasRoom || replica.isAway) continue;
      const rank = rankOf(replica, isSafe);
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
    const isFull = this.replicas.some(
      ({ circuit, hasRoom }) => circuit.state !== 'open' && !hasRoom,
    );
    return isFull ? 'full' : 'circuits-open';
  }

  async close(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replica.close()));
  }
}

/**
 * The lower, the better; infinite for one that gets no calls. Not being ready only ranks a replica last:
 * where none looks ready, the checks may be wrong, and a call shows.
 */
function rankOf({ circuit, isReady }: Replica, isSafe: boolean): number {
  switch (circuit.state) {
    case 'closed':
      return isReady ? 1 : 3;
    case 'half-open':
      // One call must probe the replica: preferably one that can be sent to another when it fails.
      if (!isReady) return 4;
      return isSafe ? 0 : 2;
    case 'open':
      return Infinity;
  }
}
