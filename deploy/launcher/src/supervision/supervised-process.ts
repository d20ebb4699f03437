import { progress, sleep, errorMessage } from '@tomekeeper/cli-kit';
import { forgetPid, notePid } from './instance-lock';
import type { Part, Running, StopHow } from './part';

/** Restart delays after crashes, in milliseconds; the last one repeats. */
const BACK_OFF = [500, 1_000, 2_000, 5_000, 10_000, 30_000];
/** After this many milliseconds without a crash the backoff starts over. */
const CALM = 60_000;

export type State = 'starting' | 'running' | 'crashed' | 'held' | 'stopped';

/** One supervised process and its state. */
export class SupervisedProcess {
  readonly name: string;
  readonly isBacking: boolean;
  private state: State = 'starting';
  private running: Running | undefined;
  /** The process that is stopping and has not exited yet. */
  private ending: Running | undefined;
  private since = Date.now();
  private crashes = 0;
  private watched = false;
  /** Serializes operations on the process. */
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly part: Part,
    private readonly run: string,
    private readonly leaving: AbortSignal,
    private readonly changed: () => Promise<void>,
  ) {
    this.name = part.name;
    this.isBacking = BACKING.has(part.name);
  }

  private get over(): boolean {
    return this.leaving.aborted;
  }

  private get isHeld(): boolean {
    return this.state === 'held';
  }

  /** Whether the process should run, that is, it is neither held nor stopped. */
  private get isWanted(): boolean {
    return !this.over && !this.isHeld && this.state !== 'stopped';
  }

  startFirst(): Promise<void> {
    return this.inTurn(() => this.begin());
  }

  keepAlive(): void {
    this.watched = true;
    if (!this.running) void this.recover();
  }

  obey(held: boolean): void {
    if (held && this.state !== 'held' && this.state !== 'starting') {
      this.enter('held');
      progress.note(
        `${this.name} is held: resume it with 'node deploy/launcher/bin/ctl.mjs start ${this.name}'`,
      );
      void this.inTurn(() => this.end());
    } else if (!held && this.state === 'held') {
      this.enter('starting');
      void this.recover();
    }
  }

  async restart(): Promise<void> {
    if (this.state !== 'running') return;
    this.enter('starting');
    await this.inTurn(() => this.end());
    await this.recover();
  }

  async renew(): Promise<void> {
    this.enter('starting');
    await this.inTurn(() => this.end('drained'));
    try {
      await this.inTurn(() => this.begin());
    } catch (error) {
      this.enter('crashed');
      void this.recover();
      throw error;
    }
  }

  async stop(how?: StopHow): Promise<void> {
    this.state = 'stopped';
    await this.inTurn(() => this.end(how));
  }

  describe() {
    const { state, crashes } = this;
    const process = this.running ?? this.ending;
    return { state, pid: process?.pid, since: new Date(this.since).toISOString(), crashes };
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    const mine = this.queue.then(work);
    this.queue = mine.catch(() => undefined);
    return mine;
  }

  private async begin(): Promise<void> {
    if (this.over) return;
    const running = await this.startNoted();
    this.running = running;
    this.enter('running');
    void running.exited.then(() => this.lost(running));
  }

  private async startNoted(): Promise<Running> {
    try {
      return await this.part.start(this.leaving, (pid, mark) =>
        notePid(this.run, this.name, pid, mark),
      );
    } catch (error) {
      await forgetPid(this.run, this.name);
      throw error;
    }
  }

  private async end(how?: StopHow): Promise<void> {
    const { running } = this;
    this.running = undefined;
    this.ending = running;
    // A shutdown does not wait for callers to switch to other replicas.
    const hurry = (): void => void running?.stop();
    this.leaving.addEventListener('abort', hurry, { once: true });
    await running?.stop(how);
    this.leaving.removeEventListener('abort', hurry);
    this.ending = undefined;
    await forgetPid(this.run, this.name);
    await this.changed().catch(() => undefined);
  }

  private async lost(which: Running): Promise<void> {
    if (this.running !== which || this.over) return;
    this.running = undefined;
    await forgetPid(this.run, this.name);
    if (this.state === 'held') return;
    if (Date.now() - this.since > CALM) this.crashes = 0;
    this.enter('crashed');
    if (this.watched) {
      progress.note(`${this.name} exited unexpectedly; restarting`);
      await this.recover();
    }
  }

  private async recover(): Promise<void> {
    while (this.isWanted && !this.running) {
      try {
        if (this.state === 'crashed') await this.pause();
        await this.inTurn(async () => {
          if (this.isWanted && !this.running) await this.begin();
        });
        if (this.running) progress.done(`${this.name} runs again`);
      } catch (error) {
        if (this.over) return;
        progress.failed(errorMessage(error));
        if (this.isWanted) this.enter('crashed');
      }
    }
  }

  private async pause(): Promise<void> {
    const pause = BACK_OFF[Math.min(this.crashes, BACK_OFF.length - 1)] ?? 0;
    this.crashes += 1;
    await sleep(pause);
  }

  private enter(state: State): void {
    this.state = state;
    this.since = Date.now();
    void this.changed().catch(() => undefined);
  }
}

const BACKING = new Set(['postgres', 'object-store', 'mail']);
