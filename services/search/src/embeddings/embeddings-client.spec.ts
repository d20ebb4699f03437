import { Metrics } from '@tomekeeper/service-kit';
import { eventually } from '@tomekeeper/testing';
import { startScriptedEmbeddings, type ScriptedEmbeddings } from '../../test/scripted-embeddings';
import { gmOf } from '../access/viewer-scoped-rows';
import { EmbeddingsClient } from './embeddings-client';
import { EmbeddingUnavailable } from './embedding-errors';

const OWN_KEY = 'key-of-the-built-in-process';

let server: ScriptedEmbeddings;
beforeAll(async () => {
  server = await startScriptedEmbeddings();
});
afterAll(() => server.stop());

/** The request that a client with these settings sends. */
async function sentWith(settings: ConstructorParameters<typeof EmbeddingsClient>[0]) {
  const metrics = new Metrics();
  try {
    const embeddings = new EmbeddingsClient(settings, { warn: () => undefined }, metrics);
    await embeddings.embedPassages(['A lamp.']);
    const authorization = server.authorizations.at(-1);
    return { embeddings, authorization, model: server.models.at(-1) };
  } finally {
    metrics.onApplicationShutdown();
  }
}

const viewers = [true, false].map((allowsExternalModels) =>
  gmOf({ campaign: 'c', allowsExternalModels }),
);

it('uses the built-in process with its key and model, regardless of the setting for external models', async () => {
  const own = { SEARCH_MODEL_URL: server.url, SEARCH_MODEL_KEY: OWN_KEY };
  const { embeddings, ...sent } = await sentWith(own);
  expect(sent).toEqual({ authorization: `Bearer ${OWN_KEY}`, model: 'all-MiniLM-L6-v2' });
  expect(embeddings.sentTo).toBeUndefined();
  expect(viewers.map((viewer) => embeddings.mayProcess(viewer))).toEqual([true, true]);
});

it('distinguishes versions of the built-in model, and uses the configured name of an external one', async () => {
  server.build = 'all-MiniLM-L6-v2/int8';
  const own = { SEARCH_MODEL_URL: server.url, SEARCH_MODEL_KEY: OWN_KEY };
  const outside = { ...own, EMBEDDINGS_URL: server.url, EMBEDDINGS_MODEL: 'all-MiniLM-L6-v2' };
  const versionOf = async (settings: object) => (await sentWith(settings)).embeddings.modelVersion;
  expect(await versionOf(own)).toBe('all-MiniLM-L6-v2/int8');
  expect(await versionOf(outside)).toBe('all-MiniLM-L6-v2');
  server.build = undefined;
  expect(await versionOf(own)).toBe('all-MiniLM-L6-v2');
});

it.each([undefined, 'their-key'])(
  'uses an external service with its own key, never with the built-in key: %p',
  async (theirs) => {
    const { embeddings, ...sent } = await sentWith({
      SEARCH_MODEL_URL: 'http://127.0.0.1:1/v1',
      SEARCH_MODEL_KEY: OWN_KEY,
      EMBEDDINGS_URL: server.url,
      EMBEDDINGS_MODEL: 'embed-3',
      EMBEDDINGS_KEY: theirs,
    });
    expect(sent).toEqual({ authorization: theirs && `Bearer ${theirs}`, model: 'embed-3' });
    // Also on this machine: the setting always names an external service.
    expect(embeddings.sentTo).toBe(new URL(server.url).host);
    expect(viewers.map((viewer) => embeddings.mayProcess(viewer))).toEqual([true, false]);
  },
);

/** Runs a client of an external service. @returns result and log */
async function withExternal<T>(use: (embeddings: EmbeddingsClient) => Promise<T>) {
  const metrics = new Metrics();
  const logged: unknown[] = [];
  const settings = {
    EMBEDDINGS_URL: server.url,
    EMBEDDINGS_MODEL: 'embed-3',
    EMBEDDINGS_KEY: 'a-key',
  };
  try {
    const log = { warn: (...entry: unknown[]) => void logged.push(entry) };
    const result = await use(new EmbeddingsClient(settings, log, metrics));
    return { result, log: JSON.stringify(logged) };
  } finally {
    metrics.onApplicationShutdown();
    server.answer = server.breaksOn = server.status = undefined;
  }
}
const [viewer] = viewers;

it('still answers questions after failed passages', async () => {
  server.status = 503;
  const { result } = await withExternal(async (embeddings) => {
    await expect(embeddings.embedPassages(['A hidden lamp.'])).rejects.toThrow('status 503');
    expect(embeddings).toMatchObject({ isDown: false, isFailing: true });
    server.status = undefined;
    return embeddings.embedQuestion(viewer!, 'Where is the lamp?');
  });
  expect(result).toBeDefined();
});

it('treats a text as invalid if the service fails for it but accepts another', async () => {
  server.breaksOn = /dense/;
  const { result } = await withExternal(async (embeddings) => {
    const meant = await embeddings.embedPassages(['A lamp.', 'A dense text.', 'A tavern.']);
    expect(embeddings.isFailing).toBe(false);
    expect(await embeddings.embedQuestion(viewer!, 'dense?')).toBeUndefined();
    expect(embeddings.isDown).toBe(false);
    server.status = 500;
    await expect(embeddings.embedPassages(['A lamp.'])).rejects.toThrow('status 500');
    return meant.map((one) => one !== undefined);
  });
  expect(result).toEqual([true, false, true]);
});

const manyIssues = `{"data":[${'{},'.repeat(300_000)}{}]}`;
const nullVector = `{"data":[{"index":0,"embedding":[${'null,'.repeat(4_000)}null]}]}`;

it.each([
  ['invalid JSON that contains the key', 'Bearer a-key', 'SyntaxError'],
  ['hundreds of thousands of issues', manyIssues, 'ZodError'],
  ['a vector without numbers', nullVector, 'ZodError'],
  [
    'a vector with too many dimensions',
    `{"data":[{"index":0,"embedding":[${'1,'.repeat(5_000)}1]}]}`,
    'ZodError',
  ],
  ['an infinite number', '{"data":[{"index":0,"embedding":[1e999]}]}', 'ZodError'],
  ['a missing vector', '{"data":[]}', 'Error'],
  ['an endless response', ' '.repeat(2_000_000), 'Error'],
])('fails fast for %s, without its text in the log', async (_, answer, reason) => {
  server.answer = answer;
  const before = process.cpuUsage();
  const { log } = await withExternal((embeddings) =>
    expect(embeddings.embedPassages(['A lamp.'])).rejects.toMatchObject({
      name: 'EmbeddingUnavailable',
      message: reason,
    }),
  );
  // CPU time; collecting every issue would take twelve seconds.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(4_000);
  expect(JSON.parse(log)).toEqual([[{ purpose: 'passages', reason }, expect.any(String)]]);
});

it('treats a text as invalid if the service never responds to it but accepts another', async () => {
  const { embeddings } = await sentWith({
    SEARCH_MODEL_URL: server.url,
    SEARCH_MODEL_KEY: OWN_KEY,
  });
  embeddings.timeouts.passages = 300;
  server.meanwhile = (texts) =>
    texts.includes('A riddle.') ? new Promise<void>(() => undefined) : Promise.resolve();
  const meant = await embeddings.embedPassages(['A lamp.', 'A riddle.', 'A door.']);
  expect(meant.map((one) => one !== undefined)).toEqual([true, false, true]);
  expect(embeddings.isFailing).toBe(false);
  // Without a response to the probe, the service is unavailable.
  server.meanwhile = () => new Promise<void>(() => undefined);
  embeddings.timeouts.question = 300;
  await expect(embeddings.embedPassages(['A lamp.'])).rejects.toThrow(EmbeddingUnavailable);
  expect(embeddings.isFailing).toBe(true);
  server.meanwhile = () => Promise.resolve();
});

it('sends a single probe for parallel requests', async () => {
  const { embeddings } = await sentWith({
    SEARCH_MODEL_URL: server.url,
    SEARCH_MODEL_KEY: OWN_KEY,
  });
  const [viewer] = viewers;
  server.status = 500;
  expect(await embeddings.embedQuestion(viewer!, 'Who is down?')).toBeUndefined();
  server.status = undefined;
  // After the pause that follows a failure.
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 11_000);
  const before = server.calls.length;
  for (let time = 0; time < 5; time++) embeddings.probe();
  clock.mockRestore();
  await eventually(() => Promise.resolve(!embeddings.isDown));
  expect(server.calls.slice(before)).toEqual([['?']]);
});

it('uses a shorter timeout for each text of a batch that timed out', async () => {
  const { embeddings } = await sentWith({
    SEARCH_MODEL_URL: server.url,
    SEARCH_MODEL_KEY: OWN_KEY,
  });
  const { passages, single, question } = embeddings.timeouts;
  expect(passages + 8 * (single + question)).toBeLessThanOrEqual(70_000);
  Object.assign(embeddings.timeouts, { passages: 1_002, single: 1_001, question: 10_000 });
  server.meanwhile = (texts) =>
    texts.includes('A riddle.') ? new Promise<void>(() => undefined) : Promise.resolve();
  const given = jest.spyOn(AbortSignal, 'timeout');
  await embeddings.embedPassages(['A lamp.', 'A riddle.', 'A door.']);
  // The batch, a probe, each text, and a probe for the second one.
  expect(given.mock.calls.flat()).toEqual([1_002, 10_000, 1_001, 1_001, 10_000, 1_001]);
  given.mockRestore();
  server.meanwhile = () => Promise.resolve();
});

it('pauses calls for passages as long as the service requests, but not questions', async () => {
  const started = Date.now();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(started);
  server.status = 429;
  server.retryAfter = '120';
  await withExternal(async (embeddings) => {
    await expect(embeddings.embedPassages(['A lamp.'])).rejects.toThrow('status 429');
    server.status = server.retryAfter = undefined;
    clock.mockReturnValue(started + 119_000);
    await expect(embeddings.embedPassages(['A lamp.'])).rejects.toThrow('paused');
    expect(await embeddings.embedQuestion(viewer!, 'Where is the lamp now?')).toBeDefined();
    clock.mockReturnValue(started + 121_000);
    expect(await embeddings.embedPassages(['A lamp.'])).toEqual([expect.anything()]);
  });
  clock.mockRestore();
});

it('treats a text as invalid if its response is unreadable but another text succeeds', async () => {
  await withExternal(async (embeddings) => {
    for (const status of [502, 504, 200]) {
      server.meanwhile = async (texts) => {
        const isRiddle = texts.includes('A riddle.');
        server.status = isRiddle ? status : undefined;
        server.answer = isRiddle ? 'Bad gateway' : undefined;
      };
      const meant = await embeddings.embedPassages(['A lamp.', 'A riddle.', 'A door.']);
      expect(meant.map((one) => one !== undefined)).toEqual([true, false, true]);
      expect(embeddings.isFailing).toBe(false);
    }
    // Rate limiting is not caused by a text.
    server.meanwhile = () => Promise.resolve();
    server.answer = undefined;
    server.status = 503;
    await expect(embeddings.embedPassages(['A lamp.', 'A door.'])).rejects.toThrow('status 503');
  });
});

it('keeps a requested pause after a parallel failure and after the success of an older call', async () => {
  await withExternal(async (embeddings) => {
    const resume = new Map<string, () => void>();
    server.meanwhile = ([text = '']) => new Promise((go) => resume.set(text, go));
    const answers = async (text: string, status?: number, retryAfter?: string) => {
      await eventually(() => Promise.resolve(resume.has(text)));
      Object.assign(server, { status, retryAfter });
      resume.get(text)?.();
    };
    const [early, first, second] = ['Early.', 'First.', 'Second.'].map((text) =>
      embeddings.embedPassages([text]).then(
        () => 'embedded',
        () => 'unavailable',
      ),
    );
    await answers('First.', 429, '120');
    expect(await first).toBe('unavailable');
    await answers('Second.', 503);
    expect(await second).toBe('unavailable');
    await answers('Early.');
    expect(await early).toBe('embedded');
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    await expect(embeddings.embedPassages(['A lamp.'])).rejects.toThrow('paused');
    clock.mockRestore();
  });
  server.meanwhile = () => Promise.resolve();
});
