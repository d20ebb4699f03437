import net from 'node:net';
import { sleep } from '@tomekeeper/program-kit';

/** What one kind of attack does with each of its connections. */
export interface Attack {
  /** An origin, `http://localhost:8080`. */
  readonly target: string;
  /** Addresses of this machine that it comes from, in turn. */
  readonly from: readonly string[];
  readonly connections: number;
  /** Sent at once. */
  readonly first?: string;
  /** Sent each second, over and over. */
  readonly then?: string;
  /** Takes what is answered; otherwise nothing is ever read, and this side does not see that the other has closed. */
  readonly reads?: boolean;
  /** Opens no new ones in place of those that were closed. */
  readonly isOnce?: boolean;
}

/** How often connections that were closed are opened anew. */
const REFILL_MS = 500;
const DRIBBLE_MS = 1_000;

/** Holds connections open as long as it is let, and opens new ones in their place. */
export class Attacker {
  /** Seconds that each connection lived which the other side closed. */
  readonly lives: number[] = [];
  /** Connections that were opened at all. */
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

  /** Seconds that the oldest connection lives or has lived. */
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
