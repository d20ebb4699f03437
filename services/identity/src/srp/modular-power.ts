import { createHash, getDiffieHellman } from 'node:crypto';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';

/** The 3072-bit group of all clients of this protocol (RFC 3526, group 15). */
export const N_BYTES = getDiffieHellman('modp15').getPrime();
export const N = BigInt(`0x${N_BYTES.toString('hex')}`);
export const G = 2n;

/** Maximum length of a group member in hexadecimal. */
export const MAX_HEX_DIGITS = N_BYTES.length * 2;

/**
 * Returns the bytes of a number as clients hash them: two's complement, so a zero byte precedes a set highest bit,
 * without other padding.
 */
export function signedBytes(value: bigint): Buffer {
  const digits = value.toString(16);
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex');
}

export function fromBytes(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);
}

/** Returns the hash of the concatenation, as a number. */
export function hashToNumber(...parts: Uint8Array[]): bigint {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return fromBytes(hash.digest());
}

/** Multiplier of SRP-6a. */
export const K = hashToNumber(signedBytes(N), signedBytes(G));

/** Task of the worker thread: `base ^ exponent`, or `(factor * base ^ exponent) ^ then.exponent`. */
interface Task {
  base: bigint;
  exponent: bigint;
  then?: { factor: bigint; exponent: bigint };
}
/** A message with id 0 signals that the thread is ready. */
interface Answer {
  id: number;
  result?: bigint;
  error?: string;
}
interface Waiting {
  resolve: (value: bigint) => void;
  reject: (error: Error) => void;
}

/** Two threads sustain 200 sign-ins per second; more would only use memory. */
const THREADS = 2;
/** Tasks per thread above which another thread is worth its memory. */
const BUSY = 4;

/**
 * Modular exponentiation in worker threads: a sign-in needs several milliseconds of it, which would block the event
 * loop.
 */
@Injectable()
export class ModularPower implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly threads: PowerThread[] = [];

  /** Started at boot, because with OpenSSL 3.5 a thread needs a second or two. */
  onApplicationBootstrap(): void {
    this.thread();
  }

  /** `base ^ exponent mod N`. */
  async power(base: bigint, exponent: bigint): Promise<bigint> {
    return this.thread().run({ base, exponent });
  }

  /** `(factor * base ^ exponent) ^ outer mod N`, with one message to the thread. */
  async powerOfProduct(
    factor: bigint,
    base: bigint,
    exponent: bigint,
    outer: bigint,
  ): Promise<bigint> {
    return this.thread().run({ base, exponent, then: { factor, exponent: outer } });
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.threads.splice(0).map((thread) => thread.stop()));
  }

  /** Returns the ready thread with the fewest tasks, and starts another one while all are busy. */
  private thread(): PowerThread {
    const alive = this.threads.filter(({ state }) => state !== 'ended');
    const mayStart = alive.every(({ state, tasks }) => state === 'ready' && tasks >= BUSY);
    if (alive.length < THREADS && mayStart) alive.push(new PowerThread());
    this.threads.splice(0, this.threads.length, ...alive);
    const ready = alive.filter(({ state }) => state === 'ready');
    return (ready.length > 0 ? ready : alive).reduce((one, other) =>
      other.tasks < one.tasks ? other : one,
    );
  }
}

class PowerThread {
  private readonly worker = new Worker(path.join(__dirname, 'modular-power.worker.cjs'), {
    workerData: { prime: N_BYTES },
  });
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  state: 'starting' | 'ready' | 'ended' = 'starting';

  constructor() {
    // An idle thread must not keep the process alive.
    this.worker.unref();
    this.worker.on('message', (answer: Answer) => this.settle(answer));
    this.worker.on('error', (error: Error) => this.end(error));
    this.worker.on('exit', () => this.end(new Error('The exponentiation thread has ended.')));
  }

  get tasks(): number {
    return this.waiting.size;
  }

  run(task: Task): Promise<bigint> {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.ref();
      this.worker.postMessage({ id, ...task });
    });
  }

  async stop(): Promise<void> {
    await this.worker.terminate();
  }

  private settle({ id, result, error }: Answer): void {
    this.state = 'ready';
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (this.waiting.size === 0) this.worker.unref();
    if (result !== undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(error ?? 'The exponentiation failed.'));
  }

  private end(error: Error): void {
    this.state = 'ended';
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}
