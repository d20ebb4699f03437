import { Metrics } from '@tomekeeper/service-kit';
import { eventually, type TestPerson } from '@tomekeeper/testing';
import { EmbeddingsClient } from '../src/embeddings/embeddings-client';
import { PassageEmbedder } from '../src/embeddings/passage-embedder';
import { CampaignClient } from '../src/access/campaign-client';
import { startSearchApp, type SearchApp } from './search-app';
import { searchIn, textOf } from './search-calls';
import type { ScriptedCampaign } from './scripted-documents';

const SECRET = 'A drake sleeps below the hidden chapel of Vexmoor.';
const BELOW = 'Is a dragon below the hidden chapel of Vexmoor?';
const HOUR = 3_600_000;
const QUESTION = 'Where is the spouse of the smith?';

let service: SearchApp;
let gm: TestPerson;
let player: TestPerson;
let campaign: string;
let written: ScriptedCampaign;

beforeAll(async () => {
  service = await startSearchApp('own');
});
afterAll(() => service?.stop());

beforeEach(async () => {
  ({ gm, player } = await service.joinGmAndPlayer());
  ({ id: campaign, written } = service.campaignOf({ gm, player }));
  written.add({
    name: 'Village',
    lines: ['The wife of the blacksmith rests in the cold hills.', 'A tavern stands by the river.'],
  });
  service.embeddings.status = undefined;
  service.embeddings.refuses = undefined;
  await service.indexer.catchUp(campaign);
});

const search = (as: TestPerson, q: string, more?: string) =>
  searchIn(service, campaign, q, as, more);
const texts = ({ hits }: Awaited<ReturnType<typeof search>>) => hits.map(textOf);
const stateFor = async (as: TestPerson) =>
  (await service.callUntilReady('GET', `/api/search/state/?campaign=${campaign}`, { as })).body;

it('finds semantic matches after embedding, and returns the progress', async () => {
  await service.embedAll();
  const found = await search(player, QUESTION);
  expect(found.mode).toBe('full');
  expect(texts(found)[0]).toContain('wife of the blacksmith');
  expect(await search(player, QUESTION, '&typing=true')).toMatchObject({ mode: 'lexical' });
  expect(await search(player, 'wife')).toMatchObject({ mode: 'lexical' });
  expect(await stateFor(player)).toMatchObject({
    mode: 'full',
    meaning: { model: 'all-MiniLM-L6-v2', read: 2, passages: 2 },
  });
  expect(service.embeddings.authorizations.at(-1)).toBe('Bearer own-canary-key');
});

it('compares passages with a question and, for answers, with the question without names', async () => {
  await service.embedAll();
  service.embeddings.calls.length = 0;
  const body = { campaign, question: 'Where does the wife of Agatha rest?' };
  await service.callUntilReady('POST', '/api/search/ask/', { as: player, body });
  expect(service.embeddings.calls.flat()).toEqual([
    'Where does the wife of Agatha rest?',
    'Where does the wife of they rest?',
  ]);
});

it('needs no permission for the built-in process', async () => {
  service.allowModels(campaign, false);
  await service.embedAll();
  expect(await search(player, QUESTION)).toMatchObject({ mode: 'full' });
  const state = await stateFor(gm);
  expect(state).toMatchObject({ mode: 'full', meaning: { read: 2, passages: 2 } });
  expect(Object.keys(state.meaning)).toEqual(['model', 'read', 'passages']);
  expect(service.campaigns.calls.filter((path) => path.endsWith('/settings'))).toEqual([]);
});

it('reveals no hidden text or its embeddings to players, also through caches', async () => {
  await service.embedAll();
  const [answer, state] = [await search(player, BELOW), await stateFor(player)];
  written.add({ name: 'Plot', spoilers: true, lines: Array.from({ length: 60 }, () => SECRET) });
  await service.indexer.catchUp(campaign);
  expect(await stateFor(player)).toEqual(state);
  await service.embedAll();
  expect(texts(await search(gm, BELOW))).toContain(SECRET);
  expect(await stateFor(gm)).toMatchObject({ meaning: { read: 62, passages: 62 } });
  expect(await search(player, BELOW)).toEqual(answer);
  expect(await stateFor(player)).toEqual(state);
});

it('is lexical until all passages that the viewer sees have embeddings', async () => {
  await service.embedAll();
  const hold = gate();
  service.embeddings.meanwhile = async (all) => {
    if (all.includes(SECRET)) await hold.opened;
  };
  written.add({ name: 'Plot', spoilers: true, lines: [SECRET] });
  await service.indexer.catchUp(campaign);
  expect(await search(gm, QUESTION)).toMatchObject({ mode: 'lexical' });
  expect(await stateFor(gm)).toMatchObject({
    mode: 'lexical',
    lexical_because: 'model_behind',
    meaning: { read: 2, passages: 3 },
  });
  expect(await search(player, QUESTION)).toMatchObject({ mode: 'full' });
  hold.open();
  await service.embedAll();
  expect(await search(gm, QUESTION)).toMatchObject({ mode: 'full' });
});

it('deletes embeddings when passages are revealed or hidden', async () => {
  const plot = written.add({ name: 'Plot', spoilers: true, lines: [SECRET] });
  await service.indexer.catchUp(campaign);
  await service.embedAll();
  service.embeddings.status = 503;
  written.reveal(plot);
  await service.indexer.catchUp(campaign);
  expect(await stateFor(player)).toMatchObject({ meaning: { read: 2, passages: 3 } });
  service.embeddings.status = undefined;
  await eventually(
    async () => {
      await service.app.get(EmbeddingsClient).embedPassages(['x']);
      return true;
    },
    { timeout: 30_000 },
  );
  await service.embedAll();
  expect(texts(await search(player, 'Where does the drake sleep?'))[0]).toBe(SECRET);
  written.hide(plot);
  expect(texts(await search(player, 'Where does the drake sleep?'))).not.toContain(SECRET);
  const [{ left } = { left: -1 }] = await service.uow.query<{ left: number }>(
    'SELECT count(*)::int AS left FROM player_embedding WHERE campaign_id = $1',
    [campaign],
  );
  expect(left).toBe(2);
});

it('embeds visible text first, one class per batch', async () => {
  await service.embedAll();
  written.add({
    name: 'Plot',
    spoilers: true,
    lines: Array.from({ length: 40 }, (_, n) => `Hidden ${n}.`),
  });
  written.add({ name: 'Letter', lines: ['A letter for all to read.'] });
  service.embeddings.calls.length = 0;
  await service.indexer.catchUp(campaign);
  await service.embedAll();
  const read = service.embeddings.calls.filter((call) =>
    call.some((text) => /Hidden|letter/.test(text)),
  );
  const at = read.findIndex((call) => call.includes('A letter for all to read.'));
  // The one call that may have been on its way when both came.
  expect(at).toBeLessThanOrEqual(1);
  expect(read[at]).toEqual(['A letter for all to read.']);
});

it('discards the embedding of a text that changed meanwhile', async () => {
  await service.embedAll();
  const document = written.add({ name: 'Letter', lines: [] });
  const passage = written.write(document, 'An old letter of the king.');
  const [started, hold] = [gate(), gate()];
  service.embeddings.meanwhile = async (all) => {
    if (!all.some((text) => text.startsWith('An old letter'))) return;
    started.open();
    await hold.opened;
  };
  await service.indexer.catchUp(campaign);
  const reading = service.app.get(PassageEmbedder).run();
  await started.opened;
  written.edit(passage, 'A new letter of the queen.');
  await service.indexer.catchUp(campaign);
  const counted = await service.uow.query(
    'SELECT model FROM player_embedding WHERE passage_id = $1',
    [passage],
  );
  expect(counted).toEqual([{ model: null }]);
  hold.open();
  await reading;
  service.embeddings.meanwhile = () => Promise.resolve();
  await service.embedAll();
  expect(service.embeddings.calls.flat()).toContain('A new letter of the queen.');
  expect(await stateFor(player)).toMatchObject({ meaning: { read: 3, passages: 3 } });
});

it('continues after an invalid text', async () => {
  service.embeddings.refuses = /^A curse/;
  written.add({ name: 'Curses', lines: ['A curse on all models.', 'A blessing upon the rest.'] });
  await service.indexer.catchUp(campaign);
  await service.embedAll();
  expect(await stateFor(player)).toMatchObject({ meaning: { read: 4, passages: 4 } });
  expect(texts(await search(player, 'What is the blessing upon the rest?'))[0]).toContain(
    'blessing',
  );
});

it('reports database errors as such', async () => {
  const own = new Metrics();
  const uow = Object.create(service.uow) as typeof service.uow;
  uow.run = () => Promise.reject(new Error('the disk is full'));
  const { app } = service;
  const reading = new PassageEmbedder(uow, app.get(EmbeddingsClient), app.get(CampaignClient), own);
  written.add({ name: 'Letters', lines: ['A letter that no disk takes.'] });
  service.embeddings.meanwhile = () => new Promise(() => undefined);
  await service.indexer.catchUp(campaign);
  service.embeddings.meanwhile = () => Promise.resolve();
  await expect(reading.run()).rejects.toThrow('the disk is full');
  own.onApplicationShutdown();
});

describe('the order of results and quotations', () => {
  const ASKED = 'Where does the keeper of the lighthouse sleep at night?';
  const NEAR = 'The keeper of the lighthouse sleeps at night in the cellar, above two dogs.';
  const FAR = 'The keeper of the lighthouse sleeps at night in the cellar.';
  const OTHER = 'Nets ropes eels barrels tar sails anchors oars hooks buoys lanterns salt kelp';

  beforeEach(async () => {
    written.add({ name: 'Coast', lines: ['# Keepers', NEAR] });
    written.add({ name: OTHER, lines: [FAR] });
    written.add({ name: 'Plot', spoilers: true, lines: [SECRET] });
    await service.indexer.catchUp(campaign);
    await service.embedAll();
    service.embeddings.calls.length = 0;
  });
  afterEach(() => {
    service.embeddings.breaksOn = undefined;
  });
  const quoted = async (): Promise<string[]> => {
    const body = { campaign, question: ASKED };
    const answer = await service.callUntilReady('POST', '/api/search/ask/', { as: player, body });
    return answer.body.answer.map(({ text }: { text: string }) => text);
  };

  it('is by similarity of sentences with title and heading', async () => {
    expect(texts(await search(player, ASKED)).slice(0, 2)).toEqual([NEAR, FAR]);
    expect(await quoted()).toEqual([NEAR, FAR]);
    const [results, , quotations] = service.embeddings.calls.filter(({ length }) => length > 1);
    const compared = [`Coast: Keepers. ${NEAR}`, `${OTHER}: ${FAR}`];
    expect(results).toEqual(expect.arrayContaining(compared));
    expect(quotations?.toSorted()).toEqual(compared.toSorted());
  });

  it('compares sentences below headings that the reader sees', async () => {
    const lines = ['# Keepers', { text: '# Smugglers', audience: 'gm' }, FAR];
    written.add({ name: 'Cellar', lines });
    await service.indexer.catchUp(campaign);
    const compared = async (as: TestPerson) => {
      service.embeddings.calls.length = 0;
      await search(as, ASKED);
      return service.embeddings.calls.flat().filter((text) => text.startsWith('Cellar: '));
    };
    expect(await compared(player)).toContain(`Cellar: Keepers. ${FAR}`);
    expect(await compared(gm)).toContain(`Cellar: Smugglers. ${FAR}`);
  });

  it('stays if the model fails, which pauses no questions', async () => {
    service.embeddings.breaksOn = /^Coast: /;
    expect(texts(await search(player, ASKED)).slice(0, 2)).toEqual([FAR, NEAR]);
    expect(await quoted()).toEqual([FAR, NEAR]);
    expect((await search(player, QUESTION)).mode).toBe('full');
  });
});

describe('rejected texts', () => {
  afterEach(() => jest.restoreAllMocks());
  /** How many passages of this campaign have a vector. */
  const withVector = async () => {
    const [row] = await service.uow.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM player_embedding WHERE campaign_id = $1 AND dimensions > 0',
      [campaign],
    );
    return row?.count;
  };
  const metrics: Metrics[] = [];
  /** Texts of the new process; the worker of the service embeds in parallel. */
  let asked: string[];
  const newProcess = (meanwhile = () => {}) => {
    const own = new Metrics();
    metrics.push(own);
    const { uow, app } = service;
    const texts: string[] = (asked = []);
    const embeddings: EmbeddingsClient = Object.create(app.get(EmbeddingsClient));
    embeddings.embedPassages = (all) => {
      texts.push(...all);
      meanwhile();
      return app.get(EmbeddingsClient).embedPassages(all);
    };
    return new PassageEmbedder(uow, embeddings, app.get(CampaignClient), own);
  };
  afterAll(() => metrics.forEach((own) => own.onApplicationShutdown()));
  const curses = (count: number) =>
    Array.from({ length: count }, (_, at) => `A curse of day ${at}.`);
  const refuse = async (count: number) => {
    service.embeddings.refuses = /^A curse/;
    written.add({ name: 'Curses', lines: curses(count) });
    await service.indexer.catchUp(campaign);
    await service.embedAll();
    expect(await withVector()).toBe(2);
  };

  it('are all retried when a process starts', async () => {
    await refuse(150);
    service.embeddings.refuses = undefined;
    const state = await stateFor(player);
    await newProcess().run();
    expect(await withVector()).toBe(152);
    expect(await stateFor(player)).toEqual(state);
    expect(texts(await search(player, 'What is the curse of day 77?'))[0]).toContain('77');
  });

  it('are retried daily, and in small hourly batches while they still fail', async () => {
    await refuse(225);
    const reading = newProcess();
    // However slow the machine is, no job makes room for another one here.
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
    const read = async () => {
      asked.length = 0;
      await reading.run();
      return asked.filter((text) => text.startsWith('A curse of day'));
    };
    const first = await read();
    // Eight batches of twelve.
    expect([first.length, new Set(first).size]).toEqual([96, 96]);
    expect(await read()).toEqual([]);
    clock.mockReturnValue(now + HOUR + 1);
    const others = await read();
    expect(new Set(others).size).toBe(96);
    expect(others.filter((text) => first.includes(text))).toEqual([]);
    clock.mockReturnValue(now + 2 * HOUR + 2);
    expect(new Set([...first, ...others, ...(await read())]).size).toBe(225);
    // After a complete round, the next one starts a day later.
    clock.mockReturnValue(now + 4 * HOUR);
    expect(await read()).toEqual([]);
    clock.mockReturnValue(now + 27 * HOUR);
    expect((await read()).length).toBe(96);
    expect(await withVector()).toBe(2);
  });

  it('are limited per hour even if a batch takes longer than a job', async () => {
    await refuse(225);
    let now = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    const reading = newProcess(() => (now += 21_000));
    for (let job = 0; job < 20; job++) await reading.run();
    expect(new Set(asked.filter((text) => text.startsWith('A curse of day'))).size).toBe(96);
  });
});

it('falls back to words while the model is down, and recovers', async () => {
  await service.embedAll();
  service.embeddings.status = 500;
  const found = await search(player, 'Where does the wife of somebody else rest now?');
  expect(found.mode).toBe('lexical');
  expect(texts(found)[0]).toContain('wife');
  expect(await stateFor(player)).toMatchObject({ mode: 'lexical', lexical_because: 'model_down' });
  service.embeddings.status = undefined;
  await eventually(async () => (await stateFor(player)).mode === 'full');
  expect(await search(player, 'Where does the wife of somebody rest again?')).toMatchObject({
    mode: 'full',
  });
});

it('embeds everything again for another model version, and compares one version only', async () => {
  const storedAs = async () =>
    (
      await service.uow.query<{ model: string }>(
        'SELECT DISTINCT model FROM player_embedding WHERE campaign_id = $1 ORDER BY model',
        [campaign],
      )
    ).map(({ model }) => model);
  const use = async (build: string | undefined) => {
    service.embeddings.build = build;
    await service.app.get(EmbeddingsClient).embedPassages(['x']);
  };
  await use('all-MiniLM-L6-v2/int8');
  await service.embedAll();
  expect(await storedAs()).toEqual(['all-MiniLM-L6-v2/int8']);
  expect(await search(player, QUESTION)).toMatchObject({ mode: 'full' });
  expect(await stateFor(player)).toMatchObject({
    meaning: { model: 'all-MiniLM-L6-v2', read: 2, passages: 2 },
  });
  const hold = gate();
  service.embeddings.meanwhile = async (all) => {
    if (all.some((text) => /tavern/.test(text))) await hold.opened;
  };
  await use('all-MiniLM-L6-v2/fp32');
  // Nothing of the other build is near, or counts as read.
  expect(await search(player, QUESTION)).toMatchObject({ mode: 'lexical' });
  expect(await stateFor(player)).toMatchObject({ meaning: { read: 0, passages: 2 } });
  hold.open();
  await service.embedAll();
  expect(await storedAs()).toEqual(['all-MiniLM-L6-v2/fp32']);
  expect(await search(player, QUESTION)).toMatchObject({ mode: 'full' });
  // The older version responds again, as during a rolling update, and discards nothing.
  await use('all-MiniLM-L6-v2/int8');
  written.add({ name: 'Letter', lines: ['A letter of the queen.'] });
  await service.indexer.catchUp(campaign);
  service.embeddings.calls.length = 0;
  await service.app.get(PassageEmbedder).run();
  expect(service.embeddings.calls.flat().filter((text) => text !== '?')).toEqual([]);
  expect(await storedAs()).toEqual(['all-MiniLM-L6-v2/fp32', null]);
  // The newer version expires, as after a rollback.
  await service.uow.query("UPDATE active_model SET active_at = active_at - interval '6 minutes'");
  await service.embedAll();
  expect(await storedAs()).toEqual(['all-MiniLM-L6-v2/int8']);
  // An unknown version name is ignored.
  await use('something-else');
  await service.uow.query("UPDATE active_model SET active_at = active_at - interval '6 minutes'");
  await service.embedAll();
  expect(await storedAs()).toEqual(['all-MiniLM-L6-v2']);
  await use(undefined);
  service.embeddings.meanwhile = () => Promise.resolve();
});

describe('the status of the model process for operators', () => {
  const PROCESS = {
    version: '0123456789ab',
    started_at: '2026-11-24T12:00:00.000Z',
    instance: 'box-9',
    waiting_texts: 3,
    trouble: null,
  };
  const told = async () => {
    const operator = await service.identity.joinOperators('Op');
    const { status, body } = await service.call('GET', '/api/operations/search-model/', {
      as: operator,
    });
    expect(status).toBe(200);
    return body;
  };

  it('is the response of the process', async () => {
    service.embeddings.state = PROCESS;
    expect(await told()).toEqual({ is_used: true, process: PROCESS });
    expect(service.embeddings.authorizations.at(-1)).toBe('Bearer own-canary-key');
    service.embeddings.state = { ...PROCESS, trouble: 'model.json can’t be read.' };
    expect(await told()).toMatchObject({ process: { trouble: 'model.json can’t be read.' } });
  });

  it.each([
    ['says nothing of itself', undefined],
    ['says something else', { version: 7 }],
  ])('is empty if the process %s', async (_, state) => {
    service.embeddings.state = state;
    expect(await told()).toEqual({ is_used: true, process: null });
  });

  it('is empty while the process is down, or replaced, or not configured', async () => {
    service.embeddings.state = PROCESS;
    const { SEARCH_MODEL_URL, EMBEDDINGS_URL, EMBEDDINGS_MODEL } = service.settings;
    const toldWith = async (settings: object) => {
      Object.assign(service.settings, settings);
      const state = await told();
      Object.assign(service.settings, { SEARCH_MODEL_URL, EMBEDDINGS_URL, EMBEDDINGS_MODEL });
      return state;
    };
    const away = await toldWith({ SEARCH_MODEL_URL: 'http://127.0.0.1:1/v1' });
    expect(away).toEqual({ is_used: true, process: null });
    const unused = { is_used: false, process: null };
    const outside = { EMBEDDINGS_URL: 'https://e.example/v1', EMBEDDINGS_MODEL: 'e-1' };
    expect(await toldWith(outside)).toEqual(unused);
    expect(await toldWith({ SEARCH_MODEL_URL: undefined })).toEqual(unused);
  });
});

/** Something that others wait for. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}
