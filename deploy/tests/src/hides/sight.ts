/** Audience of passages in addition to the GMs: none, all players, or the listed user ids. */
export type Audience = 'gm' | 'party' | { readonly players: readonly string[] };

/** Content that is hidden and revealed. */
export type Secret = {
  readonly document: string;
  /** Passage ids; empty if the secret is the document as a whole. */
  readonly passages: readonly string[];
  /** Strings that reveal the secret in any part of a response: ids, names, words. */
  readonly canaries: readonly [string, ...string[]];
};

export const sees = (audience: Audience, player: string): boolean =>
  audience === 'party' || (audience !== 'gm' && audience.players.includes(player));

type State = 'shown' | 'hidden' | 'changing';

/** State of a secret when a request was sent. */
export type Glimpse = {
  readonly secret: Secret;
  readonly state: Exclude<State, 'changing'>;
  readonly turn: number;
};

/**
 * Visibility by player, according to the GMs' responses. A state that changed during a request permits no conclusion
 * about its response; a state that lasted from before the request until after the response does.
 */
export class Sight {
  private readonly known = new Map<Secret, Map<string, { state: State; turn: number }>>();

  /** Call before an audience change for the player is sent. */
  mayChange(secret: Secret, player: string): void {
    this.put(secret, player, 'changing');
  }

  /** Call after the response to the audience change. */
  settle(secret: Secret, player: string, isShown: boolean): void {
    this.put(secret, player, isShown ? 'shown' : 'hidden');
  }

  /** Returns all secrets that are certainly shown to a player or hidden from them now. */
  of(player: string): Glimpse[] {
    return [...this.known].flatMap(([secret, states]) => {
      const { state, turn } = states.get(player) ?? { state: 'changing', turn: 0 };
      return state === 'changing' ? [] : [{ secret, state, turn }];
    });
  }

  /** Whether the state has not changed since. */
  isStill({ secret, turn }: Glimpse, player: string): boolean {
    return this.known.get(secret)?.get(player)?.turn === turn;
  }

  private put(secret: Secret, player: string, state: State): void {
    const states = this.known.get(secret) ?? new Map<string, { state: State; turn: number }>();
    states.set(player, { state, turn: (states.get(player)?.turn ?? 0) + 1 });
    this.known.set(secret, states);
  }
}
