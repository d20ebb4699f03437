import type { TestPerson } from '@tomekeeper/testing';
import { Erasure } from '../src/erasure/erasure';
import { InviteSweep } from '../src/invites/invite-sweep';
import { startCampaignApp, type CampaignApp } from './campaign-app';

let service: CampaignApp;
let gm: TestPerson;
let ann: TestPerson;
let bob: TestPerson;
let coGm: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startCampaignApp();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  gm = await service.identity.join('Gm');
  ann = await service.identity.join('Ann');
  bob = await service.identity.join('Bob');
  coGm = await service.identity.join('Co-GM');
  campaign = await service.campaign(gm, [ann, bob]);
  await service.coGms(campaign, gm, [coGm]);
});

const call = (method: 'POST' | 'DELETE', rest: string, as: TestPerson, body?: object) =>
  service.call(method, `/api/campaigns/${campaign}/${rest}`, { as, body });
const offer = (to: TestPerson, as = gm) => call('POST', 'hand-over/', as, { to: to.id });
const end = (as: TestPerson) => call('DELETE', 'hand-over/', as);
const accept = (as: TestPerson) => call('POST', 'hand-over/accept/', as);
const remove = (who: TestPerson, as: TestPerson) =>
  call('POST', 'remove-players/', as, { players: [who.id] });
const seen = async (as: TestPerson, viewAs?: string) =>
  (
    await service.call('GET', `/api/campaigns/${campaign}/`, {
      as,
      ...(viewAs && { headers: { 'x-view-as': viewAs } }),
    })
  ).body;
const listed = async (as: TestPerson) =>
  (await service.call('GET', '/api/campaigns/', { as })).body.find(
    ({ id }: { id: string }) => id === campaign,
  );
const offers = () =>
  service.uow.query('SELECT 1 FROM hand_over_offer WHERE campaign_id = $1', [campaign]);
const expire = () => service.uow.query('UPDATE hand_over_offer SET expires_at = now()');
const rolesOf = async () => {
  const { owner, people } = await seen(bob);
  return {
    owner,
    roles: Object.fromEntries(
      (people as { id: string; role: string }[]).map(({ id, role }) => [id, role]),
    ),
  };
};
/** No user is both owner and player, and no member is lost. */
const expectWhole = async () => {
  const { owner, players } = await seen(bob);
  expect([...players, owner].sort()).toEqual([gm.id, ann.id, bob.id, coGm.id].sort());
};

it('makes the other the owner when they accept, and who was it a co-GM, with the rights of each at once', async () => {
  expect((await offer(ann)).status).toBe(204);
  expect((await seen(gm)).owner).toBe(gm.id);
  for (const _ of ['once', 'again']) expect((await accept(ann)).status).toBe(204);

  expect(await rolesOf()).toEqual({
    owner: ann.id,
    roles: { [ann.id]: 'owner', [bob.id]: 'player', [coGm.id]: 'co_gm', [gm.id]: 'co_gm' },
  });
  await expectWhole();
  for (const one of [gm, ann]) expect((await seen(one)).hand_over).toBeUndefined();
  expect((await offer(bob)).status).toBe(403);
  expect((await call('DELETE', '', gm)).status).toBe(403);
  expect((await remove(coGm, gm)).status).toBe(403);
  expect((await remove(coGm, ann)).status).toBe(200);
  expect((await remove(gm, ann)).status).toBe(200);
  expect((await seen(gm)).code).toBe('campaign.not_found');
  expect((await call('DELETE', '', ann)).status).toBe(204);
});

it('can be offered to a co-GM', async () => {
  await offer(coGm);
  expect((await accept(coGm)).status).toBe(204);
  expect(await rolesOf()).toMatchObject({ owner: coGm.id, roles: { [gm.id]: 'co_gm' } });
});

it('is visible with its expiry to GMs and its recipient, but not to other players or in view-as', async () => {
  await offer(ann);
  for (const one of [gm, ann, coGm]) {
    const offered = { to: ann.id, expires_at: expect.any(String) };
    expect((await seen(one)).hand_over).toEqual(offered);
    expect((await listed(one)).hand_over).toEqual(offered);
  }
  const days = (Date.parse((await seen(ann)).hand_over.expires_at) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(6.99);
  expect(days).toBeLessThan(7.01);

  for (const body of [await seen(bob), await seen(gm, 'party'), await seen(gm, bob.id)]) {
    expect(body.role).toBe('player');
    expect(body).not.toHaveProperty('hand_over');
  }
  expect(await listed(bob)).not.toHaveProperty('hand_over');
  expect(await seen(gm, ann.id)).toEqual(await seen(ann));

  await expire();
  for (const one of [gm, ann]) {
    expect(await seen(one)).not.toHaveProperty('hand_over');
    expect(await listed(one)).not.toHaveProperty('hand_over');
  }
  await service.app.get(InviteSweep).sweep();
  expect(await offers()).toEqual([]);
});

it.each([
  ['taken back', () => end(gm)],
  ['declined', () => end(ann)],
  ['expired', () => expire()],
  ['made to another instead', () => offer(bob)],
  ['of a former member who came back', async () => back(() => remove(ann, ann))],
  ['of a removed member who came back', async () => back(() => remove(ann, gm))],
])('is over once it is %s', async (_, ending) => {
  expect((await offer(ann)).status).toBe(204);
  await ending();
  expect(await accept(ann)).toMatchObject({ status: 404, body: { code: 'campaign.no_offer' } });
  expect((await end(ann)).body.code).toBe('campaign.no_offer');
  expect((await seen(gm)).owner).toBe(gm.id);
});
async function back(leave: () => Promise<unknown>) {
  await leave();
  await call('POST', 'add-players/', gm, { players: [ann.id] });
}

it('can be accepted by members only, and is deleted with the campaign and with accounts', async () => {
  await offer(ann);
  await remove(ann, ann);
  expect((await accept(ann)).body.code).toBe('campaign.not_found');
  expect(await offers()).toEqual([]);

  await offer(bob);
  const erasure = service.app.get(Erasure);
  await service.uow.run((tx) => erasure.onPersonDeleted({ person_id: bob.id }, tx));
  expect(await offers()).toEqual([]);

  await offer(coGm);
  await call('DELETE', '', gm);
  expect((await accept(coGm)).body.code).toBe('campaign.not_found');
  expect(await offers()).toEqual([]);
});

it('outlives the account of who handed it over', async () => {
  await offer(ann);
  await accept(ann);
  const erasure = service.app.get(Erasure);
  await service.uow.run((tx) => erasure.onPersonDeleted({ person_id: gm.id }, tx));
  expect(await seen(ann)).toMatchObject({ owner: ann.id, players: [bob.id, coGm.id] });
});

it('can be offered to members only, and canceled by the people involved', async () => {
  const stranger = await service.identity.join('Stranger');
  for (const person of [stranger, gm])
    expect(await offer(person)).toMatchObject({
      status: 404,
      body: { code: 'campaign.no_such_player' },
    });
  for (const body of [{ to: 'x' }, {}, { to: [ann.id] }])
    expect((await call('POST', 'hand-over/', gm, body)).status).toBe(400);
  await offer(ann);
  for (const other of [bob, coGm]) {
    expect((await end(other)).body.code).toBe('campaign.no_offer');
    expect((await accept(other)).body.code).toBe('campaign.no_offer');
  }
  for (const _ of ['once', 'again']) expect((await end(gm)).status).toBe(204);
});

it.each(Array.from({ length: 8 }, (_, index) => index))(
  'leaves one owner and nobody lost, whatever happens at once (%i)',
  async () => {
    await offer(ann);
    const answers = await Promise.all([
      accept(ann),
      accept(ann),
      call('POST', 'add-players/', gm, { players: [ann.id, coGm.id] }),
      end(gm),
      offer(bob),
      accept(bob),
      service.call('PATCH', `/api/campaigns/${campaign}/players/${ann.id}/`, {
        as: gm,
        body: { role: 'co_gm' },
      }),
    ]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    await expectWhole();
  },
);

it('and a deletion at once leave either', async () => {
  await offer(ann);
  const [accepted, deleted] = await Promise.all([accept(ann), call('DELETE', '', gm)]);
  expect([
    [204, 204],
    [204, 403],
    [204, 404],
    [404, 204],
  ]).toContainEqual([accepted.status, deleted.status]);
  const left = await service.uow.query('SELECT owner FROM campaign WHERE id = $1', [campaign]);
  expect(left).toEqual(deleted.status === 204 ? [] : [{ owner: ann.id }]);
});

it('keeps the bound of campaigns an owner may have; the offer waits until there is room', async () => {
  await service.uow.query(
    `INSERT INTO campaign (id, owner, title, game_system)
     SELECT gen_random_uuid(), $1, 'T', 'G' FROM generate_series(1, 200)`,
    [ann.id],
  );
  await offer(ann);
  const full = await accept(ann);
  expect(full).toMatchObject({ status: 409, body: { code: 'campaign.too_many' } });
  expect(full.body.detail).toContain('Delete one first.');
  expect((await seen(gm)).hand_over).toMatchObject({ to: ann.id });

  await service.uow.query(
    'DELETE FROM campaign WHERE id = (SELECT id FROM campaign WHERE owner = $1 LIMIT 1)',
    [ann.id],
  );
  expect((await accept(ann)).status).toBe(204);
});
