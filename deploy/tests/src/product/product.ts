import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { z } from 'zod';
import { adminUrlOf, homeOf } from '@tomekeeper/launcher/backing';
import { freePort, sleep, waitUntil } from '@tomekeeper/cli-kit';

const DEPLOY = path.resolve(__dirname, '../../..');
const START = 'launcher/bin/start.mjs';
const READY = /^Tomekeeper is ready: /m;
/** The launcher is killed while running, and again during its next start. */
const LAUNCHER = 'launcher';
const STARTING = 'starting launcher';
/** Upper bound of the random kill time during a start. */
const LONGEST_START_MS = 6000;
/** Recovery limit of a process, even on a loaded machine. */
const RECOVERY_MS = 300_000;

const State = z.record(z.string(), z.object({ state: z.string(), pid: z.number().optional() }));
const Mails = z.array(
  z
    .object({
      text: z.string().default(''),
      messageId: z.string().default(''),
      to: z.array(z.object({ address: z.string() })).default([]),
    })
    .transform(({ to, ...mail }) => ({ ...mail, to: to.map(({ address }) => address) })),
);
export type Mail = z.infer<typeof Mails>[number];
const Ports = z.record(z.string(), z.number());
type PublicPorts = readonly [web: number, mail: number, storage: number];
const LIMITS = [
  'ADDRESS',
  'USER',
  'SIGN_IN',
  'SIGN_UP',
  'CODE',
  'SUBSCRIBE',
  'CHARACTER',
  'RESEND',
  'CONTACT',
  'INVITE',
];

/** Returns free ports for a product; two products that never run concurrently may share them. */
export const publicPorts = async (): Promise<PublicPorts> => [
  await freePort(),
  await freePort(),
  await freePort(),
];

export type ProductOptions = {
  /** Number of interrupted first starts. */
  readonly cuts?: number;
  /** Settings in addition to the defaults. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Data folder; a new folder by default. */
  readonly dataDir?: string;
};

/** A complete product on a data folder, with the operator's commands. */
export class Product {
  private launcher: ChildProcess | undefined;
  private output = '';
  private earlierOutput = '';

  constructor(
    readonly dataDir: string,
    private readonly ports: PublicPorts,
    private readonly environment: NodeJS.ProcessEnv = {},
  ) {}

  /** Starts a new product with every worker in a separate process. */
  static async start({ cuts = 0, environment, ...given }: ProductOptions = {}): Promise<Product> {
    const dataDir =
      given.dataDir ?? (await fs.mkdtemp(path.join(os.tmpdir(), 'tomekeeper-product-')));
    const product = new Product(dataDir, await publicPorts(), {
      WORKERS: 'apart',
      // Shortens the wait for a killed worker's jobs, and so each round.
      QUEUE_LOCK_MS: '8000',
      ...environment,
    });
    try {
      for (let cut = 0; cut < cuts; cut += 1) await product.cutStart();
      await product.start();
      return product;
    } catch (error) {
      await product.remove();
      throw error;
    }
  }

  get url(): string {
    return `http://localhost:${this.ports[0]}`;
  }

  get inboxUrl(): string {
    return `http://127.0.0.1:${this.environment['MAIL_UI_PORT'] ?? this.ports[1]}`;
  }

  /** Returns the delivered mails, with their recipients. */
  async mails(): Promise<Mail[]> {
    return Mails.parse(await (await fetch(`${this.inboxUrl}/email`)).json());
  }

  /** Returns the product's processes by name. */
  async state(): Promise<z.infer<typeof State>> {
    for (;;) {
      // A launcher that was killed or is starting has not written the file yet.
      const state = State.safeParse(await this.json('run/state.json').catch(() => undefined));
      if (state.success) return state.data;
      await sleep(50);
    }
  }

  /** Returns the internal port of each process. */
  async innerPorts(): Promise<z.infer<typeof Ports>> {
    return Ports.parse(await this.json('ports.json'));
  }

  /** Returns all processes that can be killed, including the launcher. */
  async parts(): Promise<string[]> {
    return [...Object.keys(await this.state()), LAUNCHER, STARTING];
  }

  /**
   * Kills with SIGKILL, then waits until all processes are ready.
   * @returns milliseconds until then
   */
  async kill(part: string): Promise<number> {
    const began = Date.now();
    if (part === LAUNCHER || part === STARTING) {
      await this.killLauncher();
      if (part === STARTING) await this.cutStart();
      await this.start();
    } else {
      const victim = (await this.state())[part]?.pid;
      if (victim === undefined) throw new Error(`${part} does not run`);
      process.kill(victim, 'SIGKILL');
      await this.until(`${part} runs again`, async () => {
        const now = (await this.state())[part];
        return now?.state === 'running' && now.pid !== victim;
      });
    }
    await this.untilReady();
    return Date.now() - began;
  }

  /** Waits until every process is ready. */
  untilReady(): Promise<void> {
    return this.until('everything answers', async () => (await fetch(`${this.url}/readyz`)).ok);
  }

  /** Runs the operator's command to stop, start or restart a process. */
  async control(command: 'stop' | 'start' | 'restart', part: string): Promise<void> {
    await this.command('launcher/bin/ctl.mjs', command, part);
  }

  /** Runs one statement as the database administrator. */
  async query<Row extends object>(sql: string): Promise<Row[]> {
    const client = await this.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** Connects to the database as administrator. */
  async connect(): Promise<Client> {
    const { postgres = 0 } = await this.innerPorts();
    const connectionString = await adminUrlOf(path.join(this.dataDir, 'postgres'), postgres);
    const client = new Client({ connectionString });
    // Errors surface in the failing statement.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  async start(): Promise<void> {
    const launcher = this.spawnLauncher();
    await this.until('the launcher is ready', () => {
      if (launcher.exitCode !== null) throw new Gone(`The launcher ended: ${this.output}`);
      return READY.test(this.output);
    });
  }

  async stop(): Promise<void> {
    await this.endLauncher('SIGTERM');
  }

  /** Stops the product and deletes all its data. */
  async remove(): Promise<void> {
    await this.stop();
    const database = await homeOf(path.join(this.dataDir, 'postgres'));
    await fs.rm(database, { recursive: true, force: true });
    await fs.rm(this.dataDir, { recursive: true, force: true });
  }

  /** Returns the launcher's output of all runs. */
  get everythingSaid(): string {
    return this.earlierOutput + this.output;
  }

  /** Runs a program below deploy to its end. */
  async run(
    program: string,
    ...args: string[]
  ): Promise<{ readonly code: number | null; readonly output: string }> {
    let output = '';
    const child = this.spawn((text) => (output += text), program, ...args);
    await once(child, 'close');
    return { code: child.exitCode, output };
  }

  /**
   * Runs a program below deploy, which must succeed.
   * @returns its output
   */
  async command(program: string, ...args: string[]): Promise<string> {
    const { code, output } = await this.run(program, ...args);
    if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${output}`);
    return output;
  }

  /** Spawns a program below deploy, on this product's data. */
  spawn(heard: (text: string) => void, program: string, ...args: string[]): ChildProcess {
    const [web, mail, storage] = this.ports;
    // jest sets NODE_ENV=test for child processes; the product must run without it.
    const { NODE_ENV: _jest, NODE_OPTIONS: _options, ...inherited } = process.env;
    const child = spawn(process.execPath, [path.join(DEPLOY, program), ...args], {
      env: {
        ...inherited,
        DATA_DIR: this.dataDir,
        PORT: String(web),
        MAIL_UI_PORT: String(mail),
        STORAGE_PORT: String(storage),
        ROBOT_CHECK: 'none',
        ...Object.fromEntries(LIMITS.map((name) => [`RATE_LIMIT_${name}`, '100000'])),
        ...this.environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => heard(chunk.toString()));
    return child;
  }

  async until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
    const attempt = async () => {
      try {
        return await isSo();
      } catch (error) {
        if (error instanceof Gone) throw error;
        return false;
      }
    };
    if (!(await waitUntil(attempt, RECOVERY_MS)))
      throw new Error(`Not within ${RECOVERY_MS / 1000} s: ${what}.\n${this.output}`);
  }

  private async cutStart(): Promise<void> {
    this.spawnLauncher();
    await sleep(Math.random() * LONGEST_START_MS);
    await this.killLauncher();
  }

  private killLauncher(): Promise<void> {
    return this.endLauncher('SIGKILL');
  }

  private async endLauncher(signal: NodeJS.Signals): Promise<void> {
    const { launcher } = this;
    if (!launcher || launcher.exitCode !== null || launcher.signalCode !== null) return;
    launcher.kill(signal);
    await once(launcher, 'exit');
  }

  private spawnLauncher(): ChildProcess {
    this.earlierOutput += this.output;
    this.output = '';
    this.launcher = this.spawn((text) => (this.output += text), START);
    return this.launcher;
  }

  private async json(file: string): Promise<unknown> {
    return JSON.parse(await fs.readFile(path.join(this.dataDir, file), 'utf8')) as unknown;
  }
}

/** The launcher has exited, so retries are pointless. */
class Gone extends Error {}
