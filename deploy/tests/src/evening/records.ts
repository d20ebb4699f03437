import { writtenWords } from '../product/words';
import type { Secret } from './table';

type Acknowledged = { readonly acknowledged: boolean };

/** Changes of the evening, with and without an acknowledgment. */
export class Records {
  /** Words that a player may have received: revealed or shown to them, acknowledged or not. */
  private readonly mayKnow = new Map<string, Set<string>>();
  /** Revealed words by player. */
  readonly revealed = new Map<string, Set<string>>();
  /** Ids of audience changes. */
  readonly acts = new Set<string>();
  /** Words on the board, by item. */
  readonly boardItems = new Map<string, string>();
  /** Checklist items by text. An item without an acknowledgment may exist. */
  readonly checklist = new Map<string, Acknowledged>();
  /** Titles of players' notes. */
  readonly notes = new Set<string>();
  /** Last answer of each player. */
  readonly attendance = new Map<string, string>();
  /** Milliseconds from the call of a show until each recipient has its text, outside of restarts. */
  readonly showMs: number[] = [];
  readonly broken: string[] = [];
  shows = 0;
  conflicts = 0;
  responses = 0;
  /** Whether a process is being restarted. */
  isRestarting = false;
  restarts = 0;

  /** Call before a word is sent to players. */
  mayReach(players: readonly string[], { word }: Secret): void {
    for (const player of players) wordsOf(this.mayKnow, player).add(word);
  }

  /** Call after the acknowledgment of a reveal. */
  isRevealed(players: readonly string[], { word }: Secret): void {
    for (const player of players) wordsOf(this.revealed, player).add(word);
  }

  /** Checks every word in text that a player received. */
  check(player: string, text: string, from: string): void {
    this.responses += 1;
    const allowed = wordsOf(this.mayKnow, player);
    const leaked = writtenWords(text).filter((word) => !allowed.has(word));
    if (leaked.length > 0) this.broken.push(`${from} tells a player ${leaked.join(', ')}`);
  }
}

const wordsOf = (map: Map<string, Set<string>>, player: string): Set<string> => {
  const words = map.get(player) ?? new Set<string>();
  map.set(player, words);
  return words;
};
