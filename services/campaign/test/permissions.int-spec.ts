import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ServiceTokenSigner } from '@tomekeeper/internal-http';
import type { Method, TestPerson } from '@tomekeeper/testing';
import { startCampaignApp, type CampaignApp } from './campaign-app';

type Who = 'visitor' | 'stranger' | 'player' | 'owner' | 'operator';
type Expected = Record<Exclude<Who, 'operator'>, number> & { operator?: number };
/** An operator has no rights to campaigns: left out, they are a stranger like any other. */
type Row = [method: Method, path: string, body: object | undefined, expected: Expected];

const OPERATIONS = '/api/operations/campaign';
const forOperators = (operator: number): Expected => ({
  visitor: 401,
  stranger: 404,
  player: 404,
  owner: 404,
  operator,
});

/** `{id}` is a fresh campaign each time, `{player}` the player's own id, `{other}` another player's. */
const MATRIX: Row[] = [
  ['GET', '/api/campaigns', undefined, { visitor: 401, stranger: 200, player: 200, owner: 200 }],
  [
    'POST',
    '/api/campaigns',
    { title: 'T', game_system: 'G' },
    { visitor: 401, stranger: 201, player: 201, owner: 201 },
  ],
  [
    'GET',
    '/api/campaigns/{id}',
    undefined,
    { visitor: 401, stranger: 404, player: 200, owner: 200 },
  ],
  [
    'PATCH',
    '/api/campaigns/{id}',
    { title: 'New' },
    { visitor: 401, stranger: 404, player: 403, owner: 200 },
  ],
  [
    'DELETE',
    '/api/campaigns/{id}',
    undefined,
    { visitor: 401, stranger: 404, player: 403, owner: 204 },
  ],
  [
    'POST',
    '/api/campaigns/{id}/add-players',
    { players: ['{other}'] },
    { visitor: 401, stranger: 404, player: 403, owner: 200 },
  ],
  [
    'POST',
    '/api/campaigns/{id}/remove-players',
    { players: ['{other}'] },
    { visitor: 401, stranger: 404, player: 403, owner: 200 },
  ],
  [
    'POST',
    '/api/campaigns/{id}/remove-players',
    { players: ['{player}'] },
    { visitor: 401, stranger: 404, player: 200, owner: 200 },
  ],
  [
    'POST',
    '/api/campaigns/{id}/remove-players',
    { players: ['{player}', '{other}'] },
    { visitor: 401, stranger: 404, player: 403, owner: 200 },
  ],
  ['GET', OPERATIONS, undefined, forOperators(200)],
  ['GET', `${OPERATIONS}/queues/{queue}/failed`, undefined, forOperators(200)],
  ['POST', `${OPERATIONS}/queues/{queue}/retry-all`, undefined, forOperators(200)],
  ['POST', `${OPERATIONS}/queues/{queue}/failed/{job}/retry`, undefined, forOperators(404)],
];

let service: CampaignApp;
let people: Record<Exclude<Who, 'visitor'>, TestPerson>;
let other: TestPerson;

beforeAll(async () => {
  service = await startCampaignApp();
  const [stranger, player, owner] = await Promise.all(
    ['Stranger', 'Player', 'Owner'].map((name) => service.identity.join(name)),
  );
  other = await service.identity.join('Other');
  people = {
    stranger: stranger!,
    player: player!,
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

it.each(cases)('%s %s %s as %s: %i', async (method, url, body, who, status) => {
  const id = await service.campaign(people.owner, [people.player, other]);
  const path = url.replace('{id}', id).replace('{queue}', 'events-campaign');
  const answer = await service.call(method, path, {
    as: who === 'visitor' ? undefined : people[who],
    body: body.replace('{player}', people.player.id).replace('{other}', other.id) || undefined,
  });
  expect(answer.status).toBe(status);
  if (status === 404 && !url.startsWith(OPERATIONS))
    expect(answer.body.code).toBe('campaign.not_found');
  if (status === 401) expect(answer.headers['www-authenticate']).toBe('Bearer');
  if (status >= 400) {
    expect(String(answer.headers['content-type'])).toContain('application/problem+json');
    const { body: campaign } = await service.call('GET', `/api/campaigns/${id}/`, {
      as: people.owner,
    });
    expect(campaign).toMatchObject({
      title: 'Curse of Strahd',
      players: [people.player.id, other.id],
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
  expect(new Set(MATRIX.map(([method, url]) => `${method} ${url}`))).toEqual(new Set(offered));
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

describe('internal calls', () => {
  const ask = (token: string | undefined, url: string) =>
    service.call('GET', url, token ? { token } : {});

  it('tell the document service who is what, and nobody else', async () => {
    const id = await service.campaign(people.owner, [people.player]);
    const url = `/internal/campaigns/${id}/membership?user=${people.player.id}`;
    const tokenOf = async (name: string, audience = 'campaign') =>
      (await ServiceTokenSigner.create(service.keys.privateKey(name))).tokenFor(audience);

    expect((await ask(undefined, url)).status).toBe(401);
    expect((await ask(people.owner.token, url)).status).toBe(401);
    expect((await ask(await tokenOf('document', 'identity'), url)).status).toBe(401);
    expect((await ask(await tokenOf('mailing'), url)).status).toBe(403);

    const token = await tokenOf('document');
    expect((await ask(token, url)).body).toEqual({ campaign_id: id, role: 'player' });
    expect((await ask(token, url.replace(people.player.id, people.owner.id))).body.role).toBe(
      'owner',
    );
    expect((await ask(token, url.replace(people.player.id, people.stranger.id))).status).toBe(404);
    expect((await ask(token, '/internal/memberships?user=x')).status).toBe(400);
    const { body } = await ask(token, `/internal/memberships?user=${people.owner.id}`);
    expect(body.memberships).toContainEqual({ campaign_id: id, role: 'owner' });
  });
});
