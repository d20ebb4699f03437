import { setTimeout as sleep } from 'node:timers/promises';
import type { CampaignDocument } from '@tomekeeper/contracts-document';
import { eventually, type TestPerson } from '@tomekeeper/testing';
import { ObjectRemover } from '../src/storage/object-removal';
import { startDocumentApp, type DocumentApp } from './document-app';

// Stores tell when an object was written: a revealed file must not tell since when it was a secret.

let service: DocumentApp;
let gm: TestPerson;
let player: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  [gm, player] = [await service.identity.join('Gm'), await service.identity.join('Player')];
  campaign = service.campaign(gm, [player]);
});
afterEach(() => service.storeLink.mend());

const set = (id: string, is_spoilers: boolean) =>
  service.call('PATCH', `/api/documents/${id}/`, { as: gm, body: { is_spoilers } });
const trash = (id: string) => service.call('DELETE', `/api/documents/${id}/`, { as: gm });
const restore = (id: string) => service.call('POST', `/api/documents/${id}/restore/`, { as: gm });
/** Seconds of the clock, as stores tell them. */
const now = () => Math.floor(Date.now() / 1000);
const listed = async (): Promise<CampaignDocument[]> =>
  (await service.call('GET', `/api/documents/?campaign=${campaign}`, { as: player })).body;

/** The file as the player gets it, and the second in which the store says that it was written. */
async function fetched(id: string) {
  const { body } = await service.call('GET', `/api/documents/${id}/content/`, { as: player });
  const answer = await fetch(body.url);
  const written = Date.parse(answer.headers.get('last-modified') ?? '') / 1000;
  return { status: answer.status, text: await answer.text(), written };
}

const showNow = (id: string) => service.call('POST', `/api/documents/${id}/show/`, { as: gm });

it.each([
  ['revealed', (id: string) => set(id, false)],
  ['shown now', showNow],
])('are written when they are %s', async (_how, act) => {
  const { id, s3_key } = await service.upload(gm, campaign, { spoilers: true, content: 'a map' });
  await sleep(1100);
  const revealed = now();
  expect((await act(id)).status).toBe(200);
  const file = await fetched(id);
  expect(file).toMatchObject({ status: 200, text: 'a map' });
  expect(file.written).toBeGreaterThanOrEqual(revealed);
  expect((await listed())[0]?.s3_key).not.toBe(s3_key);
});

it('are written when they come back from the trash', async () => {
  const { id } = await service.upload(gm, campaign, { content: 'a map' });
  await sleep(1100);
  await trash(id);
  const restored = now();
  expect((await restore(id)).status).toBe(200);
  expect((await fetched(id)).written).toBeGreaterThanOrEqual(restored);
});

it('stay where they are while only GMs see them', async () => {
  const { id, s3_key } = await service.upload(gm, campaign, { spoilers: true });
  await set(id, true);
  await trash(id);
  expect((await restore(id)).body.s3_key).toBe(s3_key);
});

it('leave nothing behind, once no address of theirs is good any more', async () => {
  const { id } = await service.upload(gm, campaign, { spoilers: true });
  await set(id, false);
  await set(id, true);
  await set(id, false);
  const [{ s3_key } = { s3_key: '' }] = await listed();
  await service.uow.query(`UPDATE object_removal SET due_at = now(), again_at = now()`);
  await service.app.get(ObjectRemover).removeDue();
  const ofCampaign = async () =>
    (await service.objects()).filter((key) => key.startsWith(`campaigns/${campaign}/`));
  await eventually(async () => ((await ofCampaign()).length === 1 ? true : undefined));
  expect(await ofCampaign()).toEqual([s3_key]);
});

it('are revealed once under concurrent requests', async () => {
  const { id } = await service.upload(gm, campaign, { spoilers: true, content: 'a map' });
  const answers = await Promise.all([set(id, false), set(id, false), set(id, false)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await fetched(id)).text).toBe('a map');
});

it('stay hidden while the store is away', async () => {
  const { id } = await service.upload(gm, campaign, { spoilers: true });
  service.storeLink.cut();
  expect((await set(id, false)).status).toBe(503);
  expect(await listed()).toEqual([]);
  service.storeLink.mend();
  expect((await set(id, false)).status).toBe(200);
});
