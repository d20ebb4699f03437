import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { z } from 'zod';
import { freePort, sleep, waitUntil } from '@tomekeeper/program-kit';
import { RunningParts } from '../running-parts';

const START = path.resolve(__dirname, '../../../launcher/bin/start.mjs');
const CONTROL = path.resolve(__dirname, '../../../launcher/bin/ctl.mjs');
const READY = /^Tomekeeper is ready: /m;
/** The launcher, killed once it runs and once more before the next one is done starting. */
const LAUNCHER = 'launcher';
const STARTING = 'starting launcher';
/** Where in its start it is killed. */
const LONGEST_START_MS = 6000;
/** A part is back after this time, even on a machine that is busy with something else. */
const RECOVERY_MS = 240_000;

const Ports = z.record(z.string(), z.number());

export type ProductOptions = {
  /** How often its very first start is cut off before it may go on to the end. */
  readonly cuts?: number;
  /** Settings beside those that every such product has. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Where its data go; a folder of its own otherwise. Is removed in the end. */
  readonly dataDir?: string;
};

/** The whole product with every worker a process of its own, to be shot at. */
export class ProductUnderFire {
  private readonly running: RunningParts;
  private launcher: ChildProcess | undefined;
  private output = '';
  private said = '';

  private constructor(
    readonly dataDir: string,
    private readonly ports: readonly [web: number, mail: number, storage: number],
    private readonly environment: NodeJS.ProcessEnv,
  ) {
    this.running = new RunningParts(dataDir);
  }

  static async start({
    cuts = 0,
    environment = {},
    ...given
  }: ProductOptions): Promise<ProductUnderFire> {
    const dataDir =
      given.dataDir ?? (await fs.mkdtemp(path.join(os.tmpdir(), 'tomekeeper-kills-')));
    const ports = [await freePort(), await freePort(), await freePort()] as const;
    const product = new ProductUnderFire(dataDir, ports, environment);
    try {
      for (let cut = 0; cut < cuts; cut += 1) await product.cutStart();
      await product.launch();
      return product;
    } catch (error) {
      await product.stop();
      throw error;
    }
  }

  get url(): string {
    return `http://localhost:${this.ports[0]}`;
  }

  get inboxUrl(): string {
    const ofItsOwn = this.environment['MAIL_UI_PORT'];
    return `http://127.0.0.1:${ofItsOwn ?? this.ports[1]}`;
  }

  /** Every process that can be killed, the launcher among them. */
  async parts(): Promise<string[]> {
    return [...Object.keys(await this.running.state()), LAUNCHER, STARTING];
  }

  /** `kill -9`, then waits until all is well again. @returns milliseconds until then */
  async kill(part: string): Promise<number> {
    const began = Date.now();
    if (part === LAUNCHER || part === STARTING) {
      await this.killLauncher();
      if (part === STARTING) await this.cutStart();
      await this.launch();
    } else {
      await this.until(`${part} runs again`, await this.running.kill(part));
    }
    await this.untilReady();
    return Date.now() - began;
  }

  /** Waits until every part answers. */
  untilReady(): Promise<void> {
    return this.until('everything answers', async () => (await fetch(`${this.url}/readyz`)).ok);
  }

  /** What an operator types to stop, start or restart a part. */
  async control(command: 'stop' | 'start' | 'restart', part: string): Promise<void> {
    const env = { ...process.env, DATA_DIR: this.dataDir };
    await promisify(execFile)(process.execPath, [CONTROL, command, part], { env });
  }

  /** Port of each process inside. */
  async innerPorts(): Promise<z.infer<typeof Ports>> {
    return Ports.parse(await this.running.json('ports.json'));
  }

  pool(): Promise<{ endpoint: string; poolId: string; clientId: string }> {
    return this.running.pool(this.url);
  }

  /** One statement as the database's administrator. */
  async query<Row extends object>(sql: string): Promise<Row[]> {
    const client = await this.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** The database as its administrator. */
  async connect(): Promise<Client> {
    const file = path.join(await this.databaseFolder(), 'admin-password');
    const password = await fs.readFile(file, 'utf8');
    const { postgres } = await this.innerPorts();
    const connectionString = `postgres://tk_admin:${password.trim()}@127.0.0.1:${postgres}/tomekeeper`;
    const client = new Client({ connectionString });
    // Whoever uses it is told by the statement that fails.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  async stop(): Promise<void> {
    const { launcher } = this;
    if (launcher && launcher.exitCode === null && launcher.signalCode === null) {
      launcher.kill('SIGTERM');
      await once(launcher, 'exit');
    }
    const elsewhere = await this.databaseFolder();
    await fs.rm(elsewhere, { recursive: true, force: true });
    await fs.rm(this.dataDir, { recursive: true, force: true });
  }

  /** What the launcher has said in all its lives. */
  get everythingSaid(): string {
    return this.said + this.output;
  }

  private async cutStart(): Promise<void> {
    this.spawnLauncher();
    await sleep(Math.random() * LONGEST_START_MS);
    await this.killLauncher();
  }

  private async killLauncher(): Promise<void> {
    const { launcher } = this;
    if (!launcher || launcher.exitCode !== null || launcher.signalCode !== null) return;
    launcher.kill('SIGKILL');
    await once(launcher, 'exit');
  }

  private async launch(): Promise<void> {
    const launcher = this.spawnLauncher();
    await this.until('the launcher is ready', () => {
      if (launcher.exitCode !== null) throw new Gone(`The launcher ended: ${this.output}`);
      return READY.test(this.output);
    });
  }

  private spawnLauncher(): ChildProcess {
    const [web, mail, storage] = this.ports;
    // jest marks its children with NODE_ENV=test; the product must run as anybody's does.
    const { NODE_ENV: _jest, NODE_OPTIONS: _options, ...inherited } = process.env;
    this.said += this.output;
    this.output = '';
    const launcher = spawn(process.execPath, [START], {
      env: {
        ...inherited,
        DATA_DIR: this.dataDir,
        PORT: String(web),
        MAIL_UI_PORT: String(mail),
        STORAGE_PORT: String(storage),
        WORKERS: 'apart',
        ROBOT_CHECK: 'none',
        // A killed worker's jobs wait less long, so that rounds are shorter.
        QUEUE_LOCK_MS: '8000',
        ...Object.fromEntries(LIMITS.map((name) => [`RATE_LIMIT_${name}`, '100000'])),
        ...this.environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [launcher.stdout, launcher.stderr])
      stream.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.launcher = launcher;
    return launcher;
  }

  private async until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
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

  /** Where the cluster is; elsewhere when its user may not enter the data folder. */
  private async databaseFolder(): Promise<string> {
    const folder = path.join(this.dataDir, 'postgres');
    const home = await fs.readFile(path.join(folder, 'location'), 'utf8').catch(() => folder);
    return home.trim();
  }
}

/** Nothing to wait for any more. */
class Gone extends Error {}

const LIMITS = ['ADDRESS', 'USER', 'SIGN_IN', 'SIGN_UP', 'CODE', 'SUBSCRIBE', 'RESEND', 'CONTACT'];
