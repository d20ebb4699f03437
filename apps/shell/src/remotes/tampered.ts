/** A remote's entry is not what was published: the browser has refused to run it. */
class TamperedError extends Error {
  override readonly name = 'TamperedError';
  /** For the person, in place of the general words. */
  readonly words =
    'What arrived is not what was published under its name, so it was not run. Everything else still works. Please try again in a few minutes.';
}

/**
 * Why a remote failed: browsers tell a refused script from an unreachable one to nobody, but whoever asks
 * for the same file with and without its hash learns it.
 */
export async function reasonOf(error: unknown, entry: string, integrity: string): Promise<unknown> {
  const answers = (init: RequestInit) =>
    fetch(entry, init).then(
      ({ ok }) => ok,
      () => false,
    );
  // Past a copy in the browser's cache, which would stay there for a year.
  if (!(await answers({ cache: 'reload' })) || (await answers({ integrity }))) return error;
  return new TamperedError(`${entry} does not match ${integrity}.`);
}
