/** A cached response with its ETag. */
interface KeptAnswer {
  etag: string;
  answer: unknown;
}

/**
 * In-memory ETag cache of one user's responses. Every use is revalidated with the server, so that revoked access takes effect
 * immediately.
 */
export interface KeptAnswers {
  find: (path: string, viewAs: string | undefined) => KeptAnswer | undefined;
  keep: (path: string, viewAs: string | undefined, answer: KeptAnswer) => void;
  /** Clears the cache when the user changes or signs out. */
  forget: () => void;
}

/** @param most maximum entries; the least recently used one is evicted */
export function createKeptAnswers(most: number): KeptAnswers {
  const answers = new Map<string, KeptAnswer>();
  const nameOf = (path: string, viewAs = '') => `${viewAs} ${path}`;
  return {
    find: (path, viewAs) => answers.get(nameOf(path, viewAs)),
    keep(path, viewAs, answer) {
      const name = nameOf(path, viewAs);
      answers.delete(name);
      answers.set(name, answer);
      const [oldest] = answers.keys();
      if (answers.size > most && oldest !== undefined) answers.delete(oldest);
    },
    forget: () => answers.clear(),
  };
}
