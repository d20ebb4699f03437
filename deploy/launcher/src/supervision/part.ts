/** A running process that has passed its readiness probe. */
export type Running = {
  readonly pid: number;
  /** Resolves when the process has exited for any reason. */
  readonly exited: Promise<void>;
  /** @param how `drained` first gives callers time to switch to another replica */
  stop(how?: StopHow): Promise<void>;
};

export type StopHow = 'at once' | 'drained';

/**
 * Receives a process as soon as it exists, long before it is ready, so that the next launcher can find it if this one
 * is killed. `mark` occurs on the command line of that process only.
 */
export type Begun = (pid: number, mark: string) => void;

/** A process that can be started repeatedly. */
export type Part = {
  readonly name: string;
  /**
   * Starts the process and waits until it is ready. Cleans up before it throws, which also happens when `leaving` is
   * aborted by a shutdown.
   */
  start(leaving: AbortSignal, begun: Begun): Promise<Running>;
};
