import { setTimeout } from 'node:timers/promises';
import { withTimeout } from '@tomekeeper/service-kit';
import { Client } from 'pg';
import { ignoreIdleError } from './queue-backend';

const CONNECT_TIMEOUT_MS = 5_000;
/** A silently dropped connection is detected within this time after the next check. */
const CHECK_TIMEOUT_MS = 3_000;
const RECONNECT_MS = 1_000;
const CLOSE_TIMEOUT_MS = 1_000;
/** Intervals to wait in addition after a check without work, unless a notification arrives. */
const INTERVALS_AT_REST = 5;

export interface ListenerOptions {
  url: string;
  /** Name of the connection in pg_stat_activity. */
  name: string;
  /** Returns the channels, once per connection. */
  channels: (client: Client) => Promise<Iterable<string>>;
  onNotification: (payload: string) => void;
  /**
   * Runs after each connect and then periodically, because notifications of a lost connection are lost, too. Returns whether it
   * has found work; otherwise the next check waits longer.
   */
  check: (client: Client) => Promise<boolean>;
  /** Interval of checks after a notification, and while there is work. */
  checkMs: number;
}

/** Receives the notifications of channels over one connection, which it reopens after a loss. */
export class PostgresListener {
  private readonly stopping = new AbortController();
  private following: Promise<void> | undefined;
  private client: Client | undefined;

  constructor(private readonly options: ListenerOptions) {}

  /** Idempotent. */
  start(): void {
    this.following ??= this.follow();
  }

  /** Listens to one more channel now; `channels` must return it, too, for later connections. */
  async add(channel: string): Promise<void> {
    if (this.client) await listenTo(this.client, channel).catch(ignoreIdleError);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.following;
  }

  private async follow(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.listen().catch(ignoreIdleError);
      await setTimeout(RECONNECT_MS, undefined, { signal, ref: false }).catch(ignoreIdleError);
    }
  }

  /** Resolves when stopped. @throws when the connection fails */
  private async listen(): Promise<void> {
    const { url, name, channels, onNotification, check, checkMs } = this.options;
    const { signal } = this.stopping;
    const client = new Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CHECK_TIMEOUT_MS,
      keepAlive: true,
      application_name: name,
    });
    let rest = new AbortController();
    client.on('notification', ({ payload = '' }) => {
      rest.abort();
      onNotification(payload);
    });
    const pause = new AbortController();
    const wake = (): void => {
      pause.abort();
      rest.abort();
    };
    client.on('error', wake).on('end', wake);
    signal.addEventListener('abort', wake);
    try {
      await client.connect();
      this.client = client;
      for (const channel of await channels(client)) await listenTo(client, channel);
      while (!signal.aborted) {
        rest = new AbortController();
        if (!(await check(client)))
          await setTimeout(checkMs * INTERVALS_AT_REST, undefined, {
            signal: rest.signal,
            ref: false,
          }).catch(ignoreIdleError);
        await setTimeout(checkMs, undefined, { signal: pause.signal, ref: false });
      }
    } finally {
      this.client = undefined;
      signal.removeEventListener('abort', wake);
      await withTimeout(client.end(), CLOSE_TIMEOUT_MS).catch(ignoreIdleError);
    }
  }
}

const listenTo = (client: Client, channel: string): Promise<unknown> =>
  client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
