import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { sleep } from '@tomekeeper/program-kit';
import type { Container } from '../manifests/compose-file';
import type { Image } from './image';

export type Surroundings = {
  /** What the container's values become here: addresses, ports, folders. */
  readonly translate: (value: string) => string;
  readonly settings: Readonly<Record<string, string>>;
};

/** Where containers may write. */
const HOME = '/tmp';
const PATIENCE_MS = 180_000;
/** Someone who owns nothing, as the user of the image owns nothing of its program. */
const NOBODY = 65534;
const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** A container's program as a plain process: its command, its settings, its files, and nothing else. */
export class ContainedProcess {
  private readonly child: ChildProcess;
  private output = '';

  constructor(
    readonly name: string,
    private readonly image: Image,
    private readonly container: Container,
    private readonly around: Surroundings,
  ) {
    const [program = '', ...args] = this.command();
    this.child = spawn(program === 'node' ? process.execPath : program, args, {
      cwd: image.workdir,
      env: this.environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      ...asNobody,
    });
    const keep = (chunk: Buffer) => (this.output = (this.output + chunk.toString()).slice(-4000));
    this.child.stdout?.on('data', keep);
    this.child.stderr?.on('data', keep);
  }

  private command(): string[] {
    const own = this.container.command.map(this.around.translate);
    // An entry point stays and takes the container's command as arguments; a plain command is replaced.
    return own[0] === 'node' ? own : [...this.image.command, ...own];
  }

  private environment(): NodeJS.ProcessEnv {
    const settings = { ...this.container.environment, ...this.around.settings };
    const translated = Object.entries(settings).map(([name, value]) => [
      name,
      this.around.translate(value),
    ]);
    return {
      PATH: path.dirname(process.execPath),
      HOME,
      ...this.image.environment,
      ...Object.fromEntries(translated),
    };
  }

  /** Its exit code; anything it said is told when that is not 0. */
  async ended(): Promise<void> {
    const code = await this.exit();
    if (code !== 0) throw new Error(`${this.name} ended with ${String(code)}:\n${this.output}`);
  }

  /** Until the container's own health check is content, or nobody would wait for it any longer. */
  async healthy(): Promise<void> {
    const [, , ...check] = this.container.healthcheck?.test ?? [];
    const args = check.map(this.around.translate);
    const until = Date.now() + PATIENCE_MS;
    while (this.child.exitCode === null && Date.now() < until) {
      const asked = spawn(process.execPath, args, { stdio: 'ignore' });
      const code = await new Promise((resolve) => asked.once('close', resolve));
      if (code === 0) return;
      await sleep(250);
    }
    throw new Error(`${this.name} is not healthy (${this.child.exitCode}):\n${this.output}`);
  }

  /** As an orchestrator stops a container. Nest ends with the signal once everything is closed. */
  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    const end = await this.exit();
    if (end !== 0 && end !== 'SIGTERM')
      throw new Error(`${this.name} was stopped and ended with ${String(end)}:\n${this.output}`);
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  private async exit(): Promise<number | NodeJS.Signals | null> {
    const { exitCode, signalCode } = this.child;
    if (exitCode !== null || signalCode !== null) return exitCode ?? signalCode;
    return new Promise((resolve) =>
      this.child.once('close', (code, signal) => resolve(code ?? signal)),
    );
  }
}
