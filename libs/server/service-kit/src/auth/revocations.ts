/** Sessions that ended before their tokens expire. */
export abstract class Revocations {
  /** @param originJti session id in both of its tokens */
  abstract isRevoked(originJti: string): boolean | Promise<boolean>;
}
