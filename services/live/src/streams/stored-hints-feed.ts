import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import { CONFIG, LOG, type Log } from '@tomekeeper/service-kit';
import { Client } from 'pg';
import type { Config } from '../config';
import { CHANNEL, hintsOf, stillListen } from '../hints/hint.queries';
import { Connections } from '../presence/connections';
import { OpenStreams } from './open-streams';

const CONNECT_WITHIN_MS = 5_000;
/** A silently dropped connection is detected within the sum of both times. */
const CHECK_EVERY_MS = 5_000;
const ANSWER_WITHIN_MS = 3_000;
/** Well below the interval for which events of disconnected listeners are still numbered. */
const STILL_HERE_EVERY_MS = 60_000;
const PEOPLE_A_STATEMENT = 1_000;

/**
 * Distributes stored events to the streams of this process over a dedicated LISTEN connection. If the connection breaks or events
 * cannot be read, all streams close: clients reconnect and catch up.
 */
@Injectable()
export class StoredHintsFeed implements BeforeApplicationShutdown {
  private client: Promise<Client> | undefined;
  /** Current connection. Late errors of a previous connection are ignored. */
  private line: Client | undefined;
  private readonly waiting = new Set<string>();
  private isReading = false;
  private checks: NodeJS.Timeout | undefined;
  private seenAt = 0;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly streams: OpenStreams,
    private readonly connections: Connections,
    @Inject(CONFIG) private readonly config: Pick<Config, 'DATABASE_URL'>,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /**
   * Resolves when all events stored from now on will be received.
   * @throws if the database is unavailable
   */
  async follow(): Promise<void> {
    this.client ??= this.connect();
    await this.client;
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.checks);
    const client = await this.client?.catch(() => undefined);
    this.client = undefined;
    this.line = undefined;
    client?.removeAllListeners('end');
    await client?.end().catch(() => undefined);
  }

  private async connect(): Promise<Client> {
    const client = new Client({
      connectionString: this.config.DATABASE_URL,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      keepAlive: true,
      application_name: 'live-feed',
    });
    const lost = (error?: Error) => this.lost(client, error);
    client.on('error', lost);
    client.on('end', () => lost());
    client.on('notification', ({ payload }) => {
      if (payload) this.waiting.add(payload);
      void this.read();
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      this.client = undefined;
      client.removeAllListeners('end');
      await client.end().catch(() => undefined);
      throw error;
    }
    this.line = client;
    clearInterval(this.checks);
    this.checks = setInterval(() => void this.check(client), CHECK_EVERY_MS).unref();
    return client;
  }

  private lost(client: Client, error?: Error): void {
    if (this.line !== client) return;
    clearInterval(this.checks);
    this.line = undefined;
    this.client = undefined;
    this.log.warn({ err: error }, 'the connection for stored invalidation events was lost');
    client.removeAllListeners('end');
    void client.end().catch(() => undefined);
    this.streams.closeAll('gap');
  }

  /** Checks the connection and refreshes the listeners' last-seen time, unless no stream is open. */
  private async check(client: Client): Promise<void> {
    if (this.streams.size === 0) return;
    try {
      await client.query('SELECT 1');
      if (performance.now() - this.seenAt < STILL_HERE_EVERY_MS) return;
      this.seenAt = performance.now();
      const people = this.streams.listeners;
      this.connections.note(people, true);
      for (let at = 0; at < people.length; at += PEOPLE_A_STATEMENT)
        await stillListen(this.uow, people.slice(at, at + PEOPLE_A_STATEMENT));
    } catch (error) {
      this.lost(client, error instanceof Error ? error : undefined);
    }
  }

  /** Runs one read at a time to keep the order per recipient; batches notifications that arrive meanwhile. */
  private async read(): Promise<void> {
    if (this.isReading) return;
    this.isReading = true;
    try {
      while (this.waiting.size > 0) {
        const changes = [...this.waiting];
        this.waiting.clear();
        if (this.streams.size > 0) this.streams.deliver(await hintsOf(this.uow, changes));
      }
    } catch (error) {
      this.log.warn({ err: error }, 'stored hints could not be read');
      this.streams.closeAll('gap');
    } finally {
      this.isReading = false;
    }
  }
}
