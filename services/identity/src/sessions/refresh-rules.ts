/** What is known of a refresh token that someone presents. */
export interface PresentedToken {
  revoked: boolean;
  expiresAt: number;
  /** When it was exchanged for a new one, if it was. */
  rotatedAt: number | undefined;
}

export type RefreshVerdict = 'good' | 'revoked' | 'expired' | 'reused';

/**
 * Whether a refresh token may be used. An exchanged one still works for the grace time, because two
 * tabs may refresh at the same moment; after that only a thief or his victim would present it.
 */
export function judgeRefresh(token: PresentedToken, now: number, graceMs: number): RefreshVerdict {
  if (token.revoked) return 'revoked';
  if (token.expiresAt <= now) return 'expired';
  if (token.rotatedAt !== undefined && token.rotatedAt + graceMs < now) return 'reused';
  return 'good';
}
