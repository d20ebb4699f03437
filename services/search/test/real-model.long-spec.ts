import { eventually, type TestPerson } from '@tomekeeper/testing';
import { modelProcess, type ModelProcess } from './search-model-process';
import { startSearchApp, type SearchApp } from './search-app';
import { searchIn, textOf } from './search-calls';
import type { ScriptedCampaign } from './scripted-documents';

const MOURNER = 'The blacksmith mourns his dead wife.';
const TOLL = 'Whoever crosses the river pays two silver at the bridge.';
const OTHERS = [
  'A torch burns for one hour.',
  'Barnacle soup is served on the quay each spring.',
  'The temple has seven levels.',
];
/** Has no words or synonyms in common with its matches. */
const OF_MOURNER = 'Who grieves for the woman that he had loved?';
const OF_TOLL = 'How much does a traveller owe to get over the water?';

let model: ModelProcess;
let service: SearchApp;
let gm: TestPerson;
let player: TestPerson;
let campaign: string;
let written: ScriptedCampaign;

beforeAll(async () => {
  model = await modelProcess();
  const own = { SEARCH_MODEL_URL: model.url, SEARCH_MODEL_KEY: model.key };
  [service] = await Promise.all([startSearchApp(own), model.start()]);
  ({ gm, player } = await service.joinGmAndPlayer());
  ({ id: campaign, written } = service.campaignOf({ gm, player }));
  written.add({ name: 'Village', lines: [MOURNER, ...OTHERS] });
  await service.indexer.catchUp(campaign);
  await service.embedAll();
});
afterAll(async () => {
  await service?.stop();
  await model?.kill();
});

const search = async (as: TestPerson, q: string) => {
  const { mode, hits } = await searchIn(service, campaign, q, as);
  return { mode, texts: hits.map(textOf) };
};
/** Semantic hits. Retries, because a busy machine may exceed the timeout, after which calls pause. */
const byMeaning = (as: TestPerson, q: string) =>
  eventually(
    async () => {
      const { mode, texts } = await search(as, q);
      return mode === 'full' ? texts : undefined;
    },
    { timeout: 60_000 },
  );
const stateFor = async (as: TestPerson) =>
  (await service.callUntilReady('GET', `/api/search/state/?campaign=${campaign}`, { as })).body;

it('finds semantic matches with the real model, falls back to words while it is down, and recovers', async () => {
  const found = await byMeaning(player, OF_MOURNER);
  expect(found[0]).toBe(MOURNER);
  expect(await stateFor(player)).toMatchObject({ mode: 'full', meaning: { read: 4, passages: 4 } });

  await model.kill();
  // The cached question belongs to the player.
  expect(await search(gm, OF_MOURNER)).toEqual({ mode: 'lexical', texts: [] });
  const byWords = await search(gm, 'Who mourns his wife?');
  expect(byWords).toMatchObject({ mode: 'lexical' });
  expect(byWords.texts).toContain(MOURNER);
  written.add({ name: 'River', lines: [TOLL] });
  await service.indexer.catchUp(campaign);
  expect(await search(gm, OF_TOLL)).toEqual({ mode: 'lexical', texts: [] });
  for (const who of [gm, player])
    expect(await stateFor(who)).toMatchObject({
      mode: 'lexical',
      lexical_because: 'model_down',
      meaning: { read: 4, passages: 5 },
    });

  await model.start();
  await eventually(async () => (await stateFor(gm)).lexical_because !== 'model_down', {
    timeout: 60_000,
  });
  await service.embedAll();
  expect(await stateFor(gm)).toMatchObject({ mode: 'full', meaning: { read: 5, passages: 5 } });
  expect((await byMeaning(gm, OF_MOURNER))[0]).toBe(MOURNER);
  expect((await byMeaning(player, OF_TOLL))[0]).toBe(TOLL);
});
