import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { LIVE_LIMITS } from '@tomekeeper/contracts-live';
import { Metrics, Readiness, Revocations } from '@tomekeeper/service-kit';
import type { StoredHint } from '../hints/hint.queries';
import { Connections } from '../presence/connections';
import type { CloseReason, Stream } from './stream';

/** Plus the revocation list's age of one second this is 1.5 s: streams of an ended auth session close within two seconds. */
const LOOK_EVERY_MS = 500;
/** Heartbeats are spread over this many checks. */
const LOOKS_A_BEAT = (LIVE_LIMITS.heartbeatSeconds * 1000) / LOOK_EVERY_MS;

/** Open streams of this process: distributes events and closes expired streams. */
@Injectable()
export class OpenStreams implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** By user, oldest stream first. */
  private readonly people = new Map<string, Set<Stream>>();
  private open = 0;
  private hints = 0;
  private looks = 0;
  private timer: NodeJS.Timeout | undefined;
  private readonly closed: Record<CloseReason, number> = {
    expired: 0,
    revoked: 0,
    draining: 0,
    share: 0,
    slow: 0,
    gap: 0,
  };

  constructor(
    private readonly revocations: Revocations,
    private readonly readiness: Readiness,
    private readonly connections: Connections,
    metrics: Metrics,
  ) {
    metrics.measure({
      name: 'live_streams_open',
      help: 'Streams of hints that this process holds open.',
      read: () => [{ value: this.open }],
    });
    metrics.count({
      name: 'live_hints_sent_total',
      help: 'Hints sent, one for each stream that got it.',
      read: () => [{ value: this.hints }],
    });
    metrics.count({
      name: 'live_streams_closed_total',
      help: 'Streams that this process closed, by reason.',
      labelNames: ['reason'],
      read: () =>
        Object.entries(this.closed).map(([reason, value]) => ({ labels: { reason }, value })),
    });
  }

  get size(): number {
    return this.open;
  }

  /** Users with an open stream in this process. */
  get listeners(): string[] {
    return [...this.people.keys()];
  }

  onApplicationBootstrap(): void {
    this.readiness.onDrain(() => this.closeAll('draining'));
  }

  beforeApplicationShutdown(): void {
    this.closeAll('draining');
  }

  /** Adds a stream; closes the owner's oldest one beyond the limit. */
  add(stream: Stream): void {
    const { person } = stream.owner;
    const own = this.people.get(person) ?? new Set();
    this.people.set(person, own.add(stream));
    this.open++;
    this.timer ??= setInterval(() => this.look(), LOOK_EVERY_MS).unref();
    if (own.size === 1) this.connections.note([person], true);
    stream.onClose = (reason) => {
      this.closed[reason]++;
      this.remove(stream);
    };
    if (own.size > LIVE_LIMITS.streamsPerPerson)
      for (const oldest of own) {
        this.close(oldest, 'share');
        break;
      }
  }

  /** Removes a closed stream. Idempotent. */
  remove(stream: Stream): void {
    const own = this.people.get(stream.owner.person);
    if (!own?.delete(stream)) return;
    this.open--;
    if (this.open === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
    }
    if (own.size > 0) return;
    this.people.delete(stream.owner.person);
    this.connections.note([stream.owner.person], false);
  }

  /** Sends events to the recipients' streams in this process. */
  deliver(hints: readonly StoredHint[]): void {
    for (const hint of hints)
      for (const stream of this.people.get(hint.person) ?? []) {
        this.hints++;
        stream.hint(hint);
      }
  }

  closeAll(reason: CloseReason): void {
    for (const own of [...this.people.values()])
      for (const stream of [...own]) this.close(stream, reason);
  }

  private close(stream: Stream, reason: CloseReason): void {
    stream.onClose(reason);
    stream.end();
  }

  /** Closes expired streams and sends a heartbeat to a share of the others. */
  private look(): void {
    const now = Date.now();
    const turn = this.looks++ % LOOKS_A_BEAT;
    let at = 0;
    for (const own of this.people.values())
      for (const stream of own) {
        const over = this.whyOver(stream, now);
        if (over) this.close(stream, over);
        else if (at++ % LOOKS_A_BEAT === turn) stream.beat();
      }
  }

  private whyOver({ owner }: Stream, now: number): CloseReason | undefined {
    if (owner.expiresAt <= now) return 'expired';
    // Synchronous, because this service keeps its own copy of the revocation list.
    return owner.session && this.revocations.isRevoked(owner.session) === true
      ? 'revoked'
      : undefined;
  }
}
