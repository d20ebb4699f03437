import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './network';

/** Timeout for a request's headers, from the connection or the first byte. */
export const HEADERS_WITHIN_MS = 15_000;
/** Timeout for a request with its body, for servers with small bodies. */
export const REQUEST_WITHIN_MS = 30_000;
/** Interval of timeout checks: Node's default of 30 s would double each deadline. */
export const CHECK_EVERY_MS = 1_000;

/** Reason for a connection closed by the guard. */
export type CutReason =
  /** Its address exceeded its limit, and this connection waited for the client. */
  | 'share'
  /** The total limit was exceeded, and this connection's address had the most. */
  | 'total'
  /** The client neither sent nor received data in time. */
  | 'stalled'
  /** The client pipelined too many requests. */
  | 'pipelined';

export interface ConnectionBounds {
  /** Maximum open connections per address. */
  perAddress: number;
  /** Maximum open connections in total. */
  total: number;
  /** Minimum progress: a sending or receiving client must transfer `bytes` within each `withinMs`. */
  progress: { bytes: number; withinMs: number };
}

export interface GuardOptions extends ConnectionBounds {
  /** Whether an address is a trusted proxy, which is exempt from the per-address limit. */
  isTrusted?: (address: string) => boolean;
}

/** A connection and its state. */
interface Connection {
  readonly socket: Socket;
  readonly address: string;
  /** The latest request. */
  request: IncomingMessage | undefined;
  response: ServerResponse | undefined;
  /** Unfinished responses; several if the client pipelines. */
  readonly open: Set<ServerResponse>;
  /** End of its last response; undefined before the first. */
  servedAt: number | undefined;
  /** Time and position of the last observed progress. */
  since: number;
  moved: number;
}

const CONNECTION = Symbol('connection');
type Guarded = Socket & { [CONNECTION]?: Connection };

/** Eviction order, lowest first. Connections being served are never evicted. */
const RANK = { incomplete: 0, idle: 1, stalled: 2, served: 3 } as const;
/**
 * Maximum pipelined requests per connection. Browsers and proxies wait for each response; every pipelined request would open a
 * file or call although only the first is answered.
 */
const PIPELINED = 8;
/** A connection that receives nothing for this long may be evicted for a new one. */
const GIVES_WAY_AFTER_MS = 5_000;

/**
 * Limits open connections of an HTTP server per address and in total. Over the limit, it closes the connection that has waited
 * longest for its client, so that attackers evict only their own connections and other users behind the same address are still
 * served. If all others are being served, the new connection is closed.
 */
export class ConnectionGuard {
  /** Number of closed connections by reason. */
  readonly cut: Record<CutReason, number> = { share: 0, total: 0, stalled: 0, pipelined: 0 };
  /** By address, oldest first. */
  private readonly addresses = new Map<string, Set<Connection>>();
  private open = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: GuardOptions) {}

  /** Number of open connections. */
  get size(): number {
    return this.open;
  }

  /** Guards a server until it closes. */
  watch(server: Server): void {
    server.on('connection', (socket) => this.opened(server, socket));
    const answering = server.listeners('request');
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      if (!this.begins(server, request, response)) return;
      for (const answer of answering) answer.call(server, request, response);
    });
    server.once('close', () => clearInterval(this.timer));
  }

  private opened(server: Server, socket: Guarded): void {
    const peer = socket.remoteAddress ?? '';
    const isTrusted = this.options.isTrusted?.(peer) ?? false;
    const address = isTrusted ? `proxy|${peer}` : networkOf(peer);
    const connection: Connection = {
      socket,
      address,
      request: undefined,
      response: undefined,
      open: new Set(),
      servedAt: undefined,
      since: performance.now(),
      moved: 0,
    };
    socket[CONNECTION] = connection;
    const all = this.addresses.get(address) ?? new Set();
    this.addresses.set(address, all.add(connection));
    if (this.open++ === 0)
      this.timer = setInterval(() => this.cutStalled(server), CHECK_EVERY_MS).unref();
    socket.once('close', () => {
      if (--this.open === 0) clearInterval(this.timer);
      all.delete(connection);
      if (all.size === 0) this.addresses.delete(address);
      // Node emits `close` for the response being sent after this; queued responses are closed here.
      setImmediate(() => connection.open.forEach(close));
    });
    if (!isTrusted && all.size > this.options.perAddress)
      this.giveUp(server, firstOf(all, connection) ?? connection, 'share');
    else if (this.open > this.options.total)
      this.giveUp(server, firstOf(this.largest(), connection) ?? connection, 'total');
  }

  /** @returns whether the request will be answered */
  private begins(server: Server, request: IncomingMessage, response: ServerResponse): boolean {
    const connection = (request.socket as Guarded)[CONNECTION];
    if (!connection) return true;
    const { open, socket } = connection;
    // Node still emits requests of the same packet after the socket is destroyed.
    if (socket.destroyed) return false;
    if (open.size >= PIPELINED) {
      this.giveUp(server, connection, 'pipelined');
      return false;
    }
    connection.request = request;
    connection.response = response;
    open.add(response);
    response.once('close', () => {
      open.delete(response);
      connection.servedAt = performance.now();
    });
    return true;
  }

  /** Connections of the address with the most; excludes trusted proxies. */
  private largest(): ReadonlySet<Connection> {
    let found: ReadonlySet<Connection> = new Set();
    for (const [address, all] of this.addresses)
      if (all.size > found.size && !address.startsWith('proxy|')) found = all;
    return found;
  }

  /** Closes a connection; a pending request gets the reason as its response. */
  private giveUp(server: Server, connection: Connection, reason: CutReason): void {
    this.cut[reason]++;
    const { socket, request, response, open } = connection;
    const isUnanswered =
      open.size > 0 && request?.complete === false && response?.headersSent === false;
    if (isUnanswered && server.emit('clientError', new RequestTimeout(), socket)) return;
    if (isUnanswered) socket.write(REQUEST_TIMEOUT);
    socket.destroy();
  }

  private cutStalled(server: Server): void {
    const now = performance.now();
    const { bytes, withinMs } = this.options.progress;
    const idleMs = longestIdle(server);
    for (const all of this.addresses.values())
      for (const connection of all) {
        const { open, servedAt = now } = connection;
        if (open.size === 0 && now - servedAt > idleMs) {
          this.giveUp(server, connection, 'stalled');
          continue;
        }
        const moved = progressOf(connection);
        if (moved === undefined || moved - connection.moved >= bytes) {
          connection.since = now;
          connection.moved = moved ?? totalOf(connection.socket);
        } else if (now - connection.since >= withinMs) {
          this.giveUp(server, connection, 'stalled');
        }
      }
  }
}

/**
 * Maximum idle time of a connection, including the head of its next request. Node's own timer restarts with every byte, and empty
 * lines between requests are not a late head. Upgraded connections have no limit.
 */
function longestIdle(server: Server): number {
  const { keepAliveTimeout, headersTimeout } = server;
  const isBounded = keepAliveTimeout > 0 && headersTimeout > 0;
  return isBounded && server.listenerCount('upgrade') === 0
    ? keepAliveTimeout + headersTimeout + CHECK_EVERY_MS
    : Infinity;
}

/** Node's own response to an unhandled timeout. */
const REQUEST_TIMEOUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

/** Imitates Node's own error, so that servers handle both alike. */
class RequestTimeout extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT';

  constructor() {
    super('Request timeout');
  }
}

/**
 * Does what Node 20, 22 and 24 do for the response being sent: `_closed` is private to Node, and streams piped into the response
 * later check it.
 */
function close(response: ServerResponse): void {
  Object.assign(response, { destroyed: true, _closed: true });
  response.emit('close');
}

/** Connection to evict for a new one, which had no time to progress: lowest rank, then oldest. */
function firstOf(all: ReadonlySet<Connection>, newcomer: Connection): Connection | undefined {
  let found: Connection | undefined;
  let lowest: number = RANK.served;
  const now = performance.now();
  for (const connection of all) {
    const rank = rankOf(connection, now);
    if (rank >= lowest || connection === newcomer || connection.socket.destroyed) continue;
    found = connection;
    lowest = rank;
    if (rank === RANK.incomplete) break;
  }
  return found;
}

function rankOf(connection: Connection, now: number): number {
  const { open, request, servedAt, since } = connection;
  if (open.size === 0) return servedAt === undefined ? RANK.incomplete : RANK.idle;
  if (request?.complete === false) return RANK.incomplete;
  const isStalled = progressOf(connection) !== undefined && now - since >= GIVES_WAY_AFTER_MS;
  return isStalled ? RANK.stalled : RANK.served;
}

/** Bytes transferred in the direction that waits for the client; undefined if the server is next. */
function progressOf({ socket, request, response }: Connection): number | undefined {
  const isSending = request?.complete === false && request.readableLength === 0;
  const isTaking = response?.writableFinished === false && socket.writableLength > 0;
  return isSending || isTaking ? totalOf(socket) : undefined;
}

/** Bytes received plus bytes sent from this process. */
const totalOf = ({ bytesRead, bytesWritten, writableLength }: Socket): number =>
  bytesRead + bytesWritten - writableLength;
