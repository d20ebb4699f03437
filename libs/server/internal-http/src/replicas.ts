/** After this time one call may retry a failed replica. */
const RETRY_FAILED_REPLICA_MS = 2_000;
/** Maximum replicas per call. Two may be down: one replaced or lost, and the spare. */
const MAX_TRIES = 3;

/** Replicas of one service in round-robin order; recently failed ones last. */
export class Replicas {
  private readonly failedAt = new Map<string, number>();
  private turn = 0;

  /** @param places origins or URLs, one per replica */
  constructor(private readonly places: readonly string[]) {
    if (places.length === 0) throw new Error('A service needs at least one URL.');
  }

  /** Replicas in the order to try; round robin. */
  inOrder(): string[] {
    const from = this.turn++ % this.places.length;
    const inTurn = [...this.places.slice(from), ...this.places.slice(0, from)];
    const well = inTurn.filter((place) => !this.failedAt.has(place));
    const failed = inTurn.filter((place) => this.failedAt.has(place));
    const tried = failed.find((place) => this.isDue(place));
    if (tried === undefined) return [...well, ...failed];
    // This call retries it; concurrent calls skip it.
    this.failed(tried);
    return [tried, ...well, ...failed.filter((place) => place !== tried)];
  }

  failed(place: string): void {
    this.failedAt.set(place, performance.now());
  }

  answered(place: string): void {
    this.failedAt.delete(place);
  }

  private isDue(place: string): boolean {
    return performance.now() - (this.failedAt.get(place) ?? 0) >= RETRY_FAILED_REPLICA_MS;
  }
}

/** Calls one replica and, on failure, another one, or the same if there is no other. */
export async function askInTurn<Answer>(
  replicas: Replicas,
  ask: (place: string) => Promise<Answer>,
): Promise<Answer> {
  const order = replicas.inOrder();
  const tries = order.length === 1 ? [...order, ...order] : order.slice(0, MAX_TRIES);
  let failure: unknown;
  for (const place of tries)
    try {
      return await askOne(replicas, place, ask);
    } catch (error) {
      failure = error;
    }
  throw failure;
}

async function askOne<Answer>(
  replicas: Replicas,
  place: string,
  ask: (place: string) => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await ask(place);
    replicas.answered(place);
    return answer;
  } catch (error) {
    replicas.failed(place);
    throw error;
  }
}
