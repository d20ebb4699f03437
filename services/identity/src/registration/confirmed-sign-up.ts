/** Properties that match a confirmation to a pending sign-up. */
interface Waiting {
  sessionHashes: readonly Uint8Array[];
  expiresAt: Date;
}

/**
 * Selects the pending sign-up whose password a confirmed account gets: the one whose session accompanies the
 * confirmation. Without a session the choice is safe only if there is exactly one sign-up and none has expired before.
 * @param presented hashes of the sessions in the request
 * @returns undefined when the password might be another person's
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
