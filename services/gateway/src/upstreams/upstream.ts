import type { UpstreamName } from './origins';
import { Replica } from './replica';

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
