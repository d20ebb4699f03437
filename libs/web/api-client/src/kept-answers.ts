/** An answer, and what the server calls this version of it. */
interface KeptAnswer {
  etag: string;
  answer: unknown;
}

/**
 * Answers of one person's calls, kept in memory so that they need not travel again. Each is shown only after the server
 * has said that it still stands: what somebody may see ends with the answer that says so.
 */
export interface KeptAnswers {
  find: (path: string, viewAs: string | undefined) => KeptAnswer | undefined;
  keep: (path: string, viewAs: string | undefined, answer: KeptAnswer) => void;
  /** When another person signs in, or nobody is signed in any more. */
  forget: () => void;
}

/** @param most of them are kept, those that were asked for last */
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
