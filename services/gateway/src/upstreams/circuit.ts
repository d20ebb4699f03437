/** Why no answer came: no connection could be opened or kept, or no answer came in time. */
export type Failure = 'unreachable' | 'silent';

export type CircuitState =
  | 'closed'
  /** Calls are not sent, because they would fail. */
  | 'open'
  /** One call may try. */
  | 'half-open';

/** Failures in a row after which a replica gets no more calls. */
export const OPENS_AFTER = 5;
/** How long until one call may try. A refused connection costs it nothing, a silent process holds it until its time-out. */
const PAUSE_MS: Record<Failure, number> = { unreachable: 250, silent: 5000 };

/** Decides whether calls are sent to one replica. A refusal by the service itself counts as an answer. */
export class Circuit {
  private failures = 0;
  private pausedUntil = 0;
  private isTrying = false;
  private isSeenByChecks = false;

  constructor(private readonly now: () => number = () => performance.now()) {}

  get state(): CircuitState {
    if (this.failures < OPENS_AFTER) return 'closed';
    return this.isTrying || this.now() < this.pausedUntil ? 'open' : 'half-open';
  }

  /** A call is sent. */
  sent(): void {
    this.isTrying = this.failures >= OPENS_AFTER;
  }

  answered(): void {
    this.failures = 0;
    this.isTrying = false;
    this.isSeenByChecks = false;
  }

  failed(how: Failure): void {
    this.failures++;
    this.isTrying = false;
    this.isSeenByChecks ||= how === 'unreachable';
    this.pausedUntil = this.now() + PAUSE_MS[how];
  }

  /** A call ended for reasons of the caller's, which says nothing. */
  ended(): void {
    this.isTrying = false;
  }

  /**
   * A health check was answered or not. Where checks are answered while calls are not, they tell nothing of
   * the trouble; where they failed too, an answer means that it is over.
   */
  checked(isAnswered: boolean): void {
    if (!isAnswered) this.isSeenByChecks = true;
    else if (this.isSeenByChecks) this.answered();
  }
}
