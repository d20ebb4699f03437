import { CORRELATION_HEADER, correlationId } from '@tomekeeper/correlation';
import { currentTraceparent, inSpan, TRACE_HEADER } from '@tomekeeper/tracing';
import type { Readable } from 'node:stream';
import { Agent, request, type Dispatcher } from 'undici';
import type { z } from 'zod';
import type { ServiceTokenSigner } from './service-token';
import { askInTurn, Replicas } from './replicas';

type Body = Dispatcher.ResponseData['body'];
type Method = 'GET' | 'PUT' | 'DELETE';
type CallOptions = Pick<Dispatcher.RequestOptions, 'headersTimeout' | 'signal'> & {
  dispatcher: Dispatcher;
  method: Method;
  /** JSON. */
  body?: string;
};

const STREAM_BEGINS_WITHIN_MS = 10_000;

/** Default timeout per attempt in milliseconds; tests on busy machines raise it. */
export const INTERNAL_LIMITS = { timeoutMs: 2000 };

/** Another service timed out or sent an invalid response. Becomes a 503 if the response is required. */
export class UpstreamUnavailable extends Error {
  override readonly name = 'UpstreamUnavailable';
  constructor(
    readonly service: string,
    options?: ErrorOptions,
  ) {
    super(`The ${service} service does not answer.`, options);
  }
}

export interface InternalClientOptions {
  /** Name of the called service; tokens are bound to it. */
  service: string;
  /** Origins of its replicas, without trailing slashes. */
  origins: readonly string[];
  signer: ServiceTokenSigner;
  /** Timeout per attempt in milliseconds; default {@link INTERNAL_LIMITS}. */
  timeoutMs?: number;
}

/** Client of one internal service with timeouts; retries on other replicas, because all its methods are idempotent. */
export class InternalClient {
  private readonly agent = new Agent({ connections: 32, keepAliveTimeout: 10_000 });
  /** Separate agent, so that slow stream readers do not exhaust the connections of other calls. */
  private readonly streams = new Agent();
  private readonly timeoutMs: number;
  private readonly replicas: Replicas;

  constructor(private readonly options: InternalClientOptions) {
    this.timeoutMs = options.timeoutMs ?? INTERNAL_LIMITS.timeoutMs;
    this.replicas = new Replicas(options.origins);
  }

  /**
   * GET request.
   * @returns the parsed response, or undefined for 404
   * @throws {UpstreamUnavailable} if no replica returned a valid response
   */
  get<Answer>(path: string, answer: z.ZodType<Answer>): Promise<Answer | undefined> {
    return this.request(path, { method: 'GET' }, answer);
  }

  /** PUT request with a JSON body; otherwise as {@link get}. */
  put<Answer>(path: string, body: object, answer: z.ZodType<Answer>): Promise<Answer | undefined> {
    return this.request(path, { method: 'PUT', body: JSON.stringify(body) }, answer);
  }

  /** DELETE request; otherwise as {@link get}. */
  delete<Answer>(path: string, answer: z.ZodType<Answer>): Promise<Answer | undefined> {
    return this.request(path, { method: 'DELETE' }, answer);
  }

  /**
   * Streams a response body.
   * @returns undefined for 404
   * @throws {UpstreamUnavailable} if no replica started a response
   */
  async stream(path: string): Promise<Readable | undefined> {
    try {
      return await askInTurn(this.replicas, (origin) =>
        this.ask(origin + path, {
          method: 'GET',
          dispatcher: this.streams,
          headersTimeout: STREAM_BEGINS_WITHIN_MS,
        }),
      );
    } catch (cause) {
      throw new UpstreamUnavailable(this.options.service, { cause });
    }
  }

  private async request<Answer>(
    path: string,
    call: Pick<CallOptions, 'method' | 'body'>,
    answer: z.ZodType<Answer>,
  ): Promise<Answer | undefined> {
    try {
      return await askInTurn(this.replicas, (origin) => this.once(origin + path, call, answer));
    } catch (cause) {
      throw new UpstreamUnavailable(this.options.service, { cause });
    }
  }

  private async once<Answer>(
    url: string,
    call: Pick<CallOptions, 'method' | 'body'>,
    answer: z.ZodType<Answer>,
  ): Promise<Answer | undefined> {
    // One deadline for headers and body together.
    const signal = AbortSignal.timeout(this.timeoutMs);
    const body = await this.ask(url, { ...call, dispatcher: this.agent, signal });
    return body && answer.parse(await body.json());
  }

  private ask(url: string, options: CallOptions): Promise<Body | undefined> {
    const { service } = this.options;
    return inSpan(
      {
        name: `${options.method} ${service}`,
        kind: 'client',
        attributes: { 'http.request.method': options.method, 'server.address': service },
      },
      () => this.send(url, options),
    );
  }

  private async send(url: string, options: CallOptions): Promise<Body | undefined> {
    const correlation = correlationId();
    const trace = currentTraceparent();
    const { statusCode, body } = await request(url, {
      ...options,
      headers: {
        authorization: `Bearer ${await this.options.signer.tokenFor(this.options.service)}`,
        accept: 'application/json',
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
        ...(correlation ? { [CORRELATION_HEADER]: correlation } : {}),
        ...(trace ? { [TRACE_HEADER]: trace } : {}),
      },
    });
    if (statusCode === 200) return body;
    await body.dump();
    if (statusCode === 404) return undefined;
    throw new Error(`${this.options.service} answered ${statusCode}.`);
  }

  async close(): Promise<void> {
    await Promise.all([this.agent.close(), this.streams.close()]);
  }
}
