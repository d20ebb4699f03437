import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ServiceTokenSigner } from '@tomekeeper/internal-http';
import type { Method, TestPerson } from '@tomekeeper/testing';
import { startCampaignApp, type CampaignApp } from './campaign-app';

type Who = 'visitor' | 'stranger' | 'player' | 'co_gm' | 'owner' | 'operator';
type Expected = Record<Exclude<Who, 'operator'>, number> & { operator?: number };
/** An operator has no rights to campaigns: left out, they are a stranger like any other. */
type PermissionRow = [method: Method, path: string, body: object | undefined, expected: Expected];

const OPERATIONS = '/api/operations/campaign';
const forOperators = (operator: number): Expected => ({
  visitor: 401,
  stranger: 404,
  player: 404,
  co_gm: 404,
  owner: 404,
  operator,
});

/** Answers to a visitor, a stranger, a player, a co-GM and the owner. */
const to = (
  visitor: number,
  stranger: number,
  player: number,
  co_gm: number,
  owner: number,
): Expected => ({ visitor, stranger, player, co_gm, owner });

const CAMPAIGN = '/api/campaigns/{id}';
const ONE_PLAYER = `${CAMPAIGN}/players/{player}`;
const CHARACTER = `${CAMPAIGN}/character`;
const SESSIONS = `${CAMPAIGN}/sessions`;
const ANNOUNCED = `${SESSIONS}/{announced}`;
const HIDDEN = `${SESSIONS}/{hidden}`;
const BOARD = `${CAMPAIGN}/board`;
const PROMOTED = { role: 'co_gm' };

/**
 * `{id}` is an unchanged campaign with `{player}`, `{other}` and `{co_gm}`; calls as player and
 * co-GM are made by `{player}` and `{co_gm}`.
 */
const MATRIX: PermissionRow[] = [
  ['GET', '/api/campaigns', undefined, to(401, 200, 200, 200, 200)],
  ['POST', '/api/campaigns', { title: 'T', game_system: 'G' }, to(401, 201, 201, 201, 201)],
  ['POST', '/api/campaigns/sample', undefined, to(401, 201, 201, 201, 201)],
  ['GET', CAMPAIGN, undefined, to(401, 404, 200, 200, 200)],
  ['PATCH', CAMPAIGN, { title: 'New' }, to(401, 404, 403, 200, 200)],
  ['DELETE', CAMPAIGN, undefined, to(401, 404, 403, 403, 204)],
  ['POST', `${CAMPAIGN}/add-players`, { players: ['{other}'] }, to(401, 404, 403, 200, 200)],
  ['POST', `${CAMPAIGN}/remove-players`, { players: ['{other}'] }, to(401, 404, 403, 200, 200)],
  ['POST', `${CAMPAIGN}/remove-players`, { players: ['{player}'] }, to(401, 404, 200, 200, 200)],
  ['POST', `${CAMPAIGN}/remove-players`, { players: ['{co_gm}'] }, to(401, 404, 403, 200, 200)],
  [
    'POST',
    `${CAMPAIGN}/remove-players`,
    { players: ['{other_co_gm}'] },
    to(401, 404, 403, 403, 200),
  ],
  [
    'POST',
    `${CAMPAIGN}/remove-players`,
    { players: ['{player}', '{other}'] },
    to(401, 404, 403, 200, 200),
  ],
  ['PUT', CHARACTER, { name: 'Ireena' }, to(401, 404, 204, 204, 403)],
  ['DELETE', CHARACTER, undefined, to(401, 404, 204, 204, 403)],
  ['GET', SESSIONS, undefined, to(401, 404, 200, 200, 200)],
  ['POST', SESSIONS, { title: 'The gate' }, to(401, 404, 403, 201, 201)],
  ['GET', ANNOUNCED, undefined, to(401, 404, 200, 200, 200)],
  ['PATCH', ANNOUNCED, { title: 'The gate' }, to(401, 404, 403, 200, 200)],
  ['PATCH', ANNOUNCED, { state: 'running' }, to(401, 404, 403, 200, 200)],
  ['PATCH', ANNOUNCED, { attendance: 'yes', number: 7 }, to(401, 404, 403, 200, 403)],
  ['PATCH', ANNOUNCED, { attendance: 'yes' }, to(401, 404, 200, 200, 403)],
  ['PATCH', ANNOUNCED, {}, to(401, 404, 200, 200, 200)],
  ['DELETE', ANNOUNCED, undefined, to(401, 404, 403, 204, 204)],
  ['POST', `${ANNOUNCED}/checklist`, { text: 'Snacks' }, to(401, 404, 403, 201, 201)],
  ['PATCH', `${ANNOUNCED}/checklist/{item}`, { done: true }, to(401, 404, 403, 200, 200)],
  ['DELETE', `${ANNOUNCED}/checklist/{item}`, undefined, to(401, 404, 403, 204, 204)],
  ['GET', HIDDEN, undefined, to(401, 404, 404, 200, 200)],
  ['PATCH', HIDDEN, { title: 'The gate' }, to(401, 404, 404, 200, 200)],
  ['PATCH', HIDDEN, { attendance: 'yes' }, to(401, 404, 404, 409, 403)],
  ['DELETE', HIDDEN, undefined, to(401, 404, 403, 204, 204)],
  ['GET', BOARD, undefined, to(401, 404, 403, 200, 200)],
  ['PUT', BOARD, { items: [], version: 0 }, to(401, 404, 403, 200, 200)],
  ['PATCH', ONE_PLAYER, PROMOTED, to(401, 404, 403, 403, 200)],
  ['PATCH', ONE_PLAYER, { role: 'player' }, to(401, 404, 403, 403, 200)],
  ['POST', `${CAMPAIGN}/hand-over`, { to: '{other}' }, to(401, 404, 403, 403, 204)],
  ['DELETE', `${CAMPAIGN}/hand-over`, undefined, to(401, 404, 204, 404, 204)],
  ['POST', `${CAMPAIGN}/hand-over/accept`, undefined, to(401, 404, 204, 404, 204)],
  ['GET', `${CAMPAIGN}/invites`, undefined, to(401, 404, 403, 200, 200)],
  ['POST', `${CAMPAIGN}/invites`, {}, to(401, 404, 403, 201, 201)],
  [
    'POST',
    `${CAMPAIGN}/invites`,
    { role: 'co_gm', email: '{some}@example.org' },
    to(401, 404, 403, 403, 201),
  ],
  ['DELETE', `${CAMPAIGN}/invites/{invite}`, undefined, to(401, 404, 403, 204, 204)],
  ['GET', '/api/invites', undefined, to(200, 200, 200, 200, 200)],
  ['POST', '/api/invites/accept', { token: '{token}' }, to(401, 200, 200, 200, 200)],
  ['GET', OPERATIONS, undefined, forOperators(200)],
  ['GET', `${OPERATIONS}/queues/{queue}/failed`, undefined, forOperators(200)],
  ['POST', `${OPERATIONS}/queues/{queue}/retry-all`, undefined, forOperators(200)],
  ['POST', `${OPERATIONS}/queues/{queue}/failed/{job}/retry`, undefined, forOperators(404)],
];

let service: CampaignApp;
let people: Record<Exclude<Who, 'visitor'>, TestPerson>;
let other: TestPerson;
let otherCoGm: TestPerson;

beforeAll(async () => {
  service = await startCampaignApp();
  const [stranger, player, coGm, owner] = await Promise.all(
    ['Stranger', 'Player', 'Co-GM', 'Owner'].map((name) => service.identity.join(name)),
  );
  other = await service.identity.join('Other');
  otherCoGm = await service.identity.join('Other Co-GM');
  people = {
    stranger: stranger!,
    player: player!,
    co_gm: coGm!,
    owner: owner!,
    operator: await service.identity.joinOperators('Operator'),
  };
});
afterAll(() => service?.stop());

const cases = MATRIX.flatMap(([method, url, body, expected]) =>
  Object.entries({ operator: expected.stranger, ...expected }).map(
    ([who, status]) => [method, url, JSON.stringify(body) ?? '', who as Who, status] as const,
  ),
);

/** Members get the reason; everyone else learns nothing about the campaign. */
function notFound(who: Who, url: string): string {
  if (who === 'co_gm') return 'campaign.no_offer';
  const isMember = who === 'player' && url.startsWith(SESSIONS);
  return isMember ? 'campaign.session_not_found' : 'campaign.not_found';
}

/** Ids of an announced session with a checklist item, and of an unannounced session. */
async function newSessions(campaign: string): Promise<Record<string, string>> {
  const create = async (path: string, body: object) => {
    const url = `/api/campaigns/${campaign}/sessions/${path}`;
    const made = await service.call('POST', url, { as: people.owner, body });
    expect(made.status).toBe(201);
    return made.body.id as string;
  };
  const announced = await create('', { announced: true });
  return {
    '{announced}': announced,
    '{hidden}': await create('', {}),
    '{item}': await create(`${announced}/checklist/`, { text: 'Dice' }),
  };
}

/** Ids of the campaign of a row, until a call changes it. */
let prepared: { row: string; ids: Record<string, string> } | undefined;

/** Creates the campaign of a row. @returns values of its placeholders */
async function prepare(url: string, body: string): Promise<Record<string, string>> {
  // A person can have 200 campaigns.
  await service.uow.query('DELETE FROM campaign');
  const id = await service.campaign(people.owner, [people.player, other]);
  await service.coGms(id, people.owner, [people.co_gm, otherCoGm]);
  const ids: Record<string, string> = {
    '{id}': id,
    '{player}': people.player.id,
    '{other}': other.id,
    '{co_gm}': people.co_gm.id,
    '{other_co_gm}': otherCoGm.id,
  };
  if (/invite|token/.test(url + body)) {
    const made = await service.call('POST', `/api/campaigns/${id}/invites/`, {
      as: people.owner,
      body: {},
    });
    Object.assign(ids, {
      '{invite}': made.body.id,
      '{token}': made.body.link.split('#')[1],
      '{some}': id,
    });
  }
  if (/hand-over/.test(url)) {
    const body = { to: people.player.id };
    await service.call('POST', `/api/campaigns/${id}/hand-over/`, { as: people.owner, body });
  }
  if (url.startsWith(SESSIONS) || url === BOARD) Object.assign(ids, await newSessions(id));
  return ids;
}

it.each(cases)('%s %s %s as %s: %i', async (method, url, body, who, status) => {
  const row = `${method} ${url} ${body}`;
  if (prepared?.row !== row) prepared = { row, ids: await prepare(url, body) };
  const { ids } = prepared;
  const filled = (text: string) => text.replace(/\{\w+\}/g, (name) => ids[name] ?? name);
  const path = filled(url).replace('{queue}', 'events-campaign');
  const query = url === '/api/invites' ? `?token=${ids['{token}']}` : '';
  const answer = await service.call(method, path + query, {
    as: who === 'visitor' ? undefined : people[who],
    body: filled(body) || undefined,
  });
  expect(answer.status).toBe(status);
  if (status < 400 && method !== 'GET') prepared = undefined;
  if (status === 404 && !url.startsWith(OPERATIONS))
    expect(answer.body.code).toBe(notFound(who, url));
  if (status === 401) expect(answer.headers['www-authenticate']).toBe('Bearer');
  if (status >= 400) {
    expect(String(answer.headers['content-type'])).toContain('application/problem+json');
    const { body: campaign } = await service.call('GET', `/api/campaigns/${ids['{id}']}/`, {
      as: people.owner,
    });
    expect(campaign).toMatchObject({
      title: 'Curse of Strahd',
      players: [people.player.id, other.id, people.co_gm.id, otherCoGm.id],
      people: [
        { role: 'owner' },
        { role: 'player' },
        { role: 'player' },
        { role: 'co_gm' },
        { role: 'co_gm' },
      ],
    });
  }
});

it('has a row for every endpoint of the OpenAPI document', () => {
  const document = JSON.parse(readFileSync(path.resolve(__dirname, '../openapi.json'), 'utf8')) as {
    paths: Record<string, object>;
  };
  const offered = Object.entries(document.paths).flatMap(([url, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${url}`),
  );
  const asOffered = (url: string) => url.replace(/\{(announced|hidden)\}/, '{session}');
  const tested = MATRIX.map(([method, url]) => `${method} ${asOffered(url)}`);
  expect(new Set(tested)).toEqual(new Set(offered));
});

it('answers unknown and malformed ids like a campaign of others', async () => {
  const id = await service.campaign(people.owner);
  const answers = await Promise.all(
    [
      id,
      '3d0b9d4e-3d3c-4a44-9a0e-5a3c9b1f0000',
      'nonsense',
      '%00',
      '1 OR 1=1',
      'x'.repeat(300),
    ].map((one) =>
      service.call('GET', `/api/campaigns/${encodeURIComponent(one)}/`, { as: people.stranger }),
    ),
  );
  for (const { status, body } of answers) {
    expect(status).toBe(404);
    expect({ ...body, correlation_id: '' }).toEqual({ ...answers[0]!.body, correlation_id: '' });
  }
});

it('shows each person exactly their own campaigns', async () => {
  const [gm, guest] = await Promise.all([
    service.identity.join('Gm'),
    service.identity.join('Guest'),
  ]);
  const own = await service.campaign(gm, [guest]);
  await service.campaign(people.owner, [people.player]);
  const listed = async (person: TestPerson) =>
    (await service.call('GET', '/api/campaigns/', { as: person })).body.map(
      ({ id }: { id: string }) => id,
    );
  expect(await listed(gm)).toEqual([own]);
  expect(await listed(guest)).toEqual([own]);
});

it('demotes a co-GM to player, and rejects unknown members', async () => {
  const id = await service.campaign(people.owner, [people.player]);
  await service.coGms(id, people.owner, [people.co_gm]);
  const set = (player: string, role: unknown, as: TestPerson) =>
    service.call('PATCH', `/api/campaigns/${id}/players/${player}/`, { as, body: { role } });
  expect((await set(people.co_gm.id, 'player', people.owner)).body.people).toContainEqual({
    id: people.co_gm.id,
    name: 'Co-GM',
    role: 'player',
  });
  const title = { as: people.co_gm, body: { title: 'Mine' } };
  expect((await service.call('PATCH', `/api/campaigns/${id}/`, title)).status).toBe(403);
  for (const player of [people.stranger.id, people.owner.id, 'nonsense'])
    expect(await set(player, 'co_gm', people.owner)).toMatchObject({
      status: 404,
      body: { code: 'campaign.no_such_player' },
    });
  for (const role of ['owner', 'gm', 7, undefined])
    expect((await set(people.player.id, role, people.owner)).status).toBe(400);
});

describe('internal calls', () => {
  const ask = (token: string | undefined, url: string) =>
    service.call('GET', url, token ? { token } : {});

  it('report roles to the document service only', async () => {
    const id = await service.campaign(people.owner, [people.player]);
    const url = `/internal/campaigns/${id}/membership?user=${people.player.id}`;
    const tokenOf = async (name: string, audience = 'campaign') =>
      (await ServiceTokenSigner.create(service.keys.privateKey(name))).tokenFor(audience);

    expect((await ask(undefined, url)).status).toBe(401);
    expect((await ask(people.owner.token, url)).status).toBe(401);
    expect((await ask(await tokenOf('document', 'identity'), url)).status).toBe(401);
    expect((await ask(await tokenOf('mailing'), url)).status).toBe(403);

    const token = await tokenOf('document');
    const membership_id = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect((await ask(token, url)).body).toEqual({
      campaign_id: id,
      role: 'player',
      membership_id,
      title: expect.any(String),
      since: expect.any(String),
      answers_by_model: true,
    });
    const { body: ofOwner } = await ask(token, url.replace(people.player.id, people.owner.id));
    const { body: seen } = await service.call('GET', `/api/campaigns/${id}/`, { as: people.owner });
    expect(ofOwner).toEqual({
      campaign_id: id,
      role: 'owner',
      title: seen.title,
      since: expect.any(String),
      answers_by_model: true,
    });
    await service.coGms(id, people.owner, [people.co_gm]);
    expect((await ask(token, url.replace(people.player.id, people.co_gm.id))).body.role).toBe(
      'co_gm',
    );
    const { body: ofCoGm } = await ask(token, `/internal/memberships?user=${people.co_gm.id}`);
    expect(ofCoGm.memberships).toContainEqual({
      campaign_id: id,
      role: 'co_gm',
      membership_id,
      since: expect.any(String),
      answers_by_model: true,
    });
    expect((await ask(token, url.replace(people.player.id, people.stranger.id))).status).toBe(404);
    expect((await ask(token, '/internal/memberships?user=x')).status).toBe(400);
    expect((await ask(token, '/internal/session-news?user=x')).status).toBe(400);
    const { body } = await ask(token, `/internal/memberships?user=${people.owner.id}`);
    expect(body.memberships).toContainEqual({
      campaign_id: id,
      role: 'owner',
      since: expect.any(String),
      answers_by_model: true,
    });
  });

  it('give the search service sessions as a member, or a GM who views as a player, sees them', async () => {
    const id = await service.campaign(people.owner, [people.player]);
    const url = `/internal/campaigns/${id}/sessions`;
    const token = await (
      await ServiceTokenSigner.create(service.keys.privateKey('search'))
    ).tokenFor('campaign');
    const statusOf = async (query: string, by = token) => (await ask(by, url + query)).status;
    const of = (person: TestPerson) => `?user=${person.id}`;
    const { owner, player, stranger } = people;
    expect(await statusOf(of(owner))).toBe(200);
    expect(await statusOf(of(player))).toBe(200);
    expect(await statusOf(of(stranger))).toBe(404);
    for (const viewed of ['party', player.id])
      expect(await statusOf(`${of(owner)}&view_as=${viewed}`)).toBe(200);
    expect(await statusOf(`${of(player)}&view_as=party`)).toBe(403);
    expect(await statusOf(`${of(owner)}&view_as=${stranger.id}`)).toBe(400);
    expect(await statusOf('?user=x')).toBe(400);
    expect((await ask(undefined, url + of(owner))).status).toBe(401);
    const ofDocument = await ServiceTokenSigner.create(service.keys.privateKey('document'));
    expect(await statusOf(of(owner), await ofDocument.tokenFor('campaign'))).toBe(403);
  });

  it("return the member's current membership ID, which is the same in every call", async () => {
    const id = await service.campaign(people.owner, [people.player]);
    const token = await (
      await ServiceTokenSigner.create(service.keys.privateKey('document'))
    ).tokenFor('campaign');
    const of = `user=${people.player.id}`;
    const { membership_id } = (await ask(token, `/internal/campaigns/${id}/membership?${of}`)).body;
    const { body: all } = await ask(token, `/internal/memberships?${of}`);
    expect(all.memberships).toContainEqual({
      campaign_id: id,
      role: 'player',
      membership_id,
      since: expect.any(String),
      answers_by_model: true,
    });
    const { body: members } = await ask(token, `/internal/campaigns/${id}/members`);
    expect(members.members).toEqual([
      { id: people.owner.id, role: 'owner' },
      { id: people.player.id, role: 'player', membership_id },
    ]);
  });
});
