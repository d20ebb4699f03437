import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AskAnswer, DraftsAnswer } from '@tomekeeper/contracts-search';
import { eventually, type TestPerson } from '@tomekeeper/testing';
import { INJECTIONS } from './injections';
import { startSearchApp, type SearchApp } from './search-app';
import type { ModelRequest, Script } from './scripted-model';
import type { WrittenCampaign } from './written-world';

jest.setTimeout(60_000);

let service: SearchApp;
let gm: TestPerson, player: TestPerson;
let campaign: string, written: WrittenCampaign;

beforeAll(async () => {
  service = await startSearchApp();
  gm = await service.identity.join('Gm');
});
afterAll(() => service?.stop());
beforeEach(async () => {
  // Each has asked nothing yet.
  player = await service.identity.join('Player');
  ({ id: campaign, written } = service.campaign([
    [gm, 'owner'],
    [player, 'player'],
  ]));
  service.letModelRead(campaign, true);
  service.model.requests.length = 0;
  service.model.forbidden = /canary/i;
});
afterEach(() => {
  expect(service.model.leaks).toEqual([]);
  service.model.script = () => ({ text: 'NO_ANSWER' });
});

const SMITHY = 'Agatha, the dead wife of the blacksmith, haunts the forge at night.';
const VILLAGE = {
  name: 'Village of Barovia',
  lines: ['# The smithy', SMITHY, 'He drinks, and sells 12 swords a year.'],
};
const SECRET = {
  name: 'Canary plot',
  spoilers: true,
  lines: ['The dead wife of the blacksmith is a canary lich.'],
};
const QUESTION = 'Who is the dead wife of the blacksmith?';

const post = async (path: string, body: object, as = player) =>
  service.callPatiently('POST', `/api/search/${path}/`, { as, body: { campaign, ...body } });
async function ask(script: Script | undefined, question = QUESTION): Promise<AskAnswer> {
  if (script) service.model.script = () => script;
  const { status, body } = await post('ask', { question });
  expect(status).toBe(200);
  return body;
}
const lastRequest = () => service.model.requests.at(-1)!;
const isQuoted = ({ answer, written_by }: AskAnswer) => {
  expect(written_by).toBe('extract');
  expect(answer!.map(({ text }) => text)).toContain(SMITHY);
};

it('has a model write from what the asker sees, and points to where each sentence stands', async () => {
  const document = written.add(VILLAGE);
  written.add(SECRET);
  await service.follower.catchUp(campaign);
  const told = await ask({ text: 'She is Agatha [1]. She haunts the forge “at night” [1].' });
  const { passage } = told.answer![0]!.citations[0]!;
  const start = SMITHY.indexOf('at night');
  expect(told).toEqual({
    answer: [
      {
        text: 'She is Agatha.',
        citations: [{ document, passage, start: 0, end: SMITHY.length }],
      },
      {
        text: 'She haunts the forge “at night”.',
        citations: [{ document, passage, start, end: start + 'at night'.length }],
      },
    ],
    passages: [expect.objectContaining({ document, passage, title: 'Village of Barovia' })],
    written_by: 'scripted-1',
  });
  const { system, user } = lastRequest();
  expect(user).toContain(SMITHY);
  expect(user).toContain('below="The smithy"');
  expect(user).toContain(`Question: ${QUESTION}`);
  expect(system).not.toContain('Agatha');
});

it('sends what is written as it comes', async () => {
  written.add(VILLAGE);
  await service.follower.catchUp(campaign);
  service.model.script = () => ({ text: 'She is Agatha [1]. She is a queen.', pieces: 5 });
  const { body } = await service.app.inject({
    method: 'POST',
    url: '/api/search/ask/',
    headers: { authorization: `Bearer ${player.token}`, accept: 'text/event-stream' },
    payload: { campaign, question: QUESTION },
  });
  const events = body
    .trim()
    .split('\n\n')
    .map((one) => one.split('\n'))
    .map(([name, data]) => [name, JSON.parse(data!.slice('data: '.length))]);
  expect(events).toMatchObject([
    ['event: passages', { written_by: 'scripted-1' }],
    ['event: part', { text: 'She is Agatha.' }],
    ['event: part', { text: 'She is a queen.', citations: [], is_unsupported: true }],
    ['event: answer', { written_by: 'scripted-1', answer: [{}, { is_unsupported: true }] }],
  ]);
});

it('asks no model where nothing answers, and says so where the model finds nothing', async () => {
  written.add(VILLAGE);
  await service.follower.catchUp(campaign);
  expect(await ask(undefined, 'Which dragon sleeps below the lighthouse?')).toMatchObject({
    answer: null,
    written_by: 'extract',
  });
  expect(service.model.requests).toEqual([]);
  const nothing = await ask({ text: 'NO_ANSWER' });
  expect(nothing).toMatchObject({ answer: null, written_by: 'scripted-1' });
  expect(nothing.passages.length).toBeGreaterThan(0);
});

it('sends nothing anywhere where GMs have turned it off, or nobody says', async () => {
  written.add(VILLAGE);
  await service.follower.catchUp(campaign);
  service.letModelRead(campaign, false);
  isQuoted(await ask({ text: 'She is Agatha [1].' }));
  const other = service.campaign([[player, 'player']]);
  other.written.add(VILLAGE);
  const body = { campaign: other.id, question: QUESTION };
  const { body: told } = await service.callPatiently('POST', '/api/search/ask/', {
    as: player,
    body,
  });
  isQuoted(told);
  expect((await post('drafts', { kind: 'hooks' }, gm)).body.code).toBe('search.no_model');
  expect(service.model.requests).toEqual([]);
});

it('says who writes, and to GMs where texts go, before anything is asked', async () => {
  written.add(VILLAGE);
  await service.follower.catchUp(campaign);
  const { host } = new URL(service.model.url);
  const answers = async (as: TestPerson) =>
    (await service.call('GET', `/api/search/state/?campaign=${campaign}`, { as })).body.answers;
  const model = { model: 'scripted-1', host };
  expect(await answers(player)).toEqual({ written_by: 'scripted-1', drafts: ['summary'] });
  expect(await answers(gm)).toEqual({
    written_by: 'scripted-1',
    sent_to: host,
    model: { ...model, is_on: true },
    drafts: ['summary', 'hooks'],
  });
  service.letModelRead(campaign, false);
  expect(await answers(player)).toEqual({ written_by: 'extract' });
  expect(await answers(gm)).toEqual({ written_by: 'extract', model: { ...model, is_on: false } });
});

it.each([
  ['wants a key', { status: 401 }, 'search.model_key'],
  ['is asked too much', { status: 429 }, 'search.model_busy'],
  ['fails', { status: 500 }, 'search.model_down'],
  ['breaks off', { text: 'She is Agatha [1]. She is a', cuts: true }, 'search.model_broke_off'],
])('quotes, and says why, where the service of the model %s', async (_, script, code) => {
  written.add(VILLAGE);
  await service.follower.catchUp(campaign);
  const told = await ask(script);
  isQuoted(told);
  expect(told.instead_because).toEqual({ code, detail: expect.stringMatching(/^The .+\.$/) });
  expect(JSON.stringify(told)).not.toMatch(/sk-canary|queen/);
});

it('quotes where the model says nothing for too long, and drops what it had begun', async () => {
  written.add(VILLAGE);
  await service.follower.catchUp(campaign);
  const before = service.settings.LLM_SILENCE_MS;
  service.settings.LLM_SILENCE_MS = 300;
  const told = await ask({ text: 'She is Agatha [1]. She is a', stalls: true });
  service.settings.LLM_SILENCE_MS = before;
  isQuoted(told);
  expect(told.instead_because).toMatchObject({ code: 'search.model_silent' });
});

it.each([
  ['is hidden', (passage: string) => written.setAudience(passage, 'gm')],
  ['is written anew', (passage: string) => written.edit(passage, 'She was never there.')],
])('breaks off where something of its sources %s while it writes', async (_, change) => {
  const document = written.add(VILLAGE);
  await service.follower.catchUp(campaign);
  const passage = written.textsOf(document)[1]!.id;
  service.model.script = () => ({
    text: 'She is Agatha [1]. She haunts the forge [1]. He knows.',
    meanwhile: () => Promise.resolve(change(passage)),
  });
  // A copy that is behind is asked again by the test alone: the model was asked once already.
  const answer = await post('ask', { question: QUESTION });
  expect(answer).toMatchObject({ status: 409, body: { code: 'search.changed_meanwhile' } });
});

it('does not mind what changes of which the asker sees nothing', async () => {
  written.add(VILLAGE);
  const secret = written.add(SECRET);
  await service.follower.catchUp(campaign);
  const told = await ask({
    text: 'She is Agatha [1]. She haunts the forge [1].',
    meanwhile: () => Promise.resolve(written.edit(written.textsOf(secret)[0]!.id, 'Canary gone.')),
  });
  expect(told.answer).toHaveLength(2);
});

it('ends the request to the model when the asker leaves', async () => {
  written.add(VILLAGE);
  await service.follower.catchUp(campaign);
  service.model.script = () => ({ text: 'She is Agatha [1]. She', stalls: true });
  await service.app.listen(0, '127.0.0.1');
  const { port } = service.app.getHttpServer().address() as AddressInfo;
  const asking = request({
    port,
    path: '/api/search/ask/',
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${player.token}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
  });
  asking.on('error', () => undefined).end(JSON.stringify({ campaign, question: QUESTION }));
  await eventually(async () => service.model.requests.length === 1);
  asking.destroy();
  await lastRequest().gone;
});

it('counts what is asked of the model, by person and campaign, and quotes beyond', async () => {
  written.add(VILLAGE);
  await service.follower.catchUp(campaign);
  const limits = { ...service.settings };
  service.settings.LLM_ASKS_PER_HOUR = 1;
  expect(await ask({ text: 'She is Agatha [1].' })).toMatchObject({ written_by: 'scripted-1' });
  const told = await ask(undefined);
  isQuoted(told);
  expect(told.instead_because).toMatchObject({
    code: 'search.model_limit',
    detail: expect.stringMatching(/again in about \d+ min\.$/),
  });
  // Another person of the campaign is not held up by the first.
  const answer = await post('ask', { question: QUESTION }, gm);
  expect(answer.body).toMatchObject({ written_by: 'scripted-1' });
  service.settings.LLM_ASKS_PER_HOUR = 100;
  service.settings.LLM_TOKENS_PER_CAMPAIGN_DAY = 1_000;
  expect(await ask(undefined)).toMatchObject({
    instead_because: { code: 'search.model_limit' },
  });
  service.settings.LLM_TOKENS_PER_CAMPAIGN_DAY = limits.LLM_TOKENS_PER_CAMPAIGN_DAY;
  expect(await ask(undefined)).toMatchObject({ written_by: 'scripted-1' });
  service.settings.LLM_TOKENS_PER_DAY = 1_000;
  const refused = await post('drafts', { kind: 'hooks' }, gm);
  expect(refused).toMatchObject({ status: 429, body: { code: 'search.model_limit' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  Object.assign(service.settings, limits);
});

describe('text that gives orders', () => {
  let plain: ModelRequest | undefined;

  it.each(Object.entries(INJECTIONS))('changes nothing: %s', async (_, injected) => {
    written.add({ name: 'Plain', lines: [SMITHY] });
    if (!plain) {
      await service.follower.catchUp(campaign);
      await ask({ text: 'She is Agatha [1].' });
      plain = lastRequest();
    }
    const document = written.write(
      written.add({ name: injected.slice(0, 80), lines: [] }),
      `Of the dead wife of the blacksmith: ${injected}`,
    );
    await service.follower.catchUp(campaign);
    // A model that does as it was told there.
    const told = await ask({
      text: `She is Agatha [1][2]. ${injected.replace(/\s+/g, ' ')} Done.`,
    });
    const { system, user } = lastRequest();
    expect(user).toContain('Of the dead wife');
    const code = (request: { system: string }) => /code ([0-9a-f]{16})/.exec(request.system)![1]!;
    // The rules are the same, letter by letter, and each source stands between its own marks alone.
    expect(system.replaceAll(code({ system }), '')).toBe(plain.system.replaceAll(code(plain), ''));
    expect(code({ system })).not.toBe(code(plain));
    expect(user.match(/<\s*\/?\s*source/gi)).toEqual([
      '<source',
      '</source',
      '<source',
      '</source',
    ]);
    expect(user.split(code({ system }))).toHaveLength(5);
    expect(user).not.toMatch(/[[【]\s*(?:source\s*)?\d+[\]】]/i);
    expect(user.endsWith(`Question: ${QUESTION}`)).toBe(true);
    // Nothing that a browser could fetch, no citation of what is not there, and what is true stays so.
    expect(JSON.stringify(told.answer)).not.toMatch(/evil\.example|<img|<script|!\[/);
    expect(told.answer![0]).toMatchObject({ text: 'She is Agatha.' });
    expect(told.answer![0]).not.toHaveProperty('is_unsupported');
    expect(told.answer!.at(-1)).toMatchObject({ is_unsupported: true });
    const known = new Set([document, ...told.passages.map(({ passage }) => passage)]);
    for (const { citations } of told.answer!)
      for (const { passage } of citations) expect(known).toContain(passage);
  });
});

describe('drafts', () => {
  const drafted = async (script: Script, body: object, as = player): Promise<DraftsAnswer> => {
    service.model.script = () => script;
    const answer = await post('drafts', body, as);
    expect(answer).toMatchObject({ status: 200 });
    return answer.body;
  };

  it('sum up what the asker sees of a document', async () => {
    const document = written.add(VILLAGE);
    written.write(document, 'A canary under the anvil.', 'gm');
    await service.follower.catchUp(campaign);
    const told = await drafted(
      { text: 'Agatha haunts the forge [2]. Her husband drinks [3].' },
      { kind: 'summary', document },
    );
    expect(told).toMatchObject({
      kind: 'summary',
      drafts: [{ parts: [{ text: 'Agatha haunts the forge.' }, { text: 'Her husband drinks.' }] }],
      passages: [{ passage_kind: 'paragraph' }, { heading_path: ['The smithy'] }],
      written_by: 'scripted-1',
      read: { passages: 3, of: 3 },
    });
    expect(lastRequest().user).toContain(SMITHY);
  });

  it('are three hooks for GMs, of the newest documents', async () => {
    written.add(VILLAGE);
    await service.follower.catchUp(campaign);
    const text =
      'HOOK: Agatha calls from the forge [2].\nHOOK: A sword is missing [3].\nHook 3: The smith drinks [3]. He weeps.';
    const told = await drafted({ text }, { kind: 'hooks' }, gm);
    expect(told.drafts).toMatchObject([
      { parts: [{ text: 'Agatha calls from the forge.' }] },
      { parts: [{ text: 'A sword is missing.' }] },
      { parts: [{ text: 'The smith drinks.' }, { text: 'He weeps.', is_unsupported: true }] },
    ]);
  });

  it('are refused with words', async () => {
    const hidden = written.add(SECRET);
    const empty = written.add({ name: 'Empty', lines: [] });
    await service.follower.catchUp(campaign);
    const refused = async (body: object, as = player) => {
      const { status, body: problem } = await post('drafts', body, as);
      return [status, problem.code];
    };
    const nobodys = '00000000-0000-4000-8000-000000000009';
    expect(await refused({ kind: 'hooks' })).toEqual([403, 'search.only_gms']);
    for (const document of [hidden, nobodys])
      expect(await refused({ kind: 'summary', document })).toEqual([
        404,
        'search.document_not_found',
      ]);
    expect(await refused({ kind: 'summary', document: empty })).toEqual([
      409,
      'search.nothing_to_read',
    ]);
    expect(await refused({ kind: 'summary' })).toEqual([400, 'validation']);
    expect(service.model.requests).toEqual([]);
    service.model.script = () => ({ status: 401 });
    written.write(empty, SMITHY);
    await service.follower.catchUp(campaign);
    expect(await refused({ kind: 'summary', document: empty })).toEqual([503, 'search.model_key']);
  });
});
