/** Something that runs: a process that has answered its probe. */
export type Running = {
  readonly pid: number;
  /** Resolves when it is gone, for whatever reason. */
  readonly exited: Promise<void>;
  /** @param how `drained` gives those who call it the time to turn elsewhere first */
  stop(how?: StopHow): Promise<void>;
};

export type StopHow = 'at once' | 'drained';

/**
 * Hears of a process as soon as it exists, long before it is healthy: a launcher that is killed
 * meanwhile must find it again. `mark` is on the command line of that process and of no other.
 */
export type Begun = (pid: number, mark: string) => void;

/** Something that can be run, again and again. */
export type Part = {
  readonly name: string;
  /**
   * Starts it and waits until it is healthy; leaves nothing behind when it throws, which it also
   * does when `leaving` is aborted, because the product stops.
   */
  start(leaving: AbortSignal, begun: Begun): Promise<Running>;
};
