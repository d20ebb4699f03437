/** Limits refetches of addresses that failed to load. */
const FRESH_MS = 30_000;

/**
 * Handler of an image that failed to load: its address is valid for a minute.
 * @param fetchedAt epoch milliseconds
 */
export const onLostAddress = (fetchedAt: number, refetch: () => void) => () => {
  if (Date.now() - fetchedAt > FRESH_MS) refetch();
};
