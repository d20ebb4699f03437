import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Pool, type Dispatcher } from 'undici';
import { headersForClient, headersForUpstream } from './forwarded-headers';
import { sendAnswer, type AnswerBody } from './sent-answer';

/** Connections to one service, so that a slow one can not use up everything. */
const CONNECTIONS = 128;
const CONNECT_TIMEOUT_MS = 2000;
const RETRY_AFTER_MS = 150;

/** Safe to send twice, so one failed connection (a restart, a stale socket) need not show. */
const RETRIED_METHODS = new Set(['GET', 'HEAD']);
const CONNECTION_FAILURES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

export interface PassOptions {
  /** Milliseconds until the service must have begun to answer, and between parts of its answer. */
  timeoutMs: number;
  /** Whether an answer may be compressed on its way. */
  compress: boolean;
  /** There is no answer; nothing has been sent to the client yet. */
  onFailure(error: Error): void;
}

/**
 * One service behind the gateway. Headers and bodies go through as they come, without the streams that
 * a library would put between: they cost more than everything else here.
 */
export class Upstream {
  private readonly pool: Pool;

  constructor(base: string) {
    this.pool = new Pool(base, {
      connections: CONNECTIONS,
      pipelining: 1,
      connect: { timeout: CONNECT_TIMEOUT_MS },
    });
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }

  /** Sends a request on and its answer back. */
  pass(request: FastifyRequest, reply: FastifyReply, options: PassOptions, attempt = 0): void {
    const call: Dispatcher.DispatchOptions = {
      path: request.raw.url ?? '/',
      method: request.method,
      headers: headersForUpstream(request),
      body: (request.body as Readable | undefined) ?? null,
      headersTimeout: options.timeoutMs,
      bodyTimeout: options.timeoutMs,
    };
    const fail = (error: Error): void => {
      const again =
        attempt === 0 && RETRIED_METHODS.has(request.method) && isConnectionFailure(error);
      if (again) setTimeout(() => this.pass(request, reply, options, attempt + 1), RETRY_AFTER_MS);
      else options.onFailure(error);
    };
    try {
      this.pool.dispatch(call, new PassedAnswer(request, reply, options.compress, fail));
    } catch (error) {
      fail(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

/** A service's answer on its way to the client. */
class PassedAnswer implements Dispatcher.DispatchHandler {
  private body: AnswerBody | undefined;
  private gone = false;

  constructor(
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
    private readonly compress: boolean,
    private readonly fail: (error: Error) => void,
  ) {}

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const { raw } = this.reply;
    raw.once('close', () => {
      if (raw.writableFinished) return;
      this.gone = true;
      controller.abort(new Error('The client has gone.'));
    });
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200) return; // what comes before the answer
    const told = headersForClient(headers);
    // The rest of a body that the service has not waited for would be taken for the next request.
    if (!this.request.raw.complete) told.connection = 'close';
    this.body = sendAnswer(this.request, this.reply, {
      status,
      headers: told,
      compress: this.compress,
      onDrain: () => controller.resume(),
    });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.body?.write(chunk) === false) controller.pause();
  }

  onResponseEnd(): void {
    this.body?.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.gone) return;
    // Half an answer can only be broken off.
    if (this.body) this.reply.raw.destroy();
    else this.fail(error);
  }
}

function isConnectionFailure(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    CONNECTION_FAILURES.has(String(error.code))
  );
}
