import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './network';

/** The headers of a request must be there within this time, from the first byte or the connection on. */
export const HEADERS_WITHIN_MS = 15_000;
/** A request with its body must be there within this time, where bodies are small. */
export const REQUEST_WITHIN_MS = 30_000;
/** How often Node looks for requests that are late: its own thirty seconds would double each deadline. */
export const CHECK_EVERY_MS = 1_000;

/** Why a connection was closed by the guard. */
export type CutReason =
  /** Its address had more than its share, and this one waited for the client. */
  | 'share'
  /** All together were too many, and this one's address had the most. */
  | 'total'
  /** Its client neither sent nor took what it should have. */
  | 'stalled'
  /** Its client sent too many requests ahead of their answers. */
  | 'pipelined';

export interface ConnectionBounds {
  /** Connections that one address may hold open. */
  perAddress: number;
  /** Connections of all addresses together. */
  total: number;
  /** A client that has to send or to take something must move `bytes` of it within each `withinMs`. */
  progress: { bytes: number; withinMs: number };
}

export interface GuardOptions extends ConnectionBounds {
  /** Whether an address is a proxy's, which speaks for many: it has no share. */
  isTrusted?: (address: string) => boolean;
}

/** One connection, and what happens on it. */
interface Connection {
  readonly socket: Socket;
  readonly address: string;
  /** The last request that began. */
  request: IncomingMessage | undefined;
  response: ServerResponse | undefined;
  /** Answers that are not over; several when a client does not wait for one. */
  readonly open: Set<ServerResponse>;
  /** When its last answer ended; undefined before the first. */
  servedAt: number | undefined;
  /** When and where its progress was last seen. */
  since: number;
  moved: number;
}

const CONNECTION = Symbol('connection');
type Guarded = Socket & { [CONNECTION]?: Connection };

/** The order in which connections are given up, the lowest first. What is served is never given up. */
const RANK = { incomplete: 0, idle: 1, stalled: 2, served: 3 } as const;
/**
 * Requests of one connection that may be under way. Browsers and proxies send the next when they have the answer; who
 * does not wait has a file or a call opened for each, though only the first is being answered.
 */
const PIPELINED = 8;
/** A connection that takes nothing of its answer for so long may be closed for a newcomer. */
const GIVES_WAY_AFTER_MS = 5_000;

/**
 * Bounds what one address, and all together, can hold open at an HTTP server. When there is too much, it closes
 * what has waited for its client longest: who attacks only pushes out what is their own, and people behind the same
 * address are served all the same. Where every other connection is being served, the newcomer is closed.
 */
export class ConnectionGuard {
  /** Connections closed, by reason. */
  readonly cut: Record<CutReason, number> = { share: 0, total: 0, stalled: 0, pipelined: 0 };
  /** The oldest of each address first. */
  private readonly addresses = new Map<string, Set<Connection>>();
  private open = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: GuardOptions) {}

  /** Connections that are open now. */
  get size(): number {
    return this.open;
  }

  /** Watches a server until it closes. */
  watch(server: Server): void {
    server.on('connection', (socket) => this.opened(server, socket));
    const answering = server.listeners('request');
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      if (!this.begins(server, request, response)) return;
      for (const answer of answering) answer.call(server, request, response);
    });
    this.timer = setInterval(() => this.cutStalled(server), CHECK_EVERY_MS).unref();
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
    this.open++;
    socket.once('close', () => {
      this.open--;
      all.delete(connection);
      if (all.size === 0) this.addresses.delete(address);
      // Node emits `close` for the answer that is being sent, after this; answers queued behind it are closed here.
      setImmediate(() => connection.open.forEach(close));
    });
    if (!isTrusted && all.size > this.options.perAddress)
      this.giveUp(server, firstOf(all, connection) ?? connection, 'share');
    else if (this.open > this.options.total)
      this.giveUp(server, firstOf(this.largest(), connection) ?? connection, 'total');
  }

  /** @returns whether it is answered */
  private begins(server: Server, request: IncomingMessage, response: ServerResponse): boolean {
    const connection = (request.socket as Guarded)[CONNECTION];
    if (!connection) return true;
    const { open, socket } = connection;
    // Requests that came in the same packet are still announced after the socket is destroyed.
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

  /** The connections of the address that has the most; those of trusted proxies are left alone. */
  private largest(): ReadonlySet<Connection> {
    let found: ReadonlySet<Connection> = new Set();
    for (const [address, all] of this.addresses)
      if (all.size > found.size && !address.startsWith('proxy|')) found = all;
    return found;
  }

  /** Closes a connection; a request under way is answered with the reason. */
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
 * How long a connection may be without a request, the head of its next one included. Node's own timer begins anew with
 * every byte, and empty lines between two requests are no head that would be late. Behind an upgrade there are none.
 */
function longestIdle(server: Server): number {
  const { keepAliveTimeout, headersTimeout } = server;
  const isBounded = keepAliveTimeout > 0 && headersTimeout > 0;
  return isBounded && server.listenerCount('upgrade') === 0
    ? keepAliveTimeout + headersTimeout + CHECK_EVERY_MS
    : Infinity;
}

/** Node's own answer when nothing handles the error. */
const REQUEST_TIMEOUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

/** As Node's own, so that servers answer it as they answer those. */
class RequestTimeout extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT';

  constructor() {
    super('Request timeout');
  }
}

/**
 * Does what Node 20, 22 and 24 do for the answer that is being sent: `_closed` is private to Node, and streams that are piped
 * into the answer later look at it.
 */
function close(response: ServerResponse): void {
  Object.assign(response, { destroyed: true, _closed: true });
  response.emit('close');
}

/** The one to give up first for a newcomer, which has had no time yet to be anything: of the lowest rank, the oldest. */
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

/**
 * Bytes that went over the line in the direction that waits for the client; undefined when it is this side's turn.
 */
function progressOf({ socket, request, response }: Connection): number | undefined {
  const isSending = request?.complete === false && request.readableLength === 0;
  const isTaking = response?.writableFinished === false && socket.writableLength > 0;
  return isSending || isTaking ? totalOf(socket) : undefined;
}

/** What was received, and what has left this process. */
const totalOf = ({ bytesRead, bytesWritten, writableLength }: Socket): number =>
  bytesRead + bytesWritten - writableLength;
