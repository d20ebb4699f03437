/** The browser refused a file of a remote because it is not what was published. */
class IntegrityError extends Error {
  override readonly name = 'IntegrityError';
  /** For the person, in place of the general words. */
  readonly words =
    'What arrived is not what was published under its name, so it was not run. Everything else still works. Please try again in a few minutes.';
}

/**
 * Why a remote failed: browsers report a refused file and an unreachable one alike. Fetching the file with and
 * without its hash shows which it was.
 * @param integrity of the entry
 */
export async function reasonOf(error: unknown, entry: string, integrity: string): Promise<unknown> {
  const chunk = chunkOf(error);
  const [file, hash] = chunk ?? [entry, integrity];
  const answers = (init: RequestInit) =>
    fetch(file, init).then(
      ({ ok }) => ok,
      () => false,
    );
  // Past a copy in the browser's cache, which would stay there for a year.
  if (!(await answers({ cache: 'reload' })) || (await answers({ integrity: hash }))) return error;
  return new IntegrityError(`${file} does not match ${hash}.`);
}

/** The chunk that did not load, as webpack tells it, where the registry says what it must be. */
function chunkOf(error: unknown): [file: string, hash: string] | undefined {
  const { request } = (error ?? {}) as { request?: unknown };
  if (typeof request !== 'string') return undefined;
  const hash = window.sri?.[request.slice(request.lastIndexOf('/') + 1)];
  return hash ? [request, hash] : undefined;
}
