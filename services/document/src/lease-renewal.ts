const RENEW_EVERY_MS = 15_000;

/** Runs work that may take longer than its lease. A failed renewal is repeated; the work itself finds out that the lease is lost. */
export async function withLease<T>(
  renew: () => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  let renewal: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    renewal ??= renew()
      .catch(() => undefined)
      .finally(() => (renewal = undefined));
  }, RENEW_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await renewal;
  }
}
