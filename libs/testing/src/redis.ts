import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '@tomekeeper/cli-kit';
import { eventually } from './eventually';

const PROGRAMS = ['redis-server', 'valkey-server'];
const PORTS_TRIED = 5;

/** The Redis of this machine, if it has one. */
const program = (process.env['PATH'] ?? '')
  .split(path.delimiter)
  .flatMap((folder) => PROGRAMS.map((name) => path.join(folder, name)))
  .find((file) => existsSync(file));

/** `describe` where this machine has a Redis; elsewhere the specs are skipped, and say why. */
export function describeWithRedis(title: string, specs: () => void): void {
  if (program) describe(title, specs);
  else describe.skip(`${title} (needs redis-server)`, specs);
}

export type TestRedis = {
  /** Another one of its databases each time, so that specs share no keys. */
  freshUrl(): string;
  /** Kills the process like `kill -9`. Acknowledged writes are restored by `start()`. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Stops responding while connections are still accepted. */
  freeze(): void;
  thaw(): void;
  /** Sends commands and returns the raw responses. */
  ask(...commands: string[]): Promise<string>;
  stop(): Promise<void>;
};

export type TestRedisOptions = {
  readonly password?: string;
  /** Further settings, as arguments. */
  readonly settings?: readonly string[];
};

/**
 * Ends with its parent process, however that ends: then the shell's input closes. Nothing else would end
 * a server whose parent was killed.
 */
const UNTIL_INPUT_CLOSES = `
  exec 3<&0
  "$0" "$@" 3<&- &
  server=$!
  { read -r end <&3; kill -9 $server; } 2>/dev/null &
  wait $server`;

/** A throw-away Redis with the settings that job queues need. */
export async function startRedis(options: TestRedisOptions = {}): Promise<TestRedis> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tomekeeper-redis-'));
  const pidFile = path.join(folder, 'redis.pid');
  const password = options.password === undefined ? [] : ['--requirepass', options.password];
  const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
  let port = 0;
  let databases = 0;
  let running: ChildProcess | undefined;

  const run = async (): Promise<void> => {
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
    const calm = ['--maxmemory-policy', 'noeviction', '--databases', '64', '--pidfile', pidFile];
    const all = [...settings, ...durable, ...calm, ...password, ...(options.settings ?? [])];
    const child = spawn('sh', ['-c', UNTIL_INPUT_CLOSES, program ?? '', ...all], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.stdin?.on('error', () => undefined);
    running = child;
    await eventually(async () => {
      if (child.exitCode !== null) return 'ended';
      // NOAUTH also proves that Redis is up; while loading its files it responds with LOADING.
      return /^(\+PONG|-NOAUTH)/.test(await ask(port, ['PING'])) ? 'up' : undefined;
    });
    if (child.exitCode !== null) throw new Error('redis-server ended as it started');
  };
  const kill = async (): Promise<void> => {
    const child = running;
    running = undefined;
    if (!child) return;
    const exited = child.exitCode === null && new Promise((done) => child.once('exit', done));
    child.stdin?.end();
    await exited;
  };
  const signal = (name: NodeJS.Signals) =>
    process.kill(Number(readFileSync(pidFile, 'utf8').trim()), name);

  // Another program may take a port that was free a moment ago.
  for (let tried = 1; ; tried++)
    try {
      port = await freePort();
      await run();
      break;
    } catch (error) {
      await kill();
      if (tried === PORTS_TRIED) throw error;
    }

  const login = options.password === undefined ? '' : `:${encodeURIComponent(options.password)}@`;
  return {
    freshUrl: () => `redis://${login}127.0.0.1:${port}/${databases++}`,
    kill,
    start: run,
    freeze: () => void signal('SIGSTOP'),
    thaw: () => void signal('SIGCONT'),
    ask: (...commands) =>
      ask(
        port,
        options.password === undefined ? commands : [`AUTH ${options.password}`, ...commands],
      ),
    async stop() {
      await kill();
      await fs.rm(folder, { recursive: true, force: true });
    },
  };
}

function ask(port: number, commands: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => (answer += data.toString()));
    socket.once('error', reject);
    socket.once('close', () => resolve(answer));
    socket.write([...commands, 'QUIT', ''].join('\r\n'));
  });
}
