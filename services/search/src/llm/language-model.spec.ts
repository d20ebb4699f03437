import { MODEL_CODES } from '@tomekeeper/contracts-search';
import { createLog, Metrics } from '@tomekeeper/service-kit';
import { startScriptedModel, type Script, type ScriptedModel } from '@tomekeeper/testing';
import { MODEL_DEFAULTS, type Config } from '../config';
import { LanguageModel } from './language-model';
import { ModelError } from './model-error';

const KEY = 'sk-canary-key';
const TOLD = { system: 'canary rules', user: 'canary sources' };

let server: ScriptedModel;
let lines: string[];
const metrics = new Metrics();
beforeAll(async () => {
  server = await startScriptedModel();
});
afterAll(async () => {
  metrics.onApplicationShutdown();
  await server.stop();
});
beforeEach(() => {
  lines = [];
});
afterEach(() => expect(lines.join('')).not.toMatch(/canary/));

function model(settings: Partial<Config> = {}): LanguageModel {
  metrics.registry.clear();
  const config = {
    ...MODEL_DEFAULTS,
    LLM_BASE_URL: server.url,
    LLM_MODEL: 'scripted-1',
    LLM_API_KEY: KEY,
    ...settings,
  } as Config;
  const log = createLog('search', 'trace', { write: (line) => void lines.push(line) });
  return new LanguageModel(config, log, metrics);
}

async function written(script: Script, using = model()): Promise<string> {
  server.script = () => script;
  let text = '';
  const options = { maxTokens: 100, signal: new AbortController().signal };
  for await (const part of using.write(TOLD, options)) text += part;
  return text;
}

/** The code by which it fails. */
const failure = async (script: Script, using = model()): Promise<string> =>
  written(script, using).then(
    (text) => `no failure: ${text}`,
    (error: unknown) => (error instanceof ModelError ? error.code : String(error)),
  );

it('sends requests in the format of OpenAI', async () => {
  await written({ text: 'Yes.' });
  expect(server.requests.at(-1)).toMatchObject({
    ...TOLD,
    url: '/v1/chat/completions',
    authorization: `Bearer ${KEY}`,
    model: 'scripted-1',
    stream: true,
  });
  await written({}, model({ LLM_API_KEY: undefined, LLM_BASE_URL: `${server.url}/` }));
  expect(server.requests.at(-1)).toMatchObject({
    authorization: undefined,
    url: '/v1/chat/completions',
  });
});

it.each([1, 3, 7, 1_000])('parses a stream with chunks of %i bytes', async (pieces) => {
  const text = 'Agatha “haunts” the forge… 龙 🐉.';
  expect(await written({ text, pieces })).toBe(text);
});

it('parses JSON responses, and streams with other line ends and comments', async () => {
  expect(await written({ text: 'At once.', isJson: true })).toBe('At once.');
  const said = (content: string, end: string) =>
    `data:${JSON.stringify({ choices: [{ delta: { content } }] })}${end}${end}`;
  const raw = `: hello\r\n\r\nevent: x\r\n${said('One ', '\r\n')}${said('two', '\n')}${said('.', '\r\n')}data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\r\n\r\n`;
  expect(await written({ raw, pieces: 1 })).toBe('One two.');
});

it.each([
  ['refuses the key', { status: 401 }, MODEL_CODES.key],
  ['forbids it', { status: 403 }, MODEL_CODES.key],
  ['is over its limit', { status: 429 }, MODEL_CODES.busy],
  ['fails', { status: 500 }, MODEL_CODES.down],
  ['knows no such model', { status: 404 }, MODEL_CODES.down],
  ['hangs up', { text: 'Half a sent', cuts: true }, MODEL_CODES.brokeOff],
  ['ends without an end', { raw: 'data: {"choices":[]}\n\n' }, MODEL_CODES.brokeOff],
  ['sends an invalid event', { raw: 'data: {nonsense\n\n' }, MODEL_CODES.brokeOff],
  ['fails on the way', { raw: 'data: {"error":{"message":"x"}}\n\n' }, MODEL_CODES.brokeOff],
  [
    'is filtered',
    { raw: 'data: {"choices":[{"delta":{},"finish_reason":"content_filter"}]}\n\n' },
    MODEL_CODES.brokeOff,
  ],
])('reports a service that %s', async (_, script, code) => {
  const using = model();
  expect(await failure(script, using)).toBe(code);
  expect(using.last).toMatchObject({ outcome: code });
  expect(lines.join('')).toContain(code);
});

it('uses the first choice only', async () => {
  const yes = '{"delta":{"content":"Yes."},"finish_reason":"stop"}';
  const raw = `data: {"choices":[${yes}${',0'.repeat(400_000)}]}\n\n`;
  expect(await written({ raw, pieces: 100_000 })).toBe('Yes.');
});

it('times out on silence and on endless responses', async () => {
  expect(await failure({ text: 'Half', stalls: true }, model({ LLM_SILENCE_MS: 100 }))).toBe(
    MODEL_CODES.silent,
  );
  expect(await failure({ text: 'Half', stalls: true }, model({ LLM_ANSWER_MS: 100 }))).toBe(
    MODEL_CODES.silent,
  );
});

it.each([
  ['an answer at once', { endless: '[', isJson: true }],
  ['an event', { endless: 'data: x\n' }],
  ['a line', { endless: 'data: x' }],
])('stops reading %s without an end', async (_, script) => {
  expect(await failure(script)).toBe(MODEL_CODES.brokeOff);
  await server.requests.at(-1)!.gone;
});

it.each([true, false])(
  'takes no more of an answer than fits on a page, at once: %s',
  async (isJson) => {
    const content = 'A. '.repeat(60_000);
    const raw = `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
    const text = await written(isJson ? { text: content, isJson } : { raw });
    expect(text).toHaveLength(20_000);
  },
);

it('reports an unreachable host, and follows no redirects', async () => {
  expect(await failure({}, model({ LLM_BASE_URL: 'http://127.0.0.1:1/v1' }))).toBe(
    MODEL_CODES.down,
  );
  expect(await failure({ status: 307 })).toBe(MODEL_CODES.down);
});

it('aborts when the client disconnects', async () => {
  server.script = () => ({ text: 'Half a sentence', stalls: true });
  const gone = new AbortController();
  const using = model();
  let text = '';
  for await (const part of using.write(TOLD, { maxTokens: 100, signal: gone.signal })) {
    text += part;
    if (text.length === 'Half a sentence'.length) gone.abort();
  }
  await server.requests.at(-1)!.gone;
  expect(using.last).toBeUndefined();
});

it('is absent without configuration', () => {
  expect(model({ LLM_BASE_URL: undefined, LLM_MODEL: undefined }).about).toBeUndefined();
  expect(model().about).toEqual({ model: 'scripted-1', host: new URL(server.url).host });
});

it('counts outcomes', async () => {
  const using = model();
  await written({ text: 'Yes.' }, using);
  await failure({ status: 429 }, using);
  const shown = await metrics.registry.metrics();
  expect(shown).toContain('search_model_calls_total{outcome="written"} 1');
  expect(shown).toContain('search_model_calls_total{outcome="busy"} 1');
});
