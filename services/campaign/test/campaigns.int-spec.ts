import { personDeleted } from '@tomekeeper/contracts-identity';
import { campaignDeleted, sampleCampaignCreated } from '@tomekeeper/contracts-campaign';
import { ServiceTokenSigner } from '@tomekeeper/internal-http';
import { Queues, WorkerHost, type JobDefinition, type JobHandler } from '@tomekeeper/jobs';
import { createLog } from '@tomekeeper/service-kit';
import { eventually, type TestPerson } from '@tomekeeper/testing';
import { PUBLIC_URL, startCampaignApp, type CampaignApp } from './campaign-app';

let service: CampaignApp;
let gm: TestPerson;
let ann: TestPerson;
let bob: TestPerson;

/** Campaigns of the `campaignDeleted` events that the document service received. */
const deletedCampaigns: string[] = [];
/** Events that ask the document service to fill a sample campaign. */
const filled: { campaign_id: string; owner: string }[] = [];
let documentService: WorkerHost;

const RETRY = {
  attempts: 3,
  backoff: { type: 'exponential', delayMs: 50, maxDelayMs: 100 },
} as const;

beforeAll(async () => {
  service = await startCampaignApp();
  documentService = new WorkerHost(service.app.get(Queues).backend, createLog('test', 'silent'));
  const received = { queue: 'events-document', ...RETRY };
  documentService.start(
    new Map<JobDefinition, JobHandler>([
      [
        { ...received, name: campaignDeleted.name, payload: campaignDeleted.payload },
        async (event) =>
          void deletedCampaigns.push(campaignDeleted.payload.parse(event).campaign_id),
      ],
      [
        { ...received, name: sampleCampaignCreated.name, payload: sampleCampaignCreated.payload },
        async (event) => void filled.push(sampleCampaignCreated.payload.parse(event)),
      ],
    ]),
  );
});
afterAll(async () => {
  await documentService?.close();
  await service?.stop();
});
beforeEach(async () => {
  [gm, ann, bob] = (await Promise.all(
    ['Gm', 'Ann', 'Bob'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson];
});
afterEach(() => {
  service.identity.edge.mode = 'up';
});

const list = async (as: TestPerson) => (await service.call('GET', '/api/campaigns/', { as })).body;
const get = (id: string, as: TestPerson) => service.call('GET', `/api/campaigns/${id}/`, { as });
const add = (id: string, as: TestPerson, ...players: string[]) =>
  service.call('POST', `/api/campaigns/${id}/add-players/`, { as, body: { players } });
const remove = (id: string, as: TestPerson, ...players: string[]) =>
  service.call('POST', `/api/campaigns/${id}/remove-players/`, { as, body: { players } });

describe('campaigns', () => {
  it('answers the fields that the specification names, with roles and names', async () => {
    const id = await service.campaign(gm, [ann]);
    expect(await list(gm)).toEqual([
      { id, title: 'Curse of Strahd', game_system: 'D&D 5e', players: [ann.id], role: 'owner' },
    ]);
    expect(await list(ann)).toEqual([
      {
        id,
        title: 'Curse of Strahd',
        game_system: 'D&D 5e',
        players: [ann.id],
        role: 'player',
        run_by: 'Gm',
      },
    ]);
    expect((await get(id, ann)).body).toEqual({
      id,
      title: 'Curse of Strahd',
      game_system: 'D&D 5e',
      players: [ann.id],
      owner: gm.id,
      role: 'player',
      people: [
        { id: gm.id, name: 'Gm', role: 'owner' },
        { id: ann.id, name: 'Ann', role: 'player' },
      ],
    });
  });

  it('creates one sample campaign on request, marks it for its members and informs the document service', async () => {
    const request = () => service.call('POST', '/api/campaigns/sample/', { as: gm });
    const answers = await Promise.all([request(), request(), request()]);
    const id = answers[0].body.id as string;
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [201, { id }],
      [201, { id }],
      [201, { id }],
    ]);
    expect(await list(gm)).toEqual([expect.objectContaining({ id, sample: true, role: 'owner' })]);
    await add(id, gm, ann.id);
    expect((await get(id, ann)).body).toMatchObject({ id, sample: true });
    await eventually(async () => (filled.length > 0 ? true : undefined));
    expect(filled.filter((one) => one.campaign_id === id)).toEqual([
      { campaign_id: id, owner: gm.id },
    ]);

    expect((await service.call('DELETE', `/api/campaigns/${id}/`, { as: gm })).status).toBe(204);
    expect((await request()).body.id).not.toBe(id);
    // Another owner has another one.
    const theirs = await service.call('POST', '/api/campaigns/sample/', { as: ann });
    expect((await get(theirs.body.id, gm)).status).toBe(404);
  });

  it('lists own and played campaigns together, newest first', async () => {
    const first = await service.campaign(gm, [], 'first');
    const second = await service.campaign(ann, [gm], 'second');
    const third = await service.campaign(gm, [], 'third');
    expect((await list(gm)).map(({ id }: { id: string }) => id)).toEqual([third, second, first]);
  });

  it('trims values and rejects empty, too long or mistyped ones by field', async () => {
    const create = (body: unknown) => service.call('POST', '/api/campaigns/', { as: gm, body });
    const made = await create({ title: '  Ravenloft ', game_system: ' 5e ', unknown: 1 });
    expect((await get(made.body.id, gm)).body).toMatchObject({
      title: 'Ravenloft',
      game_system: '5e',
    });
    for (const title of ['', '   ', 'x'.repeat(201), 7, null, 'a\u0000b'])
      expect(await create({ title, game_system: '5e' })).toMatchObject({
        status: 400,
        body: { code: 'validation', title: [expect.stringMatching(/^Title must/)] },
      });
    expect((await create({ title: '𝕏'.repeat(100), game_system: '<b>&"' })).status).toBe(201);
  });

  it('changes only the given fields', async () => {
    const id = await service.campaign(gm);
    const changed = await service.call('PATCH', `/api/campaigns/${id}/`, {
      as: gm,
      body: { game_system: 'Pathfinder' },
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { title: 'Curse of Strahd', game_system: 'Pathfinder' },
    });
    expect(
      (await service.call('PATCH', `/api/campaigns/${id}/`, { as: gm, body: {} })).status,
    ).toBe(200);
  });

  it('lets GMs say whether outside models may read it, and tells other services', async () => {
    const id = await service.campaign(gm, [ann]);
    const change = (as: TestPerson, answers_by_model: unknown) =>
      service.call('PATCH', `/api/campaigns/${id}/`, { as, body: { answers_by_model } });
    const signer = await ServiceTokenSigner.create(service.keys.privateKey('document'));
    const mayRead = async () => {
      const url = `/internal/campaigns/${id}/membership?user=${gm.id}`;
      const { body } = await service.call('GET', url, { token: await signer.tokenFor('campaign') });
      return body.answers_by_model;
    };
    expect(await mayRead()).toBe(true);
    expect((await change(gm, false)).body).toMatchObject({ title: 'Curse of Strahd' });
    expect(await mayRead()).toBe(false);
    expect(await change(ann, true)).toMatchObject({
      status: 403,
      body: { code: 'campaign.gm_only' },
    });
    expect((await change(gm, 'no')).status).toBe(400);
    expect(await mayRead()).toBe(false);
    const ofPlayer = `/internal/memberships?user=${ann.id}`;
    const token = await signer.tokenFor('campaign');
    expect((await service.call('GET', ofPlayer, { token })).body.memberships).toEqual([
      expect.objectContaining({ campaign_id: id, answers_by_model: false }),
    ]);
  });

  it('reports settled state to the search service only, regardless of the caller', async () => {
    const id = await service.campaign(gm);
    const ask = async (caller: string, campaign: string) => {
      const signer = await ServiceTokenSigner.create(service.keys.privateKey(caller));
      const token = await signer.tokenFor('campaign');
      return service.call('GET', `/internal/campaigns/${campaign}/settings`, { token });
    };
    expect(await ask('search', id)).toMatchObject({
      status: 200,
      body: { campaign_id: id, answers_by_model: true },
    });
    await service.call('PATCH', `/api/campaigns/${id}/`, {
      as: gm,
      body: { answers_by_model: false },
    });
    expect((await ask('search', id)).body).toEqual({ campaign_id: id, answers_by_model: false });
    for (const unknown of [gm.id, 'nonsense'])
      expect((await ask('search', unknown)).status).toBe(404);
    expect((await ask('document', id)).status).toBe(403);
  });

  it.each([
    ['a line break', 'Curse of\nStrahd'],
    ['a second control set', 'Curse\u0085of Strahd'],
    ['a direction override', 'Curse of \u202edhartS'],
    ['an isolate', '\u2066Curse of Strahd\u2069'],
  ])('refuses %s in a title', async (_, title) => {
    const answer = await service.call('POST', '/api/campaigns/', {
      as: gm,
      body: { title, game_system: '5e' },
    });
    expect(answer).toMatchObject({ status: 400, body: { title: [expect.any(String)] } });
  });

  it('keeps a title that is written from right to left', async () => {
    const title = 'קללת סטראד \u200f(5e)';
    const { body } = await service.call('POST', '/api/campaigns/', {
      as: gm,
      body: { title, game_system: '5e' },
    });
    expect((await get(body.id, gm)).body.title).toBe(title);
  });

  it('takes players with a new campaign, and makes none when one of them is unknown', async () => {
    const refused = await service.call('POST', '/api/campaigns/', {
      as: gm,
      body: { title: 'T', game_system: 'G', players: [ann.email, 'nobody@example.org'] },
    });
    expect(refused.status).toBe(400);
    expect(await list(gm)).toEqual([]);
  });

  it('limits a user to 200 owned campaigns, including concurrent requests', async () => {
    await service.uow.query(
      `INSERT INTO campaign (id, owner, title, game_system)
       SELECT gen_random_uuid(), $1, 'old ' || n, '5e' FROM generate_series(1, 195) n`,
      [gm.id],
    );
    const create = () =>
      service.call('POST', '/api/campaigns/', { as: gm, body: { title: 'T', game_system: 'G' } });
    const answers = await Promise.all(Array.from({ length: 12 }, create));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(7);
    expect(refused[0]?.body).toMatchObject({
      code: 'campaign.too_many',
      detail: expect.stringContaining('200'),
    });
    expect(await list(gm)).toHaveLength(200);
  });

  it('tells the document service of a deleted campaign, once', async () => {
    const id = await service.campaign(gm, [ann]);
    const url = `/api/campaigns/${id}/`;
    const answers = await Promise.all([1, 2, 3].map(() => service.call('DELETE', url, { as: gm })));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    expect((await get(id, ann)).status).toBe(404);
    expect(await list(ann)).toEqual([]);
    expect(await deletionEvents(id)).toBe(1);
  });
});

describe('players', () => {
  it('are added by id and by e-mail address, in the order given', async () => {
    const id = await service.campaign(gm);
    expect(await add(id, gm, ` ${bob.email.toUpperCase()} `, ann.id)).toMatchObject({
      status: 200,
      body: {
        players: [bob.id, ann.id],
        people: [{ name: 'Gm' }, { name: 'Bob' }, { name: 'Ann' }],
      },
    });
  });

  it('change nothing when they are there already, or own the campaign', async () => {
    const id = await service.campaign(gm, [ann]);
    const answer = await add(id, gm, ann.id, ann.email, ann.id.toUpperCase(), gm.id, gm.email);
    expect(answer).toMatchObject({ status: 200, body: { players: [ann.id] } });
  });

  it('are refused by name when unknown, an address with a ready sign-up link', async () => {
    const id = await service.campaign(gm);
    const stranger = '3d0b9d4e-3d3c-4a44-9a0e-5a3c9b1f0000';
    const answer = await add(id, gm, ann.id, stranger, 'new+gm@example.org', 'Bobby Tables');
    expect(answer).toMatchObject({ status: 400, body: { code: 'campaign.unknown_player' } });
    expect(answer.body.detail).toContain('Bobby Tables');

    const known = await add(id, gm, ann.id, stranger, 'new+gm@example.org');
    expect(known.body.players).toEqual([
      expect.stringContaining(stranger),
      expect.stringContaining('new+gm@example.org'),
    ]);
    expect(known.body.detail).toContain(`${PUBLIC_URL}/signup?email=new%2Bgm%40example.org`);
    expect((await get(id, gm)).body.players).toEqual([]);
  });

  it('limits lookups by e-mail address to 100 an hour, but not lookups by ID', async () => {
    const id = await service.campaign(gm);
    const strangers = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => `stranger-${from + n}@example.org`);
    expect((await add(id, gm, ...strangers(0, 60))).status).toBe(400);
    expect((await add(id, gm, ...strangers(60, 99), ann.email)).status).toBe(400);
    const refused = await add(id, gm, ann.email);
    expect(refused).toMatchObject({ status: 429, body: { code: 'campaign.too_many_lookups' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
    expect((await add(id, gm, ann.id)).status).toBe(200);
    const created = await service.call('POST', '/api/campaigns/', {
      as: gm,
      body: { title: 'T', game_system: 'G', players: [ann.email] },
    });
    expect(created.status).toBe(429);

    await service.uow.query(
      `UPDATE email_lookup SET since = now() - interval '61 minutes' WHERE person_id = $1`,
      [gm.id],
    );
    expect((await add(id, gm, bob.email)).status).toBe(200);
  });

  it('stop at 100, however many are added at once', async () => {
    const id = await service.campaign(gm);
    await service.uow.query(
      `INSERT INTO campaign_player (campaign_id, player_id)
       SELECT $1, gen_random_uuid() FROM generate_series(1, 97)`,
      [id],
    );
    const crowd = await Promise.all(
      Array.from({ length: 8 }, (_, n) => service.identity.join(`Player ${n}`)),
    );
    const answers = await Promise.all(crowd.map((person) => add(id, gm, person.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'campaign.too_many_players',
      detail: expect.stringContaining('100'),
    });
    expect((await get(id, gm)).body.players).toHaveLength(100);
  });

  it('are all kept when two GMs-at-a-table add at once', async () => {
    const id = await service.campaign(gm);
    const crowd = await Promise.all(
      Array.from({ length: 10 }, (_, n) => service.identity.join(`Player ${n}`)),
    );
    await Promise.all(crowd.map((person) => add(id, gm, person.id)));
    expect(new Set((await get(id, gm)).body.players)).toEqual(new Set(crowd.map((one) => one.id)));
  });

  it('can leave voluntarily and then have no access', async () => {
    const id = await service.campaign(gm, [ann, bob]);
    expect((await remove(id, ann, ann.id)).body.players).toEqual([bob.id]);
    expect((await get(id, ann)).status).toBe(404);
    expect((await remove(id, ann, ann.id)).status).toBe(404);
    expect(await list(ann)).toEqual([]);
  });

  it('are removed by the owner, twice without harm', async () => {
    const id = await service.campaign(gm, [ann, bob]);
    await remove(id, gm, ann.id.toUpperCase());
    expect(await remove(id, gm, ann.id)).toMatchObject({
      status: 200,
      body: { players: [bob.id] },
    });
    expect((await remove(id, gm, 'ann')).status).toBe(400);
  });

  it('can not be added to a campaign that is deleted in that moment', async () => {
    const id = await service.campaign(gm);
    const [added, deleted] = await Promise.all([
      add(id, gm, ann.id),
      service.call('DELETE', `/api/campaigns/${id}/`, { as: gm }),
    ]);
    expect(deleted.status).toBe(204);
    expect([200, 404]).toContain(added.status);
    expect(await list(ann)).toEqual([]);
  });
});

describe('while identity is away', () => {
  it.each(['down', 'silent'] as const)('(%s) names degrade to null', async (mode) => {
    const id = await service.campaign(gm, [ann]);
    service.identity.edge.mode = mode;
    expect(await list(ann)).toMatchObject([{ id, role: 'player', run_by: null }]);
    // Silence would last for ever.
    expect((await get(id, ann)).body.people).toEqual([
      { id: gm.id, name: null, role: 'owner' },
      { id: ann.id, name: null, role: 'player' },
    ]);
    expect((await remove(id, gm, ann.id)).status).toBe(200);
    // Otherwise a poll of the list of ended sessions waits for its timeout.
    service.identity.edge.cut();
  });

  it('adding answers 503 where its word is needed, and only there', async () => {
    const id = await service.campaign(gm, [ann]);
    service.identity.edge.mode = 'down';
    expect((await add(id, gm, ann.id)).status).toBe(200);
    for (const player of [bob.id, bob.email]) {
      const answer = await add(id, gm, player);
      expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': expect.anything() } });
    }
    service.identity.edge.mode = 'up';
    expect((await get(id, gm)).body.players).toEqual([ann.id]);
  });
});

describe('credentials', () => {
  const status = async (token: string) =>
    (await service.call('GET', '/api/campaigns/', { token })).status;

  it('must be an ID token of this pool and client, and not expired', async () => {
    const { token } = service.identity;
    expect(await status(await token(gm))).toBe(200);
    expect(await status(await token(gm, { token_use: 'access', aud: undefined }))).toBe(401);
    expect(await status(await token(gm, { token_use: 'access' }))).toBe(401);
    expect(await status(await token(gm, { aud: 'other-client' }))).toBe(401);
    expect(await status(await token(gm, { iss: 'https://elsewhere' }))).toBe(401);
    expect(await status(await token(gm, { exp: Math.floor(Date.now() / 1000) - 60 }))).toBe(401);
    expect(await status('nonsense')).toBe(401);
  });

  it('are rejected once their session is on the list of ended ones', async () => {
    expect(await status(ann.token)).toBe(200);
    service.identity.revoke(ann);
    // The list is polled; each call until then uses the previous one.
    await eventually(async () => ((await status(ann.token)) === 401 ? true : undefined));
    expect(await status(gm.token)).toBe(200);
  });
});

describe('a deleted account', () => {
  it('takes its campaigns with it and leaves the tables of others', async () => {
    const own = [await service.campaign(gm, [ann]), await service.campaign(gm)];
    const played = await service.campaign(ann, [gm, bob]);
    await service.app
      .get(Queues)
      .add('events-campaign', personDeleted.name, { person_id: gm.id }, RETRY, { jobId: gm.id });
    await eventually(async () => ((await list(ann)).length === 1 ? true : undefined));
    expect((await get(played, ann)).body.players).toEqual([bob.id]);
    for (const id of own) expect(await deletionEvents(id)).toBe(1);
    const left = await service.uow.query(
      `SELECT id FROM campaign WHERE owner = $1
       UNION ALL SELECT campaign_id FROM campaign_player WHERE player_id = $1`,
      [gm.id],
    );
    expect(left).toEqual([]);
  });
});

/** How many `campaignDeleted` events of a campaign arrived; waits for the first. */
async function deletionEvents(campaign: string): Promise<number> {
  await eventually(() => (deletedCampaigns.includes(campaign) ? true : undefined));
  await new Promise((resolve) => setTimeout(resolve, 200)); // a second telling would come now
  return deletedCampaigns.filter((one) => one === campaign).length;
}
