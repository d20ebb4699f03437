import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';

// Hostile files are read in a child that can lose nothing: it has no environment, no network where the kernel takes it
// away, little memory and little time, and is watched from here.

export interface ChildLimits {
  /** Lowers the priority: 0 is that of a server process, 19 the lowest. */
  niceness?: number;
  /** Milliseconds from its start to its end, less what whoever takes its answer needs for it. */
  time: number;
  /** Bytes of resident memory. Measured from outside: what native code takes is in no heap limit. */
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

/** It did not come to an answer. Nothing in it is of the file's: a hostile one could put words into a log. */
export class ChildFailed extends Error {
  constructor(
    readonly why: 'took too long' | 'took too much memory' | 'answered too much' | 'died',
  ) {
    super(`The child process ${why}.`);
  }
}

/** How the child is kept from the network. */
export type NetworkBlock = 'a network namespace of its own' | 'no modules that know of a network';

/** Enough for what works on bytes outside of the heap. */
const HEAP_MB = 64;
const LOOK_EVERY_MS = 50;
const PAGE = 4096;
const run = promisify(execFile);

const programAt = (...files: string[]): string | undefined =>
  files.find((file) => existsSync(file));
const UNSHARE = programAt('/usr/bin/unshare', '/bin/unshare');
const SETPRIV = programAt('/usr/bin/setpriv', '/bin/setpriv');
const PRLIMIT = programAt('/usr/bin/prlimit', '/bin/prlimit');

/** What stands before the command of a child, of what this kernel and who we are allow. */
interface Guards {
  network: string[];
  /** The kernel ends the child when this process dies, also one that is busy and hears of nothing. */
  orphans: string[];
  isProcessorCounted: boolean;
}
let found: Promise<Guards> | undefined;

const guards = (): Promise<Guards> => (found ??= findGuards());

async function findGuards(): Promise<Guards> {
  const network =
    (await firstThatRuns([], UNSHARE, [['--map-root-user', '--net'], ['--net']])) ?? [];
  // After that of the network, whose change of who the child is would take the signal away.
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

/** Its clock stands still while its answer is taken and all its threads count, so this is far beyond its time. */
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
    ? 'a network namespace of its own'
    : 'no modules that know of a network';
}

/**
 * Runs a script with a file as its input.
 * @returns what it answered
 * @throws {ChildFailed} when it did not end well and within its limits
 * @throws what the input fails with
 */
export async function runChild(script: string, options: ChildInput): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of streamChild(script, options).answer) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A child at work. It starts when its answer is first asked for, and ends with that. */
export interface RunningChild {
  /** Throws as `runChild` does, once what the child had answered was taken. */
  answer: AsyncIterable<Buffer>;
  /** Gives it so many milliseconds more; by whoever has just taken a piece of its answer. */
  prolong: (time: number) => void;
}

/** As `runChild`, its answer in pieces as they come. */
export function streamChild(script: string, options: ChildInput): RunningChild {
  const clock = new Clock(options.limits.time);
  return { answer: answerOf(script, options, clock), prolong: (time) => clock.prolong(time) };
}

/** Runs out unless it stands still, as it does while an answer is taken; only then it is prolonged. */
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
  // Requests of other people come before the work on one file.
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
    // It may answer before it has taken everything in; what the input itself fails with is thrown.
    const sent = pipeline(input, child.stdin!).catch((error: unknown) => {
      if (input.errored) {
        stop();
        throw input.errored;
      }
      void error;
    });
    const ended = Promise.all([code, sent]);
    // Looked at below; meanwhile it is no rejection that nobody handles.
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
 * Default niceness of child processes. Each step weighs about 1.25 times less: 5 leaves a child a third of the share of a server
 * process. The lowest priority (19) starves extraction on a busy machine.
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
    // It was ended in the middle of its answer, which its exit says too.
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
