import { campaignDeleted, sampleCampaignCreated } from '@tomekeeper/contracts-campaign';
import type { CampaignDocument } from '@tomekeeper/contracts-document';
import { eventually, type TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from './document-app';

let service: DocumentApp;
let gm: TestPerson;
let player: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  gm = await service.identity.join('Gm');
  player = await service.identity.join('Player');
  campaign = service.campaign(gm, [player]);
});

const list = async (as: TestPerson): Promise<CampaignDocument[]> =>
  (await service.call('GET', `/api/documents/?campaign=${campaign}`, { as })).body;
const filled = () =>
  eventually(async () => {
    const documents = await list(gm);
    return documents.length > 0 ? documents : undefined;
  });
const textOf = async (as: TestPerson, id: string) =>
  JSON.stringify((await service.call('GET', `/api/documents/${id}/passages/`, { as })).body);

it('has a dozen notes, newest first, with secrets and revealed handouts', async () => {
  await service.hear(sampleCampaignCreated, { campaign_id: campaign, owner: gm.id });
  const documents = await filled();
  expect(documents).toHaveLength(12);
  expect(documents[0]).toMatchObject({ title: 'Start here', is_spoilers: true, kind: 'note' });
  expect(documents.filter(({ is_spoilers }) => is_spoilers)).toHaveLength(8);

  const seen = await list(player);
  expect(seen.map(({ title }) => title).sort()).toEqual([
    'A brass token',
    'Hollow Ford',
    'House rules',
    'People of the ford',
    'Session 1: the lamp goes out',
    'The ferryman’s letter',
  ]);
  const letter = seen.find(({ title }) => title === 'The ferryman’s letter');
  expect(await textOf(player, letter!.id)).toContain('The lamp did not fail.');
});

it('is filled once, even if the event arrives again', async () => {
  const payload = { campaign_id: campaign, owner: gm.id };
  const event = await service.hear(sampleCampaignCreated, payload);
  expect(await filled()).toHaveLength(12);
  await service.uow.query(
    `DELETE FROM document WHERE campaign_id = $1 AND original_filename = $2`,
    [campaign, 'House rules'],
  );
  await service.hear(sampleCampaignCreated, payload, event);
  // A later event, to wait for.
  const other = service.campaign(gm);
  await service.hear(sampleCampaignCreated, { campaign_id: other, owner: gm.id });
  await eventually(async () => {
    const { body } = await service.call('GET', `/api/documents/?campaign=${other}`, { as: gm });
    return body.length === 12 ? true : undefined;
  });
  expect(await list(gm)).toHaveLength(11);
});

it('stays empty after its deletion', async () => {
  await service.hear(campaignDeleted, { campaign_id: campaign });
  await eventually(async () => {
    const rows = await service.uow.query('SELECT 1 FROM deleted_campaign WHERE campaign_id = $1', [
      campaign,
    ]);
    return rows.length > 0 ? true : undefined;
  });
  await service.hear(sampleCampaignCreated, { campaign_id: campaign, owner: gm.id });
  const other = service.campaign(gm);
  await service.hear(sampleCampaignCreated, { campaign_id: other, owner: gm.id });
  await eventually(async () => {
    const { body } = await service.call('GET', `/api/documents/?campaign=${other}`, { as: gm });
    return body.length === 12 ? true : undefined;
  });
  expect(await list(gm)).toEqual([]);
});
