import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { z } from 'zod';
import { adminUrlOf } from '@tomekeeper/launcher/backing';
import { waitUntil } from '@tomekeeper/program-kit';

const DEPLOY = path.resolve(__dirname, '../..');
const PATIENCE_MS = 300_000;
const Secrets = z.looseObject({ poolId: z.string(), poolClientId: z.string() });
const Ports = z.looseObject({ postgres: z.number() });
const LIMITS = ['ADDRESS', 'USER', 'SIGN_IN', 'SIGN_UP', 'CODE', 'SUBSCRIBE', 'RESEND', 'CONTACT'];

export type Ended = { readonly code: number | null; readonly output: string };

/** A data folder and the commands that people give on it. */
export class Installation {
  private launcher: ChildProcess | undefined;

  constructor(
    readonly dataDir: string,
    private readonly ports: readonly [web: number, mail: number, storage: number],
    private readonly settings: Readonly<Record<string, string>> = {},
  ) {}

  get url(): string {
    return `http://localhost:${this.ports[0]}`;
  }

  get inboxUrl(): string {
    return `http://127.0.0.1:${this.ports[1]}`;
  }

  async pool(): Promise<{ endpoint: string; poolId: string; clientId: string }> {
    const { poolId, poolClientId } = Secrets.parse(await this.json('secrets.json'));
    return { endpoint: `${this.url}/idp`, poolId, clientId: poolClientId };
  }

  async count(table: string): Promise<number> {
    const { postgres } = Ports.parse(await this.json('ports.json'));
    const url = await adminUrlOf(path.join(this.dataDir, 'postgres'), postgres);
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      const { rows } = await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`);
      return rows[0]?.n ?? 0;
    } finally {
      await client.end();
    }
  }

  private async json(file: string): Promise<unknown> {
    return JSON.parse(await fs.readFile(path.join(this.dataDir, file), 'utf8')) as unknown;
  }

  async start(): Promise<void> {
    const { child, output } = this.spawn('launcher/bin/start.mjs');
    this.launcher = child;
    const isReady = () => {
      if (child.exitCode !== null) throw new Error(`The start ended: ${output()}`);
      return output().includes('Tomekeeper is ready');
    };
    if (!(await waitUntil(isReady, PATIENCE_MS))) throw new Error(`Not ready: ${output()}`);
  }

  async stop(): Promise<void> {
    const { launcher } = this;
    if (!launcher || launcher.exitCode !== null) return;
    launcher.kill('SIGTERM');
    await once(launcher, 'exit');
  }

  /** A command to its end. */
  async run(...command: string[]): Promise<Ended> {
    const { child, output } = this.spawn(...command);
    await once(child, 'close');
    return { code: child.exitCode, output: output() };
  }

  spawn(program = '', ...args: string[]): { child: ChildProcess; output: () => string } {
    const [web, mail, storage] = this.ports;
    // jest marks its children with NODE_ENV=test; the product must run as anybody's does.
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
        ...this.settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    return { child, output: () => said };
  }
}
