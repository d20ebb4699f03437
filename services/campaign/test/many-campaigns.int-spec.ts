import type { TestPerson } from '@tomekeeper/testing';
import { startCampaignApp, type CampaignApp } from './campaign-app';

let service: CampaignApp;
let gm: TestPerson;
let player: TestPerson;
beforeAll(async () => {
  service = await startCampaignApp();
  [gm, player] = (await Promise.all(
    ['Gm', 'Player'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson];
});
afterAll(() => service?.stop());

it('a table that someone joins is in their list, after five strangers added them to all they may own', async () => {
  await service.uow.query(
    `WITH stranger AS (SELECT gen_random_uuid() AS id FROM generate_series(1, 5)),
       unwanted AS (
         INSERT INTO campaign (id, owner, title, game_system)
         SELECT gen_random_uuid(), stranger.id, 'unwanted', 'none' FROM stranger, generate_series(1, 200)
         RETURNING id)
     INSERT INTO campaign_player (campaign_id, player_id) SELECT id, $1 FROM unwanted`,
    [gm.id],
  );
  const table = await service.campaign(await service.identity.join('Host'), [gm], 'a new table');
  const { body } = await service.call('GET', '/api/campaigns/', { as: gm });
  expect((body as { id: string }[]).map(({ id }) => id)).toContain(table);
});

it('a table that someone plays at stays in their list, however many campaigns strangers add them to', async () => {
  const table = await service.campaign(gm, [player], 'our table');
  await service.uow.query(
    `WITH unwanted AS (
       INSERT INTO campaign (id, owner, title, game_system)
       SELECT gen_random_uuid(), gen_random_uuid(), 'unwanted', 'none' FROM generate_series(1, 1000)
       RETURNING id)
     INSERT INTO campaign_player (campaign_id, player_id) SELECT id, $1 FROM unwanted`,
    [player.id],
  );
  const own = await service.campaign(player, [], 'my own');
  const { body } = await service.call('GET', '/api/campaigns/', { as: player });
  const listed = (body as { id: string }[]).map(({ id }) => id);
  expect(listed).toHaveLength(1001);
  expect(listed).toEqual(expect.arrayContaining([table, own]));
});
