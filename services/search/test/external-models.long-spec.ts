import { randomUUID } from 'node:crypto';
import { hintGiven } from '@tomekeeper/contracts-live';
import { eventually, type TestPerson } from '@tomekeeper/testing';
import { EmbeddingsClient } from '../src/embeddings/embeddings-client';
import { PassageEmbedder } from '../src/embeddings/passage-embedder';
import { startSearchApp, type SearchApp } from './search-app';
import type { ScriptedCampaign } from './scripted-documents';

const QUESTION = 'Where is the spouse of the smith?';

/** A campaign with two passages for all, and a third for its GMs. */
interface Told {
  id: string;
  written: ScriptedCampaign;
  /** Contained in each text. */
  mark: string;
}

let service: SearchApp;
let gm: TestPerson;
let player: TestPerson;

beforeAll(async () => {
  service = await startSearchApp('outside');
});
afterAll(() => service?.stop());

beforeEach(async () => {
  ({ gm, player } = await service.joinGmAndPlayer());
  service.embeddings.meanwhile = () => Promise.resolve();
  service.campaigns.mode = 'up';
});

/** @param isOn whether the GMs allow external models; undefined without a response */
async function campaignWith(isOn: boolean | (() => boolean) | undefined): Promise<Told> {
  const { id, written } = service.campaignOf({ gm, player });
  if (isOn !== undefined) service.allowModels(id, isOn);
  const mark = `m${randomUUID().replaceAll('-', '')}`;
  written.add({
    name: 'Village',
    lines: [`The wife of the blacksmith rests by ${mark}.`, `A tavern stands by ${mark}.`],
  });
  written.add({ name: 'Plot', spoilers: true, lines: [`The smith is a lich of ${mark}.`] });
  await service.indexer.catchUp(id);
  return { id, written, mark };
}

/** Calls with text of a campaign or a query in it. */
const callsWith = (mark: string): string[][] =>
  service.embeddings.calls.filter((texts) => texts.some((text) => text.includes(mark)));
/** The worker and `readAll` may have read the same at the same time. */
const sent = (mark: string): string[] => [...new Set(callsWith(mark).flat())];
const state = async ({ id }: Told, as: TestPerson, viewAs?: string) =>
  (
    await service.callUntilReady('GET', `/api/search/state/?campaign=${id}`, {
      as,
      ...(viewAs && { headers: { 'x-view-as': viewAs } }),
    })
  ).body;
const search = async ({ id }: Told, q: string) => {
  const path = `/api/search/?campaign=${id}&q=${encodeURIComponent(q)}`;
  return (await service.callUntilReady('GET', path, { as: player })).body;
};
const asksForSettings = ({ id }: Told): number =>
  service.campaigns.calls.filter((path) => path === `/internal/campaigns/${id}/settings`).length;
const isKeptBack = async ({ id }: Told): Promise<boolean> => {
  const [row] = await service.uow.query<{ kept: boolean }>(
    'SELECT embedding_paused_until > now() AS kept FROM campaign_index WHERE campaign_id = $1',
    [id],
  );
  return row?.kept === true;
};
/** As the campaign service does when its GMs change something. */
const hint = ({ id: campaign }: Told) =>
  service.publish(hintGiven, { kind: 'campaign', campaign, id: campaign, to: 'party' });

it.each([
  ['have turned it off', false],
  ['are not known to allow it', undefined],
] as const)('sends nothing of a campaign whose GMs %s, and all of another', async (_, isOn) => {
  const [kept, other] = [await campaignWith(isOn), await campaignWith(true)];
  await service.embedAll();
  for (const one of [kept, other]) {
    const question = `${QUESTION.slice(0, -1)} of ${one.mark}?`;
    expect((await search(one, question)).mode).toBe(one === other ? 'full' : 'lexical');
    const body = {
      campaign: one.id,
      question: `Who is the wife of the blacksmith by ${one.mark}?`,
    };
    const { status } = await service.callUntilReady('POST', '/api/search/ask/', { as: gm, body });
    expect(status).toBe(200);
  }
  expect(sent(kept.mark)).toEqual([]);
  // Passages, questions, and sentences with their titles.
  expect(sent(other.mark)).toHaveLength(3 + 2 + 3);
  expect(await state(other, gm)).toMatchObject({ mode: 'full', meaning: { read: 3, passages: 3 } });
  expect(new Set(service.embeddings.authorizations)).toEqual(new Set(['Bearer e-canary-key']));
});

it('embeds when allowed again, and reuses earlier embeddings', async () => {
  const campaign = await campaignWith(false);
  await service.embedAll();
  expect(await isKeptBack(campaign)).toBe(true);
  service.allowModels(campaign.id, true);
  await hint(campaign);
  await eventually(async () => (await state(campaign, gm)).meaning.read === 3);
  expect((await search(campaign, QUESTION)).mode).toBe('full');
  service.allowModels(campaign.id, false);
  expect((await search(campaign, QUESTION)).mode).toBe('lexical');
  service.allowModels(campaign.id, true);
  expect((await search(campaign, QUESTION)).mode).toBe('full');
  expect(sent(campaign.mark)).toHaveLength(3);
});

it('stops after the current batch when disallowed', async () => {
  const campaign = await campaignWith(true);
  await service.embedAll();
  const { mark, written } = campaign;
  const before = callsWith(mark).length;
  written.add({
    name: 'Book',
    lines: Array.from({ length: 30 }, (_, n) => `Line ${n} of ${mark}.`),
  });
  service.embeddings.meanwhile = async (texts) => {
    if (texts.some((text) => text.includes(mark))) service.allowModels(campaign.id, false);
  };
  // The worker embeds batches on its own schedule.
  await service.indexer.catchUp(campaign.id);
  await eventually(() => isKeptBack(campaign));
  expect(callsWith(mark)).toHaveLength(before + 1);
  expect(await state(campaign, gm)).toMatchObject({ meaning: { read: 15, passages: 33 } });
});

it('sends nothing while the permission is unknown, and continues afterwards', async () => {
  const { id, written } = service.campaignOf({ gm, player });
  service.allowModels(id, true);
  written.add({ name: 'Village', lines: [`A tavern by ${id}.`] });
  service.campaigns.mode = 'down';
  await service.indexer.catchUp(id);
  await service.app.get(PassageEmbedder).run();
  expect(sent(id)).toEqual([]);
  expect(await service.app.get(PassageEmbedder).countPending()).toBe(1);
  service.campaigns.mode = 'up';
  await service.embedAll();
  expect(sent(id)).toHaveLength(1);
});

it('pauses disallowed campaigns without counting them as pending', async () => {
  const kept = [await campaignWith(false), await campaignWith(false), await campaignWith(false)];
  await service.embedAll();
  const other = await campaignWith(true);
  await service.embedAll();
  expect(sent(other.mark)).toHaveLength(3);
  // Twice by the worker, and by `embedAll` in parallel.
  for (const one of kept) expect(asksForSettings(one)).toBeLessThanOrEqual(4);
  expect(await service.app.get(PassageEmbedder).countPending()).toBe(0);
  expect(await Promise.all(kept.map(isKeptBack))).toEqual([true, true, true]);
});

it('embeds a campaign that was allowed while its pause was stored', async () => {
  let asked = 0;
  const campaign = await campaignWith(() => (asked += 1) > 1);
  await service.embedAll();
  expect(sent(campaign.mark)).toHaveLength(3);
  expect(await isKeptBack(campaign)).toBe(false);
});

it('skips a text that times out, and embeds its neighbors and other campaigns', async () => {
  const { timeouts } = service.app.get(EmbeddingsClient);
  const usual = { ...timeouts };
  Object.assign(timeouts, { passages: 1_000, heldUp: 1_000, question: 10_000 });
  service.embeddings.meanwhile = (texts) =>
    texts.some((text) => text.includes('riddle'))
      ? new Promise(() => undefined)
      : Promise.resolve();
  const { id, written } = service.campaignOf({ gm, player });
  service.allowModels(id, true);
  written.add({ name: 'Riddles', lines: [`A riddle by ${id}.`, `A lamp by ${id}.`] });
  await service.indexer.catchUp(id);
  const other = await campaignWith(true);
  await service.embedAll();
  const rows = await service.uow.query<{ text: string; dimensions: number }>(
    `SELECT p.text, v.dimensions::int AS dimensions FROM player_embedding v JOIN player_passage p USING (passage_id)
      WHERE v.campaign_id = $1 ORDER BY p.text`,
    [id],
  );
  expect(rows).toEqual([
    { text: `A lamp by ${id}.`, dimensions: 64 },
    { text: `A riddle by ${id}.`, dimensions: 0 },
  ]);
  expect(await state(other, gm)).toMatchObject({ mode: 'full', meaning: { read: 3, passages: 3 } });
  Object.assign(timeouts, usual);
});

it('shows the external service and its permission to GMs only', async () => {
  const campaign = await campaignWith(true);
  await service.embedAll();
  const { host } = new URL(service.embeddings.url);
  expect(await state(campaign, gm)).toMatchObject({
    mode: 'full',
    meaning: { model: 'embed-3', read: 3, passages: 3, sent_to: host, is_on: true },
  });
  for (const told of [await state(campaign, player), await state(campaign, gm, 'party')])
    expect(told.meaning).toEqual({ model: 'embed-3', read: 2, passages: 2 });
  service.allowModels(campaign.id, false);
  expect(await state(campaign, gm)).toMatchObject({
    mode: 'lexical',
    lexical_because: 'kept_back',
    meaning: { model: 'embed-3', sent_to: host, is_on: false },
  });
  for (const told of [await state(campaign, player), await state(campaign, gm, 'party')]) {
    expect(told).toMatchObject({ mode: 'lexical', lexical_because: 'kept_back' });
    expect(JSON.stringify(told)).not.toMatch(new RegExp(`${host}|embed-3`));
  }
});

it('shows them also while the index is not ready', async () => {
  const { id, written } = service.campaignOf({ gm, player });
  service.allowModels(id, false);
  written.add({ name: 'Letter', lines: ['A letter.'] });
  service.feed.isBroken = true;
  const path = `/api/search/state/?campaign=${id}`;
  const { body } = await service.call('GET', path, { as: gm });
  service.feed.isBroken = false;
  const { host } = new URL(service.embeddings.url);
  expect(body).toEqual({
    is_ready: false,
    mode: 'lexical',
    lexical_because: 'kept_back',
    meaning: { model: 'embed-3', sent_to: host, is_on: false },
    answers: expect.any(Object),
  });
});

it('shows the host to operators', async () => {
  const operator = await service.identity.joinOperators('Op');
  const { body } = await service.call('GET', '/api/operations/search/', { as: operator });
  const { host } = new URL(service.embeddings.url);
  expect(body.figures).toContainEqual(
    expect.objectContaining({
      name: 'Embeddings',
      value: expect.stringContaining(`embed-3 at ${host}, `),
    }),
  );
  // Our own process is not asked for its state, and nor is the other one, which would get its key.
  const { body: own } = await service.call('GET', '/api/operations/search-model/', {
    as: operator,
  });
  expect(own).toEqual({ is_used: false, process: null });
  expect(service.embeddings.authorizations).not.toContain('Bearer own-canary-key');
});
