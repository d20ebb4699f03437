import fs from 'node:fs';
import path from 'node:path';
import { progress } from '../console/progress';
import { sleep } from '../processes';
import { errorMessage } from '../startup-problem';
import { forgetPid, notePid } from '../state/instance-lock';
import { writeJson } from '../state/json-file';
import type { Part, Running } from './part';

/** Pauses before a crashed part is started again; the last one repeats. */
const BACK_OFF = [500, 1_000, 2_000, 5_000, 10_000, 30_000];
/** After this time of good running a crash counts as the first one again. */
const CALM = 60_000;
const CONTROL_INTERVAL = 200;

type State = 'starting' | 'running' | 'crashed' | 'held' | 'stopped';

/** Keeps its parts running until it is told to stop, and stops them in reverse order. */
export class Supervisor {
  private readonly kept: KeptPart[] = [];
  private stopping = false;
  private control: NodeJS.Timeout | undefined;
  /** States are written one after the other, so that the file ends as the newest of them. */
  private written: Promise<void> = Promise.resolve();

  constructor(
    private readonly run: string,
    /** Aborted when everything ends: nothing is started from then on. */
    private readonly leaving: AbortSignal,
  ) {}

  /** Starts these parts together; everything after them is started when they are healthy. */
  async start(parts: readonly Part[]): Promise<void> {
    for (const part of parts) fs.rmSync(this.holdFile(part.name), { force: true });
    const kept = parts.map(
      (part) => new KeptPart(part, this.run, this.leaving, () => this.writeState()),
    );
    this.kept.push(...kept);
    const starts = await Promise.allSettled(kept.map((part) => part.startFirst()));
    for (const start of starts) if (start.status === 'rejected') throw start.reason;
  }

  /** From now on parts are started again when they crash, and obey the `.hold` files. */
  watch(): void {
    for (const part of this.kept) part.keepAlive();
    this.control = setInterval(() => {
      for (const part of this.kept) part.obey(this.isHeld(part.name));
    }, CONTROL_INTERVAL);
  }

  /** Stops one part and starts it again, for instance with a new build. */
  async restart(name: string): Promise<void> {
    await this.kept.find((part) => part.name === name)?.restart();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    clearInterval(this.control);
    // What was started last depends on what was started first; services may go together.
    for (const group of this.groupsInReverse()) await Promise.all(group.map((part) => part.stop()));
    await this.writeState();
  }

  private groupsInReverse(): KeptPart[][] {
    const services = this.kept.filter((part) => !part.isBacking);
    const backing = this.kept.filter((part) => part.isBacking);
    return [services, backing];
  }

  private isHeld(name: string): boolean {
    return fs.existsSync(this.holdFile(name));
  }

  private holdFile(name: string): string {
    return path.join(this.run, `${name}.hold`);
  }

  /** For `ctl status` and people: what runs, since when. */
  private writeState(): Promise<void> {
    this.written = this.written.catch(() => undefined).then(() => this.replaceStateFile());
    return this.written;
  }

  private async replaceStateFile(): Promise<void> {
    const file = path.join(this.run, 'state.json');
    if (this.stopping) return fs.promises.rm(file, { force: true });
    const state = Object.fromEntries(this.kept.map((part) => [part.name, part.describe()]));
    await writeJson(file, state);
  }
}

class KeptPart {
  readonly name: string;
  readonly isBacking: boolean;
  private state: State = 'starting';
  private running: Running | undefined;
  private since = Date.now();
  private crashes = 0;
  private watched = false;
  /** One thing at a time happens to a part. */
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
      progress.note(`${this.name} is held; 'node deploy/local/bin/ctl.mjs start ${this.name}'`);
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

  async stop(): Promise<void> {
    await this.inTurn(() => this.end());
    this.state = 'stopped';
  }

  describe() {
    const { state, crashes } = this;
    return { state, pid: this.running?.pid, since: new Date(this.since).toISOString(), crashes };
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

  private async end(): Promise<void> {
    const { running } = this;
    this.running = undefined;
    await running?.stop();
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
      progress.note(`${this.name} ended unexpectedly and is started again`);
      await this.recover();
    }
  }

  private async recover(): Promise<void> {
    while (!this.over && !this.isHeld && !this.running) {
      try {
        if (this.state === 'crashed') await this.pause();
        await this.inTurn(async () => {
          if (!this.isHeld && !this.running) await this.begin();
        });
        if (this.running) progress.done(`${this.name} runs again`);
      } catch (error) {
        if (this.over) return;
        progress.failed(errorMessage(error));
        if (!this.isHeld) this.enter('crashed');
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
