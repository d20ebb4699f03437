import fs from 'node:fs';
import path from 'node:path';
import { writeJson } from '@tomekeeper/cli-kit';
import { SupervisedProcess, type State } from './supervised-process';
import type { Part } from './part';

/** Each look costs processor time also at rest. */
const CONTROL_INTERVAL = 2_000;

/** Keeps its processes running until it is stopped, and stops them in reverse order. */
export class Supervisor {
  private readonly kept: SupervisedProcess[] = [];
  private stopping = false;
  private control: NodeJS.Timeout | undefined;
  /** Serializes writes of the state file, so that the newest state is written last. */
  private written: Promise<void> = Promise.resolve();

  constructor(
    private readonly run: string,
    /** Aborted at shutdown: no process is started afterwards. */
    private readonly leaving: AbortSignal,
  ) {}

  /** Starts these processes concurrently, and waits until they are ready. */
  async start(parts: readonly Part[]): Promise<void> {
    for (const part of parts) fs.rmSync(this.holdFile(part.name), { force: true });
    const kept = parts.map((part) => this.keep(part));
    this.kept.push(...kept);
    const starts = await Promise.allSettled(kept.map((part) => part.startFirst()));
    for (const start of starts) if (start.status === 'rejected') throw start.reason;
  }

  /** From now on crashed processes are restarted, and `.hold` files take effect. */
  watch(): void {
    for (const part of this.kept) part.keepAlive();
    this.control = setInterval(() => {
      for (const part of this.kept) part.obey(this.isHeld(part.name));
    }, CONTROL_INTERVAL);
  }

  /** Stops processes and starts them again, for instance with a new build. */
  async restart(isMeant: (name: string) => boolean): Promise<void> {
    const meant = this.kept.filter(({ name }) => isMeant(name));
    await Promise.all(meant.map((part) => part.restart()));
  }

  /** Starts an additional supervised process. */
  async add(part: Part): Promise<void> {
    fs.rmSync(this.holdFile(part.name), { force: true });
    const kept = this.keep(part);
    this.kept.push(kept);
    try {
      await kept.startFirst();
    } catch (error) {
      await this.remove(part.name);
      throw error;
    }
    kept.keepAlive();
  }

  /** Stops a process and removes it from supervision. */
  async remove(name: string): Promise<void> {
    const kept = this.find(name);
    if (!kept) return;
    await kept.stop('drained');
    this.kept.splice(this.kept.indexOf(kept), 1);
    await this.writeState();
  }

  /**
   * Drains a process and starts it again.
   * @throws when it does not become ready; it is then retried as after a crash
   */
  async renew(name: string): Promise<void> {
    await this.find(name)?.renew();
  }

  stateOf(name: string): State | undefined {
    return this.find(name)?.describe().state;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    clearInterval(this.control);
    // Later processes depend on earlier ones; services may stop concurrently.
    for (const group of this.groupsInReverse()) await Promise.all(group.map((part) => part.stop()));
    await this.writeState();
  }

  private keep(part: Part): SupervisedProcess {
    return new SupervisedProcess(part, this.run, this.leaving, () => this.writeState());
  }

  private find(name: string): SupervisedProcess | undefined {
    return this.kept.find((part) => part.name === name);
  }

  private groupsInReverse(): SupervisedProcess[][] {
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

  /** Writes the state file for `ctl status`: running processes, and since when. */
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
