import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp, createLog } from '@tomekeeper/service-kit';
import { eventually } from '@tomekeeper/testing';
import { AppModule } from '../src/app.module';
import { config } from '../src/config';
import { BODY_LIMIT, MODEL_ID } from '../src/embeddings/requests';

export const KEY = 'a-key-of-this-test-only';

export interface Answer {
  status: number;
  headers: Headers;
  body: {
    detail?: string;
    model: string;
    data: { index: number; embedding: number[] }[];
    usage: { prompt_tokens: number; total_tokens: number };
  };
}

/** The service on a free port, with the real model. */
export class ModelApp {
  private constructor(
    private readonly app: NestFastifyApplication,
    private readonly url: string,
  ) {}

  static async start(settings: NodeJS.ProcessEnv = {}): Promise<ModelApp> {
    const read = config({ PORT: '0', SEARCH_MODEL_KEY: KEY, LOG_LEVEL: 'silent', ...settings });
    const log = createLog('search-model', read.LOG_LEVEL);
    const module = AppModule.forRoot(read, log);
    const app = await createApp({ module, log, bodyLimit: BODY_LIMIT });
    await app.listen(0, '127.0.0.1');
    return new ModelApp(app, await app.getUrl());
  }

  /** Waits until the model is loaded. */
  async isReady(): Promise<void> {
    await eventually(async () => (await this.get('/health/ready')).ok);
  }

  get(path: string, key?: string): Promise<Response> {
    const headers = { authorization: `Bearer ${key}` };
    return fetch(this.url + path, key === undefined ? {} : { headers });
  }

  /** @param body strings are sent unchanged */
  async post(body: unknown, { key = KEY, signal }: { key?: string; signal?: AbortSignal } = {}) {
    const answer = await fetch(`${this.url}/v1/embeddings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });
    const { status, headers } = answer;
    return { status, headers, body: await answer.json() } as Answer;
  }

  embed(input: unknown): Promise<Answer> {
    return this.post({ model: MODEL_ID, input });
  }

  async vectors(...texts: string[]): Promise<number[][]> {
    const { status, body } = await this.embed(texts);
    expect(status).toBe(200);
    return body.data.map(({ embedding }) => embedding);
  }

  async metric(name: string): Promise<number> {
    const text = await (await this.get('/metrics')).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  }

  stop(): Promise<void> {
    return this.app.close();
  }
}

export const cosine = (one: readonly number[] = [], other: readonly number[] = []): number =>
  one.reduce((sum, number, at) => sum + number * (other[at] ?? 0), 0);
