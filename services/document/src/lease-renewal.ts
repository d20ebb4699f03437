const RENEW_EVERY_MS = 2000;

/** A lease that a worker holds. */
export interface HeldLease {
  /** Aborted, with the error of `lost`, when another worker has the lease, or the work was cancelled. */
  signal: AbortSignal;
  /** Progress of the work, from 0 to 1, stored with the next renewal. */
  progress: number;
}

interface LeaseOptions {
  /** Renews the lease and stores the progress. @returns false if the lease is lost */
  renew: (progress: number) => Promise<boolean>;
  lost: () => Error;
}

/** Runs work that may take longer than its lease. A failed renewal is repeated. */
export async function withLease<T>(
  { renew, lost }: LeaseOptions,
  work: (lease: HeldLease) => Promise<T>,
): Promise<T> {
  const held = new AbortController();
  const lease: HeldLease = { signal: held.signal, progress: 0 };
  let renewal: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    renewal ??= renew(lease.progress)
      .then(
        (isHeld) => isHeld || held.abort(lost()),
        () => undefined,
      )
      .finally(() => (renewal = undefined));
  }, RENEW_EVERY_MS);
  try {
    return await work(lease);
  } finally {
    clearInterval(timer);
    await renewal;
  }
}
