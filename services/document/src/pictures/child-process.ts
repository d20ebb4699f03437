import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';

// Hostile files are read in a child that can lose nothing: it has no environment, no network where the kernel takes it
// away, little memory and little time, and is watched from here.

export interface ChildLimits {
  /** Milliseconds from its start to its end. */
  time: number;
  /** Bytes of resident memory. Measured from outside: what native code takes is in no heap limit. */
  memory: number;
  /** Bytes that it may answer. */
  output: number;
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

const HEAP_MB = 64;
const LOOK_EVERY_MS = 50;
const PAGE = 4096;
const run = promisify(execFile);

const UNSHARE = ['/usr/bin/unshare', '/bin/unshare'].find((file) => existsSync(file));
let found: Promise<string[]> | undefined;

/** The command that takes the network away; empty where the kernel, or who we are, does not allow it. */
function withoutNetwork(): Promise<string[]> {
  return (found ??= (async () => {
    for (const how of [['--map-root-user', '--net'], ['--net']]) {
      const command = UNSHARE && [UNSHARE, ...how, '--'];
      // Node itself is the one program that is there in every image.
      const trial =
        command &&
        (await run(command[0]!, [...command.slice(1), process.execPath, '-e', '0'], {
          env: {},
        }).then(
          () => command,
          () => undefined,
        ));
      if (trial) return trial;
    }
    return [];
  })());
}

export async function networkBlock(): Promise<NetworkBlock> {
  return (await withoutNetwork()).length > 0
    ? 'a network namespace of its own'
    : 'no modules that know of a network';
}

/**
 * Runs a script with a file as its input.
 * @returns what it answered
 * @throws {ChildFailed} when it did not end well and within its limits
 * @throws what the input fails with
 */
export async function runChild(
  script: string,
  {
    argument,
    input,
    limits,
    signal,
  }: { argument: string; input: Readable; limits: ChildLimits; signal?: AbortSignal },
): Promise<Buffer> {
  const node = [process.execPath, `--max-old-space-size=${HEAP_MB}`, script, argument];
  const [program, ...args] = [...(await withoutNetwork()), ...node];
  signal?.throwIfAborted();
  const child = spawn(program!, args, {
    env: {},
    cwd: '/',
    // The fourth is a line that breaks when this process dies: then the child ends.
    stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
  });
  const [, , , line] = child.stdio as Writable[];
  line?.on('error', () => undefined);
  let failure: ChildFailed | undefined;
  const end = (why: ChildFailed['why']) => {
    failure ??= new ChildFailed(why);
    child.kill('SIGKILL');
  };
  const stop = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', stop);
  const clock = setTimeout(() => end('took too long'), limits.time);
  const watch = watchMemory(child, limits.memory, () => end('took too much memory'));
  try {
    const code = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    const answer = collect(child.stdout!, limits.output, () => end('answered too much'));
    // It may answer before it has taken everything in; what the input itself fails with is thrown.
    const sent = pipeline(input, child.stdin!).catch((error: unknown) => {
      if (input.errored) {
        stop();
        throw input.errored;
      }
      void error;
    });
    const [bytes, ended] = await Promise.all([answer, code, sent]);
    signal?.throwIfAborted();
    if (failure) throw failure;
    if (ended !== 0) throw new ChildFailed('died');
    return bytes;
  } finally {
    clearTimeout(clock);
    clearInterval(watch);
    signal?.removeEventListener('abort', stop);
    child.kill('SIGKILL');
    line?.destroy();
    input.destroy();
  }
}

async function collect(output: Readable, most: number, tooMuch: () => void): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of output as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > most) tooMuch();
      else chunks.push(chunk);
    }
  } catch {
    // It was ended in the middle of its answer, which its exit says too.
  }
  return Buffer.concat(chunks);
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
