import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import {
  endProcess,
  sleep,
  errorMessage,
  StartupProblem,
  canListen,
  freePort,
} from '@tomekeeper/cli-kit';
import { findBinaries } from './binaries';
import { clusterHome, sharedPrograms } from './home';
import { ADMIN_ROLE, ensureCluster } from './initialise';
import { clearLeftovers } from './leftovers';
import { chooseUser } from './run-as';

export type PostgresOptions = {
  /** Dedicated folder; created if missing. */
  readonly dataDir: string;
  /** Defaults to a free port. */
  readonly port?: number;
  /** False for tests: much faster, but corrupt after a crash of the machine. */
  readonly durable?: boolean;
  /** Receives the server's log output. */
  readonly onOutput?: (chunk: Buffer) => void;
};

export type Postgres = {
  /** URL of the superuser, database `tomekeeper`. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly pgdata: string;
  /** `cluster_name` of this start, to identify the server before changes to it. */
  readonly clusterName: string;
  /** Resolves when the server has exited for any reason. */
  readonly exited: Promise<void>;
  stop(): Promise<void>;
};

const DATABASE = 'tomekeeper';

/** Starts a PostgreSQL server on `dataDir` and waits until it accepts connections. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { durable = true } = options;
  const runAs = chooseUser();
  const home = await clusterHome(options.dataDir, runAs);
  const binaries = await findBinaries(runAs, runAs ? await sharedPrograms() : home);
  const { pgdata, password } = await ensureCluster(home, binaries, runAs, durable);
  await clearLeftovers(pgdata);
  const port = options.port ?? (await freePort());
  if (!(await canListen(port))) {
    throw new StartupProblem(`Port ${port} (PostgreSQL) is in use by another program.`);
  }
  const clusterName = `tk-${randomBytes(8).toString('hex')}`;
  const child = spawn(binaries.postgres, serverFlags(pgdata, port, clusterName, durable), {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: '/',
    // A separate process group: Ctrl-C reaches only the launcher, which stops the server in order.
    detached: true,
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    ...(runAs && { uid: runAs.uid, gid: runAs.gid }),
  });
  const said: string[] = [];
  const listen = (chunk: Buffer): void => {
    said.push(chunk.toString());
    if (said.length > 20) said.shift();
    options.onOutput?.(chunk);
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const url = urlOf(port, password, DATABASE);
  try {
    await untilOurs(child, urlOf(port, password, 'postgres'), clusterName);
    await ensureDatabase(urlOf(port, password, 'postgres'));
  } catch (error) {
    if (child.pid !== undefined) await endProcess(child.pid, { kindly: 'SIGINT' });
    const reason = said.join('').match(/FATAL: +(.*)/)?.[1] ?? errorMessage(error);
    throw new StartupProblem(`PostgreSQL did not start: ${reason}`);
  }
  const pid = child.pid ?? 0;
  return {
    url,
    port,
    pid,
    pgdata,
    clusterName,
    exited,
    stop: () => endProcess(pid, { kindly: 'SIGINT', grace: 30_000 }),
  };
}

function urlOf(port: number, password: string, database: string): string {
  return `postgres://${ADMIN_ROLE}:${password}@127.0.0.1:${port}/${database}`;
}

function serverFlags(
  pgdata: string,
  port: number,
  clusterName: string,
  durable: boolean,
): string[] {
  const settings: Record<string, string | number> = {
    port,
    listen_addresses: '127.0.0.1',
    // No Unix socket: other users of the machine could access it in /tmp.
    unix_socket_directories: '',
    cluster_name: clusterName,
    // The pools of the processes at full size, including a scaled service during a rolling restart: 17
    // connections per process.
    max_connections: 300,
    password_encryption: 'scram-sha-256',
    timezone: 'UTC',
    log_timezone: 'UTC',
    jit: 'off',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return [
    '-D',
    pgdata,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

/**
 * Waits until the server accepts connections, and verifies that this process started it: another process may
 * have taken the port, and DDL must never reach another database.
 */
async function untilOurs(child: ChildProcess, url: string, clusterName: string): Promise<void> {
  const end = Date.now() + 60_000;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
      throw new Error('it ended right after its start');
    }
    const found = await ask(url, `SELECT current_setting('cluster_name') AS answer`);
    if (found === clusterName) return;
    if (found !== undefined) throw new Error('another PostgreSQL answers on its port');
    if (Date.now() > end) throw new Error('it did not answer within a minute');
    await sleep(25);
  }
}

/** Returns one value, or `undefined` while the server does not accept connections. */
async function ask(url: string, sql: string): Promise<string | undefined> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ answer: string }>(sql);
    return rows[0]?.answer;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [
      DATABASE,
    ]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE} TEMPLATE template0`);
  } finally {
    await client.end();
  }
}
