import { correlationId, CORRELATION_HEADER } from '@tomekeeper/correlation';
import { currentTraceparent, inSpan, TRACE_HEADER } from '@tomekeeper/tracing';
import { Agent, request } from 'undici';
import type { z } from 'zod';
import { askInTurn, Replicas } from './replicas';
import type { ServiceTokenSigner } from './service-token';

/** Another service did not answer in time, or answered nonsense. Where its answer decides: 503. */
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
  /** Name of the service called; the token is bound to it. */
  service: string;
  /** Where its replicas are, without trailing slashes. */
  origins: readonly string[];
  signer: ServiceTokenSigner;
  /** Milliseconds for one try; default 2000. */
  timeoutMs?: number;
}

/** A client of one internal service: one hop, a deadline, and further tries at other replicas, as reads are safe. */
export class InternalClient {
  private readonly agent = new Agent({ connections: 32, keepAliveTimeout: 10_000 });
  private readonly timeoutMs: number;
  private readonly replicas: Replicas;

  constructor(private readonly options: InternalClientOptions) {
    this.timeoutMs = options.timeoutMs ?? 2000;
    this.replicas = new Replicas(options.origins);
  }

  /**
   * Reads from the other service.
   * @returns the parsed answer, or undefined for 404
   * @throws {UpstreamUnavailable} when no replica gave a usable answer
   */
  async get<Answer>(path: string, answer: z.ZodType<Answer>): Promise<Answer | undefined> {
    try {
      return await askInTurn(this.replicas, (origin) => this.once(origin + path, answer));
    } catch (cause) {
      throw new UpstreamUnavailable(this.options.service, { cause });
    }
  }

  private once<Answer>(url: string, answer: z.ZodType<Answer>): Promise<Answer | undefined> {
    const { service } = this.options;
    return inSpan(
      {
        name: `GET ${service}`,
        kind: 'client',
        attributes: { 'http.request.method': 'GET', 'server.address': service },
      },
      () => this.ask(url, answer),
    );
  }

  private async ask<Answer>(url: string, answer: z.ZodType<Answer>): Promise<Answer | undefined> {
    const correlation = correlationId();
    const trace = currentTraceparent();
    const response = await request(url, {
      dispatcher: this.agent,
      headers: {
        authorization: `Bearer ${await this.options.signer.tokenFor(this.options.service)}`,
        accept: 'application/json',
        ...(correlation ? { [CORRELATION_HEADER]: correlation } : {}),
        ...(trace ? { [TRACE_HEADER]: trace } : {}),
      },
      // One deadline for headers and body together.
      signal: AbortSignal.timeout(this.timeoutMs),
    });
    if (response.statusCode === 404) {
      await response.body.dump();
      return undefined;
    }
    if (response.statusCode !== 200) {
      await response.body.dump();
      throw new Error(`${this.options.service} answered ${response.statusCode}.`);
    }
    return answer.parse(await response.body.json());
  }

  async close(): Promise<void> {
    await this.agent.close();
  }
}
