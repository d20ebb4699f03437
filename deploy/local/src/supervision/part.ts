/** Something that runs: a process that has answered its probe. */
export type Running = {
  readonly pid: number;
  /** Found on the command line of that process and of no other. */
  readonly mark: string;
  /** Resolves when it is gone, for whatever reason. */
  readonly exited: Promise<void>;
  stop(): Promise<void>;
};

/** Something that can be run, again and again. */
export type Part = {
  readonly name: string;
  /**
   * Starts it and waits until it is healthy; leaves nothing behind when it throws, which it also
   * does when `leaving` says that nobody waits any more.
   */
  start(leaving: AbortSignal): Promise<Running>;
};
