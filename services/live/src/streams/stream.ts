import { EVERYTHING, type LiveHint } from '@tomekeeper/contracts-live';
import type { ServerResponse } from 'node:http';
import type { StoredHint } from '../hints/hint.queries';

/** Who takes nothing while so much waits for them is cut off: they come back, and get what they missed. */
const MAX_WAITING_BYTES = 64 * 1024;

/** Says that the stream is there, and nothing else. */
const COMMENT = ':\n\n';

const eventOf = ({ n, kind, campaign, id, change }: LiveHint): string =>
  `id: ${n}\ndata: ${JSON.stringify({ n, kind, campaign, id, change })}\n\n`;

/** Why a stream was closed from this side. */
export type CloseReason =
  | 'expired'
  | 'revoked'
  | 'draining'
  /** The same person has opened more than their share. */
  | 'share'
  /** Its reader takes nothing. */
  | 'slow'
  /** Hints may be missing: the client asks for them when it comes back. */
  | 'gap';

/** Whose stream it is, and how long it may last. */
export interface StreamOwner {
  person: string;
  /** The session's name in its tokens, by which its end is told. */
  session: string | undefined;
  /** Milliseconds of the clock at which the token ends. */
  expiresAt: number;
}

/** One open answer to `GET /api/live/`. */
export class Stream {
  /** Number of the last hint sent; undefined until it is known where the client stands. */
  private sent: number | undefined;
  /** What comes until then. */
  private held: StoredHint[] = [];
  /** Whether it was ended from this side. */
  isOver = false;
  /** Called when it is to be closed. */
  onClose: (reason: CloseReason) => void = () => undefined;

  constructor(
    readonly owner: StreamOwner,
    private readonly response: ServerResponse,
  ) {}

  /** Sends what a client missed, or that it has to ask for everything, and goes on from there. */
  begin(n: number, missed: readonly StoredHint[] | undefined): void {
    this.sent = n;
    const first = missed ?? [{ n, kind: EVERYTHING, campaign: null, id: null }];
    // Headers leave with the first byte; without a hint there would be none for long.
    // A number alone is where the client stands.
    this.send(first.length > 0 ? COMMENT + first.map(eventOf).join('') : `id: ${n}\n\n`);
    this.sent = missed?.at(-1)?.n ?? n;
    const { held } = this;
    this.held = [];
    for (const hint of held) this.hint(hint);
  }

  /** Sends a hint, unless it was sent before. */
  hint(hint: StoredHint): void {
    if (this.sent === undefined) this.held.push(hint);
    else if (hint.n > this.sent) {
      this.sent = hint.n;
      this.send(eventOf(hint));
    }
  }

  /** Says that it is still there. */
  beat(): void {
    if (this.sent !== undefined) this.send(COMMENT);
  }

  /** Ends it; before its first byte, whoever opens it finds that it is over. */
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
