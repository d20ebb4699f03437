import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../src/config';

/** An embedding service over real sockets: texts with similar letters get similar vectors. */
export interface ScriptedEmbeddings {
  url: string;
  /** Texts of each call, in order. */
  calls: string[][];
  authorizations: (string | undefined)[];
  models: string[];
  /** Status of responses, if set. */
  status: number | undefined;
  /** `Retry-After` of responses in seconds, if set. */
  retryAfter: string | undefined;
  /** Texts that the service rejects. */
  refuses: RegExp | undefined;
  /** Texts that cause server errors. */
  breaksOn: RegExp | undefined;
  /** Body of responses, if set. */
  answer: string | undefined;
  /** Reported version of the model, if set. */
  build: string | undefined;
  /** Reported state; undefined for external services. */
  state: object | undefined;
  /** Before it answers. */
  meanwhile: (texts: readonly string[]) => Promise<void>;
  stop(): Promise<void>;
}

const DIMS = 64;

export async function startScriptedEmbeddings(): Promise<ScriptedEmbeddings> {
  const server = createServer((request, response) => {
    void (async () => {
      if (request.method === 'GET') {
        scripted.authorizations.push(request.headers.authorization);
        response.writeHead(scripted.state ? 200 : 404, { 'content-type': 'application/json' });
        response.end(JSON.stringify(scripted.state ?? {}));
        return;
      }
      let body = '';
      for await (const part of request) body += String(part);
      const { input, model } = JSON.parse(body) as { input: string[]; model: string };
      scripted.calls.push(input);
      scripted.models.push(model);
      scripted.authorizations.push(request.headers.authorization);
      await scripted.meanwhile(input);
      const isRefused = input.some((text) => scripted.refuses?.test(text));
      const isBroken = input.some((text) => scripted.breaksOn?.test(text));
      response.writeHead(scripted.status ?? (isRefused ? 400 : isBroken ? 500 : 200), {
        'content-type': 'application/json',
        ...(scripted.retryAfter !== undefined && { 'retry-after': scripted.retryAfter }),
      });
      if (scripted.answer !== undefined) {
        response.end(scripted.answer);
        return;
      }
      const data = input.map((text, index) => ({ index, embedding: vectorOf(text) }));
      // In any order, because clients use the index.
      response.end(
        JSON.stringify({ object: 'list', model: scripted.build ?? model, data: data.reverse() }),
      );
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const scripted: ScriptedEmbeddings = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls: [],
    authorizations: [],
    models: [],
    status: undefined,
    retryAfter: undefined,
    refuses: undefined,
    breaksOn: undefined,
    answer: undefined,
    state: undefined,
    build: undefined,
    meanwhile: () => Promise.resolve(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return scripted;
}

/** Synonyms of the scripted model; the last one is unknown to the service. */
const SAME: Record<string, string> = {
  spouse: 'wife',
  smith: 'blacksmith',
  drake: 'dragon',
  lizard: 'dragon',
};

/** The sum of one direction per word. */
function vectorOf(text: string): number[] {
  const vector = new Array<number>(DIMS).fill(0);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    let state = 2_166_136_261;
    for (const sign of SAME[word] ?? word)
      state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 16_777_619);
    for (let at = 0; at < DIMS; at++) {
      state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + at;
      vector[at] = (vector[at] ?? 0) + ((state >>> 8) % 2_001) / 1_000 - 1;
    }
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((one) => one / length);
}

/** The scripted service as our own process or as an outside one, or another process of our own. */
export type EmbeddingModel =
  | 'own'
  | 'outside'
  | Pick<Config, 'SEARCH_MODEL_URL' | 'SEARCH_MODEL_KEY'>;

/** An installation that names an outside service has its own process, too. */
export function embeddingSettings(
  reads: EmbeddingModel | undefined,
  scripted: string,
): Partial<Config> {
  if (reads === undefined) return {};
  if (reads === 'own') return { SEARCH_MODEL_URL: scripted, SEARCH_MODEL_KEY: 'own-canary-key' };
  if (reads !== 'outside') return reads;
  return {
    SEARCH_MODEL_URL: 'http://127.0.0.1:1/v1',
    SEARCH_MODEL_KEY: 'own-canary-key',
    EMBEDDINGS_URL: scripted,
    EMBEDDINGS_MODEL: 'embed-3',
    EMBEDDINGS_KEY: 'e-canary-key',
  };
}
