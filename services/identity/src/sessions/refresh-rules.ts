/** Stored state of a presented refresh token. */
export interface PresentedToken {
  revoked: boolean;
  expiresAt: number;
  /** Time of the exchange for a new token, if any. */
  rotatedAt: number | undefined;
}

export type RefreshVerdict = 'good' | 'revoked' | 'expired' | 'reused';

/**
 * Decides whether a refresh token may be used. An exchanged token still works during the grace period, because two tabs
 * may refresh concurrently; a later use indicates theft.
 */
export function judgeRefresh(token: PresentedToken, now: number, graceMs: number): RefreshVerdict {
  if (token.revoked) return 'revoked';
  if (token.expiresAt <= now) return 'expired';
  if (token.rotatedAt !== undefined && token.rotatedAt + graceMs < now) return 'reused';
  return 'good';
}
