/** Whom passages are for beside the GMs: nobody, all players, or some, by their user ids. */
export type Audience = 'gm' | 'party' | { readonly players: readonly string[] };

/** Something that players see at one time and not at another. */
export type Secret = {
  readonly document: string;
  /** Of a document's text; none where it is the document as a whole. */
  readonly passages: readonly string[];
  /** What tells of it, wherever it stands in an answer: ids, names, words. */
  readonly canaries: readonly [string, ...string[]];
};

export const sees = (audience: Audience, player: string): boolean =>
  audience === 'party' || (audience !== 'gm' && audience.players.includes(player));

type State = 'shown' | 'hidden' | 'changing';

/** How something stood when an answer was asked for. */
export type Glimpse = {
  readonly secret: Secret;
  readonly state: Exclude<State, 'changing'>;
  readonly turn: number;
};

/**
 * Who sees what, as GMs were answered. A state that changed between a question and its answer says nothing of that answer; one that
 * began before the question and lasted beyond the answer says all.
 */
export class Sight {
  private readonly known = new Map<Secret, Map<string, { state: State; turn: number }>>();

  /** An act that changes it for a player is about to be sent. */
  mayChange(secret: Secret, player: string): void {
    this.put(secret, player, 'changing');
  }

  /** The act was answered. */
  settle(secret: Secret, player: string, isShown: boolean): void {
    this.put(secret, player, isShown ? 'shown' : 'hidden');
  }

  /** All that is surely shown to a player, or hidden from them, in this moment. */
  of(player: string): Glimpse[] {
    return [...this.known].flatMap(([secret, states]) => {
      const { state, turn } = states.get(player) ?? { state: 'changing', turn: 0 };
      return state === 'changing' ? [] : [{ secret, state, turn }];
    });
  }

  /** Whether it has stood so all the time since. */
  isStill({ secret, turn }: Glimpse, player: string): boolean {
    return this.known.get(secret)?.get(player)?.turn === turn;
  }

  private put(secret: Secret, player: string, state: State): void {
    const states = this.known.get(secret) ?? new Map<string, { state: State; turn: number }>();
    states.set(player, { state, turn: (states.get(player)?.turn ?? 0) + 1 });
    this.known.set(secret, states);
  }
}
