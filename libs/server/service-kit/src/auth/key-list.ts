import { askInTurn, Replicas } from '@tomekeeper/internal-http';
import type { JSONWebKey } from 'jwks-rsa';

/** A list of this age is fetched anew for an unknown key, so that forged tokens cause no more requests than that. */
const FRESH_MS = 1000;
const TIMEOUT_MS = 2000;
/** How long a process that just started waits for identity before it refuses its first callers. */
const KNOWN_MS = 60_000;

type KeyList = { keys: JSONWebKey[] };

/**
 * The pool's public keys, fetched for all callers at once. A failure does not lengthen the pause: once
 * identity is back, no caller waits for the end of a quota that was used up while it was away.
 */
export class KeyListSource {
  private last: { readonly at: number; readonly list: KeyList } | undefined;
  private pending: Promise<KeyList> | undefined;

  private readonly replicas: Replicas;
  /** Whether a list was ever fetched. */
  isLoaded = false;

  constructor(
    urls: readonly string[],
    private readonly ask: (url: string) => Promise<KeyList> = askIdentity,
  ) {
    this.replicas = new Replicas(urls);
  }

  /** The keys of the last list, unless it is too old: one of them may have been withdrawn. */
  known(): JSONWebKey[] {
    return this.last && performance.now() - this.last.at < KNOWN_MS ? this.last.list.keys : [];
  }

  async fetch(): Promise<KeyList> {
    if (this.last && performance.now() - this.last.at < FRESH_MS) return this.last.list;
    this.pending ??= this.askOnce();
    return this.pending;
  }

  private async askOnce(): Promise<KeyList> {
    try {
      const list = await askInTurn(this.replicas, this.ask);
      this.last = { at: performance.now(), list };
      this.isLoaded = true;
      return list;
    } finally {
      this.pending = undefined;
    }
  }
}

async function askIdentity(url: string): Promise<KeyList> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`The keys were refused: ${answer.status}.`);
  return (await answer.json()) as KeyList;
}
