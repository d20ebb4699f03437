/** The browser blocked a remote's file because its integrity hash does not match. */
class IntegrityError extends Error {
  override readonly name = 'IntegrityError';
  /** Message for the user, instead of the generic one. */
  readonly words =
    'A part of the app failed its integrity check and was not loaded. Everything else still works. Please try again in a few minutes.';
}

/**
 * Cause of a failed load. Browsers report blocked and unreachable files alike; fetching the file with and without its hash
 * distinguishes them.
 * @param integrity hash of the entry
 */
export async function reasonOf(error: unknown, entry: string, integrity: string): Promise<unknown> {
  const chunk = chunkOf(error);
  const [file, hash] = chunk ?? [entry, integrity];
  const answers = (init: RequestInit) =>
    fetch(file, init).then(
      ({ ok }) => ok,
      () => false,
    );
  // Refreshes the browser cache, which would otherwise keep a corrupt file for a year.
  if (!(await answers({ cache: 'reload' })) || (await answers({ integrity: hash }))) return error;
  return new IntegrityError(`${file} does not match ${hash}.`);
}

/** The chunk that failed to load according to webpack's error, if the registry has a hash for it. */
function chunkOf(error: unknown): [file: string, hash: string] | undefined {
  const { request } = (error ?? {}) as { request?: unknown };
  if (typeof request !== 'string') return undefined;
  const hash = window.sri?.[request.slice(request.lastIndexOf('/') + 1)];
  return hash ? [request, hash] : undefined;
}
