import { networkOf } from '@tomekeeper/http-guard';
import { traceOf } from '@tomekeeper/service-kit';
import { beginSpan, errorName, isTracing, type OpenSpan } from '@tomekeeper/tracing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { headersForUpstream } from './forwarded-headers';
import type { Load } from '../shedding/load';
import { failureOf, isUnsent, type Failure } from '../upstreams/failures';
import type { Replica, NoReplica, Upstream } from '../upstreams/upstream';

function beginHop(
  request: FastifyRequest,
  upstream: Upstream,
  replica: Replica,
): OpenSpan | undefined {
  if (!isTracing()) return undefined;
  return beginSpan(
    {
      name: `${request.method} ${upstream.name}`,
      kind: 'client',
      attributes: {
        'http.request.method': request.method,
        'server.address': upstream.nameOf(replica),
      },
    },
    traceOf(request),
  );
}

function endHop(hop: OpenSpan | undefined, status: number): void {
  hop?.end({
    attributes: { 'http.response.status_code': status },
    error: status >= 500 ? String(status) : undefined,
  });
}

/** Pause before a retry on the only replica, which may be restarting. */
const RETRY_DELAY_MS = 150;

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export type CallFailure = Error | NoReplica | 'address-full';

export interface UpstreamCallOptions {
  upstream: Upstream;
  load: Load;
  /** Time to the first byte of the response, and between later ones. */
  timeoutMs: number;
  onAnswer: (answer: Dispatcher.ResponseData) => void;
  /** Called at most once, before anything is sent to the client. */
  onFailure: (reason: CallFailure, replica?: Replica) => void;
}

/**
 * One call to a service with at most one retry (ADR 0017). The call is aborted when the client disconnects.
 */
export class UpstreamCall {
  private readonly isSafe: boolean;
  private readonly address: string;
  private readonly abort = new AbortController();
  private isRetried = false;

  constructor(
    private readonly request: FastifyRequest,
    reply: FastifyReply,
    private readonly options: UpstreamCallOptions,
  ) {
    this.isSafe = SAFE_METHODS.has(request.method);
    this.address = networkOf(request.ip);
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) this.abort.abort();
    });
  }

  start(): void {
    const { upstream } = this.options;
    upstream.beforeCall(() => this.sendTo(upstream.choose()));
  }

  private sendTo(replica: Replica | undefined): void {
    const { request, abort } = this;
    const { upstream, load, timeoutMs, onFailure } = this.options;
    if (abort.signal.aborted) return;
    if (!replica) {
      onFailure(upstream.whyNone());
      return;
    }
    if (!load.begin(this.address)) {
      onFailure('address-full');
      return;
    }
    const hop = beginHop(request, upstream, replica);
    replica.request(
      {
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
        path: request.raw.url ?? '/',
        method: request.method,
        headers: headersForUpstream(request, hop?.context ?? traceOf(request)),
        body: (request.body as Buffer | undefined) ?? null,
        signal: abort.signal,
      },
      (error, answer) => {
        if (error) this.failed(error, replica, hop);
        else this.answered(answer, replica, hop);
      },
    );
  }

  private answered(answer: Dispatcher.ResponseData, replica: Replica, hop?: OpenSpan): void {
    const { body, statusCode } = answer;
    let error: Error | undefined;
    body.once('error', (thrown: Error) => (error = thrown));
    body.once('close', () => {
      if (error) this.end(replica, hop, error);
      else {
        this.release(replica);
        endHop(hop, statusCode);
      }
    });
    this.options.onAnswer(answer);
  }

  private failed(error: Error, replica: Replica, hop?: OpenSpan): void {
    const failure = this.end(replica, hop, error);
    if (this.abort.signal.aborted) return;
    if (failure !== undefined && this.isRetryable(error)) this.retry(failure, error, replica);
    else this.options.onFailure(error, replica);
  }

  /** @returns the failure of the replica; undefined when the client is the cause */
  private end(replica: Replica, hop: OpenSpan | undefined, error: Error): Failure | undefined {
    const isCausedByClient = this.abort.signal.aborted || this.request.raw.errored !== null;
    const failure = isCausedByClient ? undefined : failureOf(error);
    this.release(replica, failure);
    if (failure !== undefined && isUnsent(error)) replica.connectionFailed();
    hop?.end({ error: failure ?? errorName(error) });
    return failure;
  }

  private release(replica: Replica, failure?: Failure): void {
    this.options.load.end(this.address);
    replica.done(failure);
  }

  /** Whether a retry is safe: nothing was sent, or the method is safe. */
  private isRetryable(error: Error): boolean {
    return !this.isRetried && (isUnsent(error) || (this.isSafe && !this.request.body));
  }

  private retry(failure: Failure, error: Error, failed: Replica): void {
    const { upstream, onFailure } = this.options;
    const other = upstream.choose(failed);
    // After a timeout the client does not wait for the same replica again.
    if (!other && failure === 'silent') {
      onFailure(error, failed);
      return;
    }
    this.isRetried = true;
    upstream.retries++;
    if (other) this.sendTo(other);
    else setTimeout(() => this.sendTo(upstream.choose()), RETRY_DELAY_MS);
  }
}
