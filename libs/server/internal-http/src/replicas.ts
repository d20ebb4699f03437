/** How long a replica that failed is left alone while there are others. */
const LEFT_ALONE_MS = 2_000;

/** The places where the same service is to be had: in turn, and those that failed lately last. */
export class Replicas {
  private readonly failedAt = new Map<string, number>();
  private turn = 0;

  /** @param places origins or URLs, one for each replica */
  constructor(private readonly places: readonly string[]) {
    if (places.length === 0) throw new Error('A service needs one place at least.');
  }

  /** The order in which to try: each replica's turn to be first comes round. */
  inOrder(): [first: string, ...others: string[]] {
    const from = this.turn++ % this.places.length;
    const inTurn = [...this.places.slice(from), ...this.places.slice(0, from)];
    const well = inTurn.filter((place) => !this.isLeftAlone(place));
    const others = inTurn.filter((place) => this.isLeftAlone(place));
    return [...well, ...others] as [string, ...string[]];
  }

  failed(place: string): void {
    this.failedAt.set(place, performance.now());
  }

  answered(place: string): void {
    this.failedAt.delete(place);
  }

  private isLeftAlone(place: string): boolean {
    const failedAt = this.failedAt.get(place);
    return failedAt !== undefined && performance.now() - failedAt < LEFT_ALONE_MS;
  }
}

/** Asks one replica and, when it fails, another one; the same again where there is no other. */
export async function askTwice<Answer>(
  replicas: Replicas,
  ask: (place: string) => Promise<Answer>,
): Promise<Answer> {
  const [first, second = first] = replicas.inOrder();
  try {
    return await askOne(replicas, first, ask);
  } catch {
    return askOne(replicas, second, ask);
  }
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
