import { hostileText, INNARDS } from '@tomekeeper/testing';
import { propertyRuns } from '@tomekeeper/testing/property-runs';
import fc from 'fast-check';
import { MODEL_ID, type ModelState } from '../src/embeddings/requests';
import { cosine, KEY, ModelApp } from './model-app';

let model: ModelApp;

beforeAll(async () => {
  model = await ModelApp.start({ MAX_WAITING: '64' });
  await model.isReady();
});
afterAll(() => model?.stop());

describe('a caller with the key', () => {
  it('gets the model', async () => {
    expect(await (await model.get('/v1/models', KEY)).json()).toMatchObject({
      object: 'list',
      data: [{ id: MODEL_ID, object: 'model', dims: 384, max_tokens: 256 }],
    });
  });

  it('gets the status', async () => {
    expect(await (await model.get('/v1/state', KEY)).json()).toEqual({
      version: expect.stringMatching(/^[\da-f]{12}$/),
      started_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      instance: expect.stringMatching(/-\d+$/),
      waiting_texts: 0,
      trouble: null,
    });
  });

  it.each([undefined, '', 'another-key-of-this-test'])('rejects other keys: %p', async (key) => {
    for (const path of ['/v1/models', '/v1/state'])
      expect((await model.get(path, key)).status).toBe(401);
    const answer = await model.post({ model: MODEL_ID, input: 'a' }, { key: key ?? '' });
    expect(answer.status).toBe(401);
    expect(answer.body.detail).toContain('SEARCH_MODEL_KEY');
  });
});

describe('embeddings', () => {
  // The first numbers that the model's authors publish for this sentence; stored in bytes they differ a little.
  it('equal the reference embeddings of the model', async () => {
    const [vector] = await model.vectors('This is an example sentence');
    const published = [0.0676, 0.0635, 0.0487, 0.0793, 0.0374];
    published.forEach((number, at) => {
      expect(Math.abs(number - (vector?.[at] ?? 9))).toBeLessThan(0.03);
    });
  });

  it.each([
    [
      'The blacksmith mourns his dead wife.',
      'A smith grieves for the woman he had married.',
      'A torch burns for one hour.',
    ],
    [
      'who betrayed the king?',
      'The traitor at court was Lord Vane, who sold the crown’s secrets.',
      'Barnacle soup is served on the quay each spring.',
    ],
    ['healing potion', 'an elixir that mends wounds', 'the toll at the bridge is two silver'],
  ])('are more similar for similar texts: %s', async (text, related, unrelated) => {
    const [of, near, far] = await model.vectors(text, related, unrelated);
    expect(cosine(of, near)).toBeGreaterThan(cosine(of, far) + 0.15);
  });

  it('have length 1, and do not depend on other texts of the request', async () => {
    const texts = [
      'a ruined tower by the river',
      'The Duke.',
      'x '.repeat(900),
      '漢字 and ünïcode',
    ];
    const together = await model.vectors(...texts);
    for (const [at, text] of texts.entries()) {
      expect(cosine(together[at], together[at])).toBeCloseTo(1, 4);
      expect(await model.vectors(text)).toEqual([together[at]]);
    }
  });

  it('report the number of tokens, at most 256 per text', async () => {
    const { body } = await model.embed(['The dead wife', 'wife '.repeat(700)]);
    expect(body.usage).toEqual({ prompt_tokens: 5 + 256, total_tokens: 5 + 256 });
    expect(body.data.map(({ index }) => index)).toEqual([0, 1]);
  });

  it('are nearly equal for int8 and float32', async () => {
    const floats = await ModelApp.start({ MODEL_PRECISION: 'fp32' });
    await floats.isReady();
    const texts = ['The blacksmith mourns his dead wife.', 'How long does a torch burn?'];
    const builds = [(await model.embed('a')).body.model, (await floats.embed('a')).body.model];
    expect(builds).toEqual(['all-MiniLM-L6-v2/int8', 'all-MiniLM-L6-v2/fp32']);
    const [fromFloats, fromBytes] = [await floats.vectors(...texts), await model.vectors(...texts)];
    await floats.stop();
    fromFloats.forEach((vector, at) => {
      expect(cosine(vector, fromBytes[at])).toBeGreaterThan(0.98);
    });
  });
});

describe('invalid requests', () => {
  const list = (length: number) => Array.from({ length }, () => 'a');

  it.each([
    ['an empty text', '', /empty|1 to 4000/],
    ['an empty list', [], /must be an input/],
    ['a list with an empty text', ['a', ''], /must not be empty/],
    ['too many texts', list(65), /up to 64 texts/],
    ['a text that is too long', 'a'.repeat(4001), /to 4000 characters/],
    ['tokens', [1, 2, 3], /must be text/],
    ['nothing', null, /must be text/],
    ['an object', { text: 'a' }, /must be text/],
  ])('%s', async (_, input, words) => {
    const answer = await model.embed(input);
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toMatch(words);
  });

  it.each([
    ['another model', { model: 'another', input: 'a' }, /only model here is all-MiniLM-L6-v2/],
    ['other dimensions', { model: MODEL_ID, input: 'a', dimensions: 256 }, /384 dimensions/],
    ['another format', { model: MODEL_ID, input: 'a', encoding_format: 'base64' }, /float/],
    ['half a body', '{"model":', /could not be understood/],
    ['a deep body', '['.repeat(50_000), /could not be understood/],
  ])('%s', async (_, body, words) => {
    const answer = await model.post(body);
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toMatch(words);
    expect(JSON.stringify(answer.body)).not.toMatch(INNARDS);
  });

  it('a body that is too large', async () => {
    const answer = await model.post(JSON.stringify({ input: 'a'.repeat(2_000_000) }));
    expect(answer.status).toBe(413);
  });
});

it('accepts the largest list with any escapes', async () => {
  const escaped = `"${'\\u00e9'.repeat(4_000)}"`;
  const input = Array.from({ length: 64 }, () => escaped).join(',');
  const answer = await model.post(`{"model":"${MODEL_ID}","input":[${input}]}`);
  expect([answer.status, answer.body.data.length]).toEqual([200, 64]);
});

it('accepts any text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(hostileText, { minLength: 1, maxLength: 5 }), async (texts) => {
      const answer = await model.embed(texts);
      expect([200, 400]).toContain(answer.status);
      for (const { embedding } of answer.body.data ?? [])
        expect(cosine(embedding, embedding)).toBeCloseTo(1, 4);
    }),
    propertyRuns(30),
  );
});

it('answers questions before earlier lists, and sends Retry-After when the queue is full', async () => {
  const ended: string[] = [];
  const list = Array.from(
    { length: 64 },
    (_, at) => `Passage ${at}. ${'a long night '.repeat(20)}`,
  );
  const lists = ['one', 'other'].map(async (name) => {
    const answer = await model.embed(list);
    if (answer.status === 200) ended.push(name);
    return answer;
  });
  // There is room for one of them.
  const refused = await Promise.race(
    lists.map(async (list) => {
      const answer = await list;
      return answer.status === 503 ? answer : new Promise<never>(() => undefined);
    }),
  );
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(refused.body.detail).toMatch(/ask again/);
  const state = await (await model.get('/v1/state', KEY)).json();
  expect((state as ModelState).waiting_texts).toBeGreaterThan(32);
  await model.vectors('who rings the ninth bell?');
  expect(ended).toEqual([]);
  const answers = await Promise.all(lists);
  expect(answers.filter(({ status }) => status === 200).length).toBe(ended.length);
  expect(ended.length).toBe(1);
  expect(await model.metric('search_model_refused_total')).toBeGreaterThanOrEqual(1);
});
