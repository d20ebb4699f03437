import { Metrics } from '@tomekeeper/service-kit';
import { eventually } from '@tomekeeper/testing';
import { startScriptedEmbeddings, type ScriptedEmbeddings } from '../../test/scripted-embeddings';
import { gmOf } from '../access/viewer-scoped-rows';
import { Embeddings } from './embeddings';
import { NotRead } from './reading-failure';

const OWN_KEY = 'key-of-our-own-process';

let server: ScriptedEmbeddings;
beforeAll(async () => {
  server = await startScriptedEmbeddings();
});
afterAll(() => server.stop());

/** What a service with these settings sends, and to whom it says so. */
async function sentWith(settings: ConstructorParameters<typeof Embeddings>[0]) {
  const metrics = new Metrics();
  try {
    const embeddings = new Embeddings(settings, { warn: () => undefined }, metrics);
    await embeddings.ofPassages(['A lamp.']);
    const authorization = server.authorizations.at(-1);
    return { embeddings, authorization, model: server.models.at(-1) };
  } finally {
    metrics.onApplicationShutdown();
  }
}

const viewers = [true, false].map((allowsOutsideModels) =>
  gmOf({ campaign: 'c', allowsOutsideModels }),
);

it('asks our own process with its key and for its model, whatever GMs say of outside models', async () => {
  const own = { SEARCH_MODEL_URL: server.url, SEARCH_MODEL_KEY: OWN_KEY };
  const { embeddings, ...sent } = await sentWith(own);
  expect(sent).toEqual({ authorization: `Bearer ${OWN_KEY}`, model: 'all-MiniLM-L6-v2' });
  expect(embeddings.sentTo).toBeUndefined();
  expect(viewers.map((viewer) => embeddings.mayRead(viewer))).toEqual([true, true]);
});

it('tells builds of our own model apart, and takes an outside service’s for the model that is named', async () => {
  server.build = 'all-MiniLM-L6-v2/int8';
  const own = { SEARCH_MODEL_URL: server.url, SEARCH_MODEL_KEY: OWN_KEY };
  const outside = { ...own, EMBEDDINGS_URL: server.url, EMBEDDINGS_MODEL: 'all-MiniLM-L6-v2' };
  const storedAs = async (settings: object) => (await sentWith(settings)).embeddings.storedAs;
  expect(await storedAs(own)).toBe('all-MiniLM-L6-v2/int8');
  expect(await storedAs(outside)).toBe('all-MiniLM-L6-v2');
  server.build = undefined;
  expect(await storedAs(own)).toBe('all-MiniLM-L6-v2');
});

it.each([undefined, 'their-key'])(
  'asks an outside service in its place, with the key of that one and never with ours: %p',
  async (theirs) => {
    const { embeddings, ...sent } = await sentWith({
      SEARCH_MODEL_URL: 'http://127.0.0.1:1/v1',
      SEARCH_MODEL_KEY: OWN_KEY,
      EMBEDDINGS_URL: server.url,
      EMBEDDINGS_MODEL: 'embed-3',
      EMBEDDINGS_KEY: theirs,
    });
    expect(sent).toEqual({ authorization: theirs && `Bearer ${theirs}`, model: 'embed-3' });
    // On this machine too: what is named so is somebody else's.
    expect(embeddings.sentTo).toBe(new URL(server.url).host);
    expect(viewers.map((viewer) => embeddings.mayRead(viewer))).toEqual([true, false]);
  },
);

/** As an outside service, with what is written to the log of it. */
async function outside<T>(use: (embeddings: Embeddings) => Promise<T>) {
  const metrics = new Metrics();
  const logged: unknown[] = [];
  const settings = {
    EMBEDDINGS_URL: server.url,
    EMBEDDINGS_MODEL: 'embed-3',
    EMBEDDINGS_KEY: 'a-key',
  };
  try {
    const log = { warn: (...said: unknown[]) => void logged.push(said) };
    const result = await use(new Embeddings(settings, log, metrics));
    return { result, log: JSON.stringify(logged) };
  } finally {
    metrics.onApplicationShutdown();
    server.answer = server.breaksOn = server.status = undefined;
  }
}
const [viewer] = viewers;

it('is not kept from a question by a passage that fails, nor by one on which the service breaks', async () => {
  server.status = 503;
  const { result } = await outside(async (embeddings) => {
    await expect(embeddings.ofPassages(['A hidden lamp.'])).rejects.toThrow('status 503');
    expect(embeddings).toMatchObject({ isDown: false, isFailing: true });
    server.status = undefined;
    return embeddings.ofQuestion(viewer!, 'Where is the lamp?');
  });
  expect(result).toBeDefined();
});

it('takes a text on which the service breaks for one that it can not take, where it takes another', async () => {
  server.breaksOn = /dense/;
  const { result } = await outside(async (embeddings) => {
    const meant = await embeddings.ofPassages(['A lamp.', 'A dense text.', 'A tavern.']);
    expect(embeddings.isFailing).toBe(false);
    expect(await embeddings.ofQuestion(viewer!, 'dense?')).toBeUndefined();
    expect(embeddings.isDown).toBe(false);
    server.status = 500;
    await expect(embeddings.ofPassages(['A lamp.'])).rejects.toThrow('status 500');
    return meant.map((one) => one !== undefined);
  });
  expect(result).toEqual([true, false, true]);
});

const manyFaults = `{"data":[${'{},'.repeat(300_000)}{}]}`;
const noNumbers = `{"data":[{"index":0,"embedding":[${'null,'.repeat(4_000)}null]}]}`;

it.each([
  ['what is no JSON, with our key in it', 'Bearer a-key', 'SyntaxError'],
  ['hundreds of thousands of faults', manyFaults, 'ZodError'],
  ['a vector without numbers', noNumbers, 'ZodError'],
  [
    'a vector of too many numbers',
    `{"data":[{"index":0,"embedding":[${'1,'.repeat(5_000)}1]}]}`,
    'ZodError',
  ],
  ['a number without an end', '{"data":[{"index":0,"embedding":[1e999]}]}', 'ZodError'],
  ['no vector at all', '{"data":[]}', 'Error'],
  ['an answer without an end', ' '.repeat(2_000_000), 'Error'],
])(
  'takes %s for a failure, soon, and repeats nothing of it in the log',
  async (_, answer, reason) => {
    server.answer = answer;
    const before = process.cpuUsage();
    const { log } = await outside((embeddings) =>
      expect(embeddings.ofPassages(['A lamp.'])).rejects.toMatchObject({
        name: 'NotRead',
        message: reason,
      }),
    );
    // Processor time; looking at every fault takes twelve seconds of it.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(4_000);
    expect(JSON.parse(log)).toEqual([[{ purpose: 'passages', reason }, expect.any(String)]]);
  },
);

it('takes a text on which the service never answers for one that it can not take, where it takes another', async () => {
  const { embeddings } = await sentWith({
    SEARCH_MODEL_URL: server.url,
    SEARCH_MODEL_KEY: OWN_KEY,
  });
  embeddings.patience.passages = 300;
  server.meanwhile = (texts) =>
    texts.includes('A riddle.') ? new Promise<void>(() => undefined) : Promise.resolve();
  const meant = await embeddings.ofPassages(['A lamp.', 'A riddle.', 'A door.']);
  expect(meant.map((one) => one !== undefined)).toEqual([true, false, true]);
  expect(embeddings.isFailing).toBe(false);
  // Where it takes no other one either, it is the service that does not answer.
  server.meanwhile = () => new Promise<void>(() => undefined);
  embeddings.patience.question = 300;
  await expect(embeddings.ofPassages(['A lamp.'])).rejects.toThrow(NotRead);
  expect(embeddings.isFailing).toBe(true);
  server.meanwhile = () => Promise.resolve();
});

it('asks whether the service works again once, however many want to know', async () => {
  const { embeddings } = await sentWith({
    SEARCH_MODEL_URL: server.url,
    SEARCH_MODEL_KEY: OWN_KEY,
  });
  const [viewer] = viewers;
  server.status = 500;
  expect(await embeddings.ofQuestion(viewer!, 'Who is down?')).toBeUndefined();
  server.status = undefined;
  // After the rest that follows a failure.
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 11_000);
  const before = server.calls.length;
  for (let time = 0; time < 5; time++) embeddings.look();
  clock.mockRestore();
  await eventually(() => Promise.resolve(!embeddings.isDown));
  expect(server.calls.slice(before)).toEqual([['?']]);
});

it('gives each of the texts that were held up together less time, so that others wait for a bounded while', async () => {
  const { embeddings } = await sentWith({
    SEARCH_MODEL_URL: server.url,
    SEARCH_MODEL_KEY: OWN_KEY,
  });
  const { passages, heldUp, question } = embeddings.patience;
  expect(passages + 8 * (heldUp + question)).toBeLessThanOrEqual(70_000);
  Object.assign(embeddings.patience, { passages: 1_002, heldUp: 1_001, question: 10_000 });
  server.meanwhile = (texts) =>
    texts.includes('A riddle.') ? new Promise<void>(() => undefined) : Promise.resolve();
  const given = jest.spyOn(AbortSignal, 'timeout');
  await embeddings.ofPassages(['A lamp.', 'A riddle.', 'A door.']);
  // Together; whether it takes another; each alone, and whether it takes another than the second one.
  expect(given.mock.calls.flat()).toEqual([1_002, 10_000, 1_001, 1_001, 10_000, 1_001]);
  given.mockRestore();
  server.meanwhile = () => Promise.resolve();
});

it('leaves a service that has enough alone for as long as it asks for, and a question is not kept from it', async () => {
  const started = Date.now();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(started);
  server.status = 429;
  server.retryAfter = '120';
  await outside(async (embeddings) => {
    await expect(embeddings.ofPassages(['A lamp.'])).rejects.toThrow('status 429');
    server.status = server.retryAfter = undefined;
    clock.mockReturnValue(started + 119_000);
    await expect(embeddings.ofPassages(['A lamp.'])).rejects.toThrow('a moment ago');
    expect(await embeddings.ofQuestion(viewer!, 'Where is the lamp now?')).toBeDefined();
    clock.mockReturnValue(started + 121_000);
    expect(await embeddings.ofPassages(['A lamp.'])).toEqual([expect.anything()]);
  });
  clock.mockRestore();
});

it('takes a text on which the service answers nothing that can be read for one that it can not take, where it takes another', async () => {
  await outside(async (embeddings) => {
    for (const status of [502, 504, 200]) {
      server.meanwhile = async (texts) => {
        const isRiddle = texts.includes('A riddle.');
        server.status = isRiddle ? status : undefined;
        server.answer = isRiddle ? 'Bad gateway' : undefined;
      };
      const meant = await embeddings.ofPassages(['A lamp.', 'A riddle.', 'A door.']);
      expect(meant.map((one) => one !== undefined)).toEqual([true, false, true]);
      expect(embeddings.isFailing).toBe(false);
    }
    // That it has enough of who asks is no fault of a text.
    server.meanwhile = () => Promise.resolve();
    server.answer = undefined;
    server.status = 503;
    await expect(embeddings.ofPassages(['A lamp.', 'A door.'])).rejects.toThrow('status 503');
  });
});

it('forgets no rest that it was asked for beside another failure, nor for an answer that began before', async () => {
  await outside(async (embeddings) => {
    const goOn = new Map<string, () => void>();
    server.meanwhile = ([text = '']) => new Promise((go) => goOn.set(text, go));
    const answers = async (text: string, status?: number, retryAfter?: string) => {
      await eventually(() => Promise.resolve(goOn.has(text)));
      Object.assign(server, { status, retryAfter });
      goOn.get(text)?.();
    };
    const [early, first, second] = ['Early.', 'First.', 'Second.'].map((text) =>
      embeddings.ofPassages([text]).then(
        () => 'read',
        () => 'not read',
      ),
    );
    await answers('First.', 429, '120');
    expect(await first).toBe('not read');
    await answers('Second.', 503);
    expect(await second).toBe('not read');
    await answers('Early.');
    expect(await early).toBe('read');
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    await expect(embeddings.ofPassages(['A lamp.'])).rejects.toThrow('a moment ago');
    clock.mockRestore();
  });
  server.meanwhile = () => Promise.resolve();
});
