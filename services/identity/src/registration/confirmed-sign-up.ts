/** What decides whether a sign-up is the one that its confirmation is about. */
interface Waiting {
  sessionHashes: readonly Uint8Array[];
  expiresAt: Date;
}

/**
 * Whose password a confirmed address is to have: that of the sign-up whose session the confirmation
 * brings. Without a session it is clear only if one sign-up waits, and none before it has run out.
 * @param presented hashes of the sessions that came with the code
 * @returns undefined when the password might be someone else's
 */
export function confirmedSignUp<SignUp extends Waiting>(
  waiting: readonly SignUp[],
  presented: readonly Uint8Array[],
  now: Date,
): SignUp | undefined {
  const live = waiting.filter(({ expiresAt }) => expiresAt > now);
  if (presented.length === 0) return waiting.length === 1 ? live[0] : undefined;
  return live.find(({ sessionHashes }) =>
    sessionHashes.some((hash) => presented.some((one) => Buffer.compare(one, hash) === 0)),
  );
}
