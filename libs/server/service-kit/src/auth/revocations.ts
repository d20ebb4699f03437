/** Knows the sessions that ended before their tokens expire. */
export abstract class Revocations {
  /** @param originJti the session's name in both of its tokens */
  abstract isRevoked(originJti: string): boolean | Promise<boolean>;
}
