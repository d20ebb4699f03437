import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { CHECK_EVERY_MS } from './deadlines';
import { networkOf } from './network';

/** Why a connection was closed by the guard. */
export type CutReason =
  /** Its address had more than its share, and this one waited for the client. */
  | 'share'
  /** All together were too many, and this one's address had the most. */
  | 'total'
  /** Its client neither sent nor took what it should have. */
  | 'stalled';

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
  open: number;
  /** Whether it ever had an answer, as those of honest people have. */
  wasServed: boolean;
  /** When and where its progress was last seen. */
  since: number;
  moved: number;
}

const CONNECTION = Symbol('connection');
type Guarded = Socket & { [CONNECTION]?: Connection };

/** The order in which connections are given up, the lowest first. What is served is never given up. */
const RANK = { incomplete: 0, idle: 1, served: 2 } as const;

/**
 * Bounds what one address, and all together, can hold open at an HTTP server. When there is too much, it does not
 * turn the newcomer away but gives up what has waited for its client longest: who attacks only pushes out what
 * is their own, and people behind the same address are served all the same.
 */
export class ConnectionGuard {
  /** Connections closed, by reason. */
  readonly cut: Record<CutReason, number> = { share: 0, total: 0, stalled: 0 };
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
    // Before the server's own listener: an answer may be over when that returns.
    server.prependListener('request', begun);
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
      open: 0,
      wasServed: false,
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
    });
    if (!isTrusted && all.size > this.options.perAddress)
      this.giveUp(server, firstOf(all) ?? connection, 'share');
    else if (this.open > this.options.total)
      this.giveUp(server, firstOf(this.largest()) ?? connection, 'total');
  }

  /** Those of the address that has the most; proxies last. */
  private largest(): ReadonlySet<Connection> {
    let found: ReadonlySet<Connection> = new Set();
    for (const [address, all] of this.addresses)
      if (all.size > found.size && !address.startsWith('proxy|')) found = all;
    return found;
  }

  /** Closes a connection; a request that is under way is told why. */
  private giveUp(server: Server, connection: Connection, reason: CutReason): void {
    this.cut[reason]++;
    const { socket, request, response, open } = connection;
    const isUnanswered = open > 0 && request?.complete === false && response?.headersSent === false;
    if (isUnanswered && server.emit('clientError', new RequestTimeout(), socket)) return;
    if (isUnanswered) socket.write(REQUEST_TIMEOUT);
    socket.destroy();
  }

  private cutStalled(server: Server): void {
    const now = performance.now();
    const { bytes, withinMs } = this.options.progress;
    for (const all of this.addresses.values())
      for (const connection of all) {
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

/** As Node says it by itself where nobody else does. */
const REQUEST_TIMEOUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

/** As Node's own, so that servers answer it as they answer those. */
class RequestTimeout extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT';

  constructor() {
    super('Request timeout');
  }
}

function begun(request: IncomingMessage, response: ServerResponse): void {
  const connection = (request.socket as Guarded)[CONNECTION];
  if (!connection) return;
  connection.request = request;
  connection.response = response;
  connection.open++;
  response.once('close', () => {
    connection.open--;
    connection.wasServed = true;
  });
}

/** The one to give up first: of the lowest rank, the oldest. */
function firstOf(all: ReadonlySet<Connection>): Connection | undefined {
  let found: Connection | undefined;
  let lowest: number = RANK.served;
  for (const connection of all) {
    const rank = rankOf(connection);
    if (rank >= lowest || connection.socket.destroyed) continue;
    found = connection;
    lowest = rank;
    if (rank === RANK.incomplete) break;
  }
  return found;
}

function rankOf({ open, request, wasServed }: Connection): number {
  if (open > 0) return request?.complete === false ? RANK.incomplete : RANK.served;
  return wasServed ? RANK.idle : RANK.incomplete;
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
