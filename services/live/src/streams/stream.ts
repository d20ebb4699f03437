import { EVERYTHING, type LiveHint } from '@tomekeeper/contracts-live';
import type { ServerResponse } from 'node:http';
import type { StoredHint } from '../hints/hint.queries';

/** Closes a stream with more unsent bytes; the client reconnects and catches up. */
const MAX_WAITING_BYTES = 64 * 1024;

/** SSE comment, used as heartbeat. */
const COMMENT = ':\n\n';

const eventOf = ({ n, kind, campaign, id, change }: LiveHint): string =>
  `id: ${n}\ndata: ${JSON.stringify({ n, kind, campaign, id, change })}\n\n`;

/** Reason for a close by the server. */
export type CloseReason =
  | 'expired'
  | 'revoked'
  | 'draining'
  /** The user opened more streams than allowed. */
  | 'share'
  /** The client does not read. */
  | 'slow'
  /** Events may be missing; the client catches up when it reconnects. */
  | 'gap';

/** Owner and expiry of a stream. */
export interface StreamOwner {
  person: string;
  /** Session id from the token, for revocation checks. */
  session: string | undefined;
  /** Expiry of the token, in epoch milliseconds. */
  expiresAt: number;
}

/** An open response to `GET /api/live/`. */
export class Stream {
  /** Number of the last sent event; undefined until the client's position is known. */
  private sent: number | undefined;
  /** Events that arrive until then. */
  private held: StoredHint[] = [];
  /** Whether the server closed the stream. */
  isOver = false;
  /** Called when the stream must close. */
  onClose: (reason: CloseReason) => void = () => undefined;

  constructor(
    readonly owner: StreamOwner,
    private readonly response: ServerResponse,
  ) {}

  /** Sends missed events, or an `everything` event if they are unknown, and then continues live. */
  begin(n: number, missed: readonly StoredHint[] | undefined): void {
    this.sent = n;
    const first = missed ?? [{ n, kind: EVERYTHING, campaign: null, id: null }];
    // Headers are flushed with the first byte, which could otherwise take long. An id without data tells the client its position.
    this.send(first.length > 0 ? COMMENT + first.map(eventOf).join('') : `id: ${n}\n\n`);
    this.sent = missed?.at(-1)?.n ?? n;
    const { held } = this;
    this.held = [];
    for (const hint of held) this.hint(hint);
  }

  /** Sends an event unless it was already sent. */
  hint(hint: StoredHint): void {
    if (this.sent === undefined) this.held.push(hint);
    else if (hint.n > this.sent) {
      this.sent = hint.n;
      this.send(eventOf(hint));
    }
  }

  /** Sends a heartbeat. */
  beat(): void {
    if (this.sent !== undefined) this.send(COMMENT);
  }

  /** Closes the stream. Before the first byte, the controller checks `isOver` instead. */
  end(): void {
    this.isOver = true;
    if (this.response.headersSent) this.response.end();
  }

  private send(text: string): void {
    if (this.response.destroyed || this.response.writableEnded) return;
    if (this.response.writableLength > MAX_WAITING_BYTES) {
      this.onClose('slow');
      this.response.destroy();
    } else this.response.write(text);
  }
}
