import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';

// Runs untrusted files in a child process without environment, without network where the kernel supports it, and with
// limited memory and time, which this process monitors.

export interface ChildLimits {
  /** Lowers the priority: 0 is that of a server process, 19 the lowest. */
  niceness?: number;
  /** Maximum running time in milliseconds, without the time in which the caller processes the answer. */
  time: number;
  /** Maximum resident memory in bytes, measured by the parent because heap limits exclude native allocations. */
  memory: number;
  /** Bytes that it may answer. */
  output: number;
  /** Megabytes of JavaScript's own heap. */
  heapMb?: number;
  /** Seconds of processor time, where the kernel counts them for us; four times `time` unless said. */
  processor?: number;
}

export interface ChildInput {
  argument: string;
  input: Readable;
  limits: ChildLimits;
  signal?: AbortSignal;
  /** Further options of Node itself. */
  nodeOptions?: readonly string[];
}

/** The child failed. Messages contain no file content, because a hostile file could write to the log. */
export class ChildFailed extends Error {
  constructor(
    readonly why: 'took too long' | 'took too much memory' | 'answered too much' | 'died',
  ) {
    super(`The child process ${why}.`);
  }
}

/** How the child's network access is blocked. */
export type NetworkBlock = 'a separate network namespace' | 'no modules that know of a network';

/** Enough for code with buffers outside of the heap. */
const HEAP_MB = 64;
const LOOK_EVERY_MS = 50;
const PAGE = 4096;
const run = promisify(execFile);

const programAt = (...files: string[]): string | undefined =>
  files.find((file) => existsSync(file));
const UNSHARE = programAt('/usr/bin/unshare', '/bin/unshare');
const SETPRIV = programAt('/usr/bin/setpriv', '/bin/setpriv');
const PRLIMIT = programAt('/usr/bin/prlimit', '/bin/prlimit');

/** Command prefixes that isolate the child, depending on the kernel and the user. */
interface Guards {
  network: string[];
  /** Makes the kernel end the child when this process dies, even if the child is busy. */
  orphans: string[];
  isProcessorCounted: boolean;
}
let found: Promise<Guards> | undefined;

const guards = (): Promise<Guards> => (found ??= findGuards());

async function findGuards(): Promise<Guards> {
  const network =
    (await firstThatRuns([], UNSHARE, [['--map-root-user', '--net'], ['--net']])) ?? [];
  // Must follow the network prefix: its change of user resets the parent-death signal.
  const orphans = (await firstThatRuns(network, SETPRIV, [['--pdeathsig', 'KILL']])) ?? [];
  const counted = await firstThatRuns([...network, ...orphans], PRLIMIT, [['--cpu=60:61']]);
  return { network, orphans, isProcessorCounted: counted !== undefined };
}

async function firstThatRuns(
  before: readonly string[],
  program: string | undefined,
  ways: string[][],
): Promise<string[] | undefined> {
  if (!program) return undefined;
  for (const way of ways) {
    const command = [program, ...way, '--'];
    // Node itself is the one program that is there in every image.
    const [first, ...rest] = [...before, ...command, process.execPath, '-e', '0'];
    const runs = await run(first, rest, { env: {} }).then(
      () => true,
      () => false,
    );
    if (runs) return command;
  }
  return undefined;
}

/**
 * CPU time covers all threads and the time while the clock is paused, so this limit is far higher than the running
 * time.
 */
const processorOf = ({ time, processor }: ChildLimits): number =>
  processor ?? Math.ceil((time * 4) / 1000);

async function guarded(limits: ChildLimits): Promise<string[]> {
  const { network, orphans, isProcessorCounted } = await guards();
  const seconds = processorOf(limits);
  const count = isProcessorCounted ? [PRLIMIT!, `--cpu=${seconds}:${seconds + 1}`, '--'] : [];
  return [...network, ...orphans, ...count];
}

export async function networkBlock(): Promise<NetworkBlock> {
  return (await guards()).network.length > 0
    ? 'a separate network namespace'
    : 'no modules that know of a network';
}

/**
 * Runs a script with a file as input.
 * @returns its output
 * @throws {ChildFailed} if the child fails or exceeds a limit
 * @throws the error of the input stream
 */
export async function runChild(script: string, options: ChildInput): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of streamChild(script, options).answer) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A running child. It starts when its answer is first read, and ends with the answer. */
export interface RunningChild {
  /** Throws as `runChild` does, after the received output. */
  answer: AsyncIterable<Buffer>;
  /** Extends the limit by milliseconds; called by the consumer after each part of the answer. */
  prolong: (time: number) => void;
}

/** As `runChild`, its answer in pieces as they come. */
export function streamChild(script: string, options: ChildInput): RunningChild {
  const clock = new Clock(options.limits.time);
  return { answer: answerOf(script, options, clock), prolong: (time) => clock.prolong(time) };
}

/** Timeout that is paused while the caller processes output; only then it can be extended. */
class Clock {
  private timer: NodeJS.Timeout | undefined;
  private since = 0;
  private ranOut: () => void = () => undefined;

  constructor(private left: number) {}

  start(ranOut: () => void): void {
    this.ranOut = ranOut;
    this.goOn();
  }

  goOn(): void {
    this.since = Date.now();
    this.timer = setTimeout(this.ranOut, this.left);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.left -= Date.now() - this.since;
  }

  prolong(time: number): void {
    this.left += time;
  }
}

async function* answerOf(
  script: string,
  { argument, input, limits, signal, nodeOptions = [] }: ChildInput,
  clock: Clock,
): AsyncGenerator<Buffer> {
  const heap = `--max-old-space-size=${limits.heapMb ?? HEAP_MB}`;
  const node = [process.execPath, heap, ...nodeOptions, script, argument];
  const [program, ...args] = [...(await guarded(limits)), ...node];
  signal?.throwIfAborted();
  const child = spawn(program!, args, {
    env: {},
    cwd: '/',
    // The fourth is a line that breaks when this process dies: then the child ends.
    stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
  });
  // HTTP requests have priority over processing files.
  if (child.pid !== undefined) lowerPriority(child.pid, limits.niceness ?? NICENESS);
  const [, , , line] = child.stdio as Writable[];
  line?.on('error', () => undefined);
  let failure: ChildFailed | undefined;
  const end = (why: ChildFailed['why']) => {
    failure ??= new ChildFailed(why);
    child.kill('SIGKILL');
  };
  const stop = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', stop);
  clock.start(() => end('took too long'));
  const watch = watchMemory(child, limits.memory, () => end('took too much memory'));
  try {
    const code = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (exit, signal) => {
        if (signal === 'SIGXCPU') end('took too long');
        resolve(exit);
      });
    });
    // The child may answer before it has read all input; errors of the input stream are thrown.
    const sent = pipeline(input, child.stdin!).catch((error: unknown) => {
      if (input.errored) {
        stop();
        throw input.errored;
      }
      void error;
    });
    const ended = Promise.all([code, sent]);
    // Awaited below; the handler prevents an unhandled rejection until then.
    ended.catch(() => undefined);
    let size = 0;
    for await (const chunk of chunksOf(child.stdout!)) {
      size += chunk.length;
      if (size > limits.output) end('answered too much');
      if (failure) continue;
      clock.stop();
      yield chunk;
      clock.goOn();
    }
    const [exit] = await ended;
    signal?.throwIfAborted();
    if (failure) throw failure;
    if (exit !== 0) throw new ChildFailed('died');
  } finally {
    clock.stop();
    clearInterval(watch);
    signal?.removeEventListener('abort', stop);
    child.kill('SIGKILL');
    line?.destroy();
    input.destroy();
  }
}

/**
 * Default niceness of child processes. Each step reduces the weight by a factor of about 1.25: 5 leaves a child a third
 * of the share of a server process. The lowest priority (19) starves extraction on a busy machine.
 */
const NICENESS = 5;

/** Ignores a process that has ended already. */
function lowerPriority(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function* chunksOf(output: Readable): AsyncGenerator<Buffer> {
  try {
    yield* output as AsyncIterable<Buffer>;
  } catch {
    // The child was ended while writing; its exit reports the error.
  }
}

function watchMemory(child: ChildProcess, most: number, tooMuch: () => void): NodeJS.Timeout {
  return setInterval(() => {
    void residentBytes(child.pid).then((bytes) => {
      if (bytes > most) tooMuch();
    });
  }, LOOK_EVERY_MS).unref();
}

/** 0 for a process that has ended. */
async function residentBytes(pid: number | undefined): Promise<number> {
  try {
    if (process.platform === 'linux')
      return Number((await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1]) * PAGE;
    return Number((await run('ps', ['-o', 'rss=', '-p', String(pid)])).stdout) * 1024;
  } catch {
    return 0;
  }
}
