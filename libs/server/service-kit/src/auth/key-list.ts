import { askInTurn, Replicas } from '@tomekeeper/internal-http';
import type { JSONWebKey } from 'jwks-rsa';

/**
 * Minimum age of the list before an unknown key triggers a refetch, so that forged tokens cause at most one request per period.
 */
const FRESH_MS = 1000;
const TIMEOUT_MS = 2000;
/** Lifetime of the known list without a refetch. */
const KNOWN_MS = 60_000;

type KeyList = { keys: JSONWebKey[] };

/**
 * The pool's public keys, with fetches shared by all callers. A failure does not extend the pause, so that callers succeed as
 * soon as identity is back.
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

  /** Keys of the last list unless it is too old, because one may have been revoked. */
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
