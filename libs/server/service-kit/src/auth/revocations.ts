/** Sessions that were ended before their tokens run out. */
export abstract class Revocations {
  /** @param originJti the session's name in both of its tokens */
  abstract isRevoked(originJti: string): boolean | Promise<boolean>;
}
