import { traceOf } from '@tomekeeper/service-kit';
import { errorName, type OpenSpan } from '@tomekeeper/tracing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '@tomekeeper/http-guard';
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Load } from '../shedding/load';
import { failureOf } from '../upstreams/failures';
import type { Failure } from '../upstreams/circuit';
import type { Replica } from '../upstreams/replica';
import type { NoReplica, Upstream } from '../upstreams/upstream';
import { headersForUpstream } from './forwarded-headers';
import { beginHop, endHop } from './hop-span';
import type { ProxyRoute } from './route-table';
import { sendAnswer, type AnswerBody } from './sent-answer';

/** Where no other replica can be asked at once, the same one may be starting again. */
const RETRY_AFTER_MS = 150;

/** Safe to send twice, so one failed connection (a restart, a stale socket) need not show. */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface PassageOptions {
  upstream: Upstream;
  load: Load;
  /** Milliseconds until the service must have begun to answer, and between parts of its answer. */
  timeoutMs: number;
  route: ProxyRoute;
  /** There is no answer; nothing has been sent to the client yet. */
  onFailure: (reason: Error | NoReplica | 'address-full', replica?: Replica) => void;
}

/**
 * A request on its way to a service, and the answer on its way back. Headers and bodies go through as they
 * come, without the streams that a library would put between: they cost more than everything else here.
 */
export class Passage implements Dispatcher.DispatchHandler {
  private readonly isSafe: boolean;
  private readonly address: string;
  private replica: Replica | undefined;
  private controller: Dispatcher.DispatchController | undefined;
  private body: AnswerBody | undefined;
  private hop: OpenSpan | undefined;
  private isRetried = false;
  private isGone = false;

  constructor(
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
    private readonly options: PassageOptions,
  ) {
    this.isSafe = SAFE_METHODS.has(request.method);
    this.address = networkOf(request.ip);
  }

  start(): void {
    this.reply.raw.once('close', () => {
      if (this.reply.raw.writableFinished) return;
      this.isGone = true;
      this.controller?.abort(new Error('The client has gone.'));
    });
    this.sendTo(this.options.upstream.choose(this.isSafe));
  }

  private sendTo(replica: Replica | undefined): void {
    const { upstream, load, timeoutMs, onFailure } = this.options;
    if (this.isGone) return;
    if (!replica) {
      onFailure(upstream.whyNone());
      return;
    }
    if (!load.begin(this.address)) {
      onFailure('address-full');
      return;
    }
    this.replica = replica;
    this.controller = undefined;
    const { request } = this;
    this.hop = beginHop(request, upstream, replica);
    replica.send(
      {
        path: request.raw.url ?? '/',
        method: request.method,
        headers: headersForUpstream(request, this.hop?.context ?? traceOf(request)),
        body: (request.body as Buffer | undefined) ?? null,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      },
      this,
    );
  }

  /** Called when there is a connection, right before anything is written to it. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.isGone) controller.abort(new Error('The client has gone.'));
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200) return; // what comes before the answer
    this.replica?.answered();
    this.body = sendAnswer(this.request, this.reply, {
      status,
      headers,
      route: this.options.route,
      onDrain: () => controller.resume(),
    });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.body?.write(chunk) === false) controller.pause();
  }

  onResponseEnd(): void {
    this.done();
    endHop(this.hop, this.reply.raw.statusCode);
    this.body?.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const failure = this.isCallersFault() ? undefined : failureOf(error);
    this.done(failure);
    this.hop?.end({ error: failure ?? errorName(error) });
    if (this.isGone) return;
    // Half an answer can only be broken off.
    if (this.body) this.reply.raw.destroy();
    else if (failure !== undefined && this.mayRepeat()) this.repeat(failure, error);
    else this.options.onFailure(error, this.replica);
  }

  /** The service has nothing to do with it any more; a client that reads slowly is not its burden. */
  private done(failure?: Failure): void {
    this.options.load.end(this.address);
    this.replica?.done(failure);
  }

  private isCallersFault(): boolean {
    return this.isGone || this.request.raw.errored !== null;
  }

  /** Whether nothing can happen twice: nothing was written yet, or it may be sent as often as one likes. */
  private mayRepeat(): boolean {
    const isUnsent = this.controller === undefined;
    return !this.isRetried && (isUnsent || (this.isSafe && !this.request.body));
  }

  private repeat(failure: Failure, error: Error): void {
    const { upstream, onFailure } = this.options;
    const failed = this.replica;
    const other = upstream.choose(this.isSafe, failed);
    // Who waited in vain once does not wait for the same process again.
    if (!other && failure === 'silent') {
      onFailure(error, failed);
      return;
    }
    this.isRetried = true;
    upstream.retries++;
    if (other) this.sendTo(other);
    else setTimeout(() => this.sendTo(upstream.choose(this.isSafe)), RETRY_AFTER_MS);
  }
}
