import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Method, TestPerson } from '@tomekeeper/testing';
import { startSearchApp, type SearchApp } from './search-app';

const WHO = ['visitor', 'stranger', 'player', 'co_gm', 'owner', 'operator'] as const;
type Who = (typeof WHO)[number];
/** Value of the header `X-View-As`. */
type Eyes = 'own' | 'party' | 'player' | 'other player' | 'co-GM' | 'stranger' | 'nobody';

/** An operator has no rights to campaigns: to those of other people they are a stranger. */
const to = (
  visitor: number,
  stranger: number,
  player: number,
  gm: number,
): Record<Who, number> => ({
  visitor,
  stranger,
  player,
  co_gm: gm,
  owner: gm,
  operator: stranger,
});
const forOperators = (operator: number): Record<Who, number> => ({
  ...to(401, 404, 404, 404),
  operator,
});

/** Reads support view-as of the GM's own players. */
const AS_A_PLAYER = to(401, 403, 403, 200);
const AS_NOBODY_THERE = to(401, 403, 403, 400);
const READING: Record<Eyes, Record<Who, number>> = {
  own: to(401, 404, 200, 200),
  party: AS_A_PLAYER,
  player: AS_A_PLAYER,
  'other player': AS_A_PLAYER,
  'co-GM': AS_NOBODY_THERE,
  stranger: AS_NOBODY_THERE,
  // An invalid id.
  nobody: to(401, 400, 400, 400),
};
/** Drafts are written for who asks alone. */
const drafting = (own: Record<Who, number>) =>
  ({
    own,
    party: to(401, 400, 400, 400),
    player: to(401, 400, 400, 400),
  }) satisfies Partial<typeof READING>;

const OPERATIONS = '/api/operations/search';
type PermissionRow = [
  method: Method,
  path: string,
  asked: Record<string, string> | undefined,
  expected: Partial<Record<Eyes, Record<Who, number>>>,
];

/** `{campaign}` and `{document}` are visible to players, `{hidden}` is a hidden document. */
const MATRIX: PermissionRow[] = [
  ['GET', '/api/search', { campaign: '{campaign}', q: 'wife' }, READING],
  ['GET', '/api/search/suggest', { campaign: '{campaign}', q: 'wi' }, READING],
  ['GET', '/api/search/state', { campaign: '{campaign}' }, READING],
  ['POST', '/api/search/ask', { campaign: '{campaign}', question: 'Who is Agatha?' }, READING],
  [
    'POST',
    '/api/search/drafts',
    { campaign: '{campaign}', kind: 'summary', document: '{document}' },
    drafting(to(401, 404, 200, 200)),
  ],
  [
    'POST',
    '/api/search/drafts',
    { campaign: '{campaign}', kind: 'summary', document: '{hidden}' },
    drafting(to(401, 404, 404, 200)),
  ],
  [
    'POST',
    '/api/search/drafts',
    { campaign: '{campaign}', kind: 'hooks' },
    drafting(to(401, 404, 403, 200)),
  ],
  ['GET', OPERATIONS, undefined, { own: forOperators(200) }],
  ['GET', `${OPERATIONS}-model`, undefined, { own: forOperators(200) }],
  ['GET', `${OPERATIONS}/queues/{queue}/failed`, undefined, { own: forOperators(200) }],
  ['POST', `${OPERATIONS}/queues/{queue}/retry-all`, undefined, { own: forOperators(200) }],
  [
    'POST',
    `${OPERATIONS}/queues/{queue}/failed/{job}/retry`,
    undefined,
    { own: forOperators(404) },
  ],
];

const CANARY = 'Azalin';

let service: SearchApp;
let people: Record<Exclude<Who, 'visitor'>, TestPerson> & { other: TestPerson };
let ids: Record<string, string>;

beforeAll(async () => {
  service = await startSearchApp();
  const join = (name: string) => service.identity.join(name);
  people = {
    stranger: await join('Stranger'),
    player: await join('Player'),
    other: await join('Other'),
    co_gm: await join('Co-GM'),
    owner: await join('Owner'),
    operator: await service.identity.joinOperators('Operator'),
  };
  const { id, written } = service.campaign([
    [people.owner, 'owner'],
    [people.co_gm, 'co_gm'],
    [people.player, 'player'],
    [people.other, 'player'],
  ]);
  service.allowModels(id, true);
  service.model.script = ({ user }) => ({
    text: `${user.includes(CANARY) ? CANARY : 'She'} is dead [1].`,
  });
  const document = written.add({
    name: 'Village',
    lines: ['Agatha is the dead wife of the smith.'],
  });
  const hidden = written.add({
    name: CANARY,
    spoilers: true,
    lines: [`Agatha is the wife of ${CANARY}.`],
  });
  ids = { campaign: id, document, hidden, queue: 'events-search', job: '1' };
  await service.indexer.catchUp(id);
});
afterAll(() => service?.stop());
beforeEach(() => {
  service.model.requests.length = 0;
});

const filled = (text: string): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole);

const headerOf = (eyes: Eyes): string | undefined =>
  ({
    own: undefined,
    party: 'party',
    player: people.player.id,
    'other player': people.other.id,
    'co-GM': people.co_gm.id,
    stranger: people.stranger.id,
    nobody: 'nobody',
  })[eyes];

interface Asked {
  method: Method;
  url: string;
  asked: PermissionRow[2];
  eyes: Eyes;
}

const askAs = (as: TestPerson | undefined, { method, url, asked, eyes }: Asked) => {
  const given = asked && filled(JSON.stringify(asked));
  const query =
    given === undefined
      ? ''
      : `?${new URLSearchParams(JSON.parse(given) as object as Record<string, string>)}`;
  const seenAs = headerOf(eyes);
  return service.callUntilReady(method, filled(url) + (method === 'GET' ? query : ''), {
    as,
    body: method === 'GET' ? undefined : given,
    ...(seenAs !== undefined && { headers: { 'x-view-as': seenAs } }),
  });
};

const cases = MATRIX.flatMap(([method, url, asked, expected]) =>
  Object.entries(expected).flatMap(([eyes, row]) =>
    WHO.map((who) => ({
      ...{ method, url, asked, who, eyes: eyes as Eyes, status: row[who] },
      what: asked?.kind === undefined ? '' : ` (${asked.kind} of ${asked.document ?? 'all'})`,
    })),
  ),
);

it.each(cases)(
  '$method $url$what as $who, with eyes of: $eyes, is $status',
  async ({ who, status, ...asked }) => {
    const answer = await askAs(who === 'visitor' ? undefined : people[who], asked);
    expect(answer.status).toBe(status);
    if (status === 401) expect(answer.headers['www-authenticate']).toBe('Bearer');
    if (status >= 400) {
      expect(String(answer.headers['content-type'])).toContain('application/problem+json');
      expect(service.model.requests).toEqual([]);
    }
    const isOfGm = asked.eyes === 'own' && (who === 'owner' || who === 'co_gm');
    if (!isOfGm) {
      expect(JSON.stringify(answer.body)).not.toContain(CANARY);
      expect(JSON.stringify(service.model.requests)).not.toContain(CANARY);
    }
  },
);

it('has a row for each endpoint of the OpenAPI document, and view-as rows where declared', () => {
  const { paths } = JSON.parse(
    readFileSync(path.resolve(__dirname, '../openapi.json'), 'utf8'),
  ) as { paths: Record<string, Record<string, { parameters?: { name: string }[] }>> };
  const offered = Object.entries(paths).flatMap(([url, methods]) =>
    Object.entries(methods).map(([method, { parameters = [] }]) => ({
      name: `${method.toUpperCase()} ${url}`,
      takesEyes: parameters.some(({ name }) => name === 'x-view-as'),
    })),
  );
  const names = (of: typeof offered) => new Set(of.map(({ name }) => name));
  const rows = (of: PermissionRow[]) => new Set(of.map(([method, url]) => `${method} ${url}`));
  expect(rows(MATRIX)).toEqual(names(offered));
  expect(rows(MATRIX.filter(([, , , expected]) => expected === READING))).toEqual(
    names(offered.filter(({ takesEyes }) => takesEyes)),
  );
});

it.each(
  MATRIX.filter(([, , asked]) => asked?.campaign !== undefined).flatMap(
    ([method, url, asked, expected]) =>
      (Object.keys(expected) as Eyes[]).map((eyes) => ({ method, url, asked, eyes })),
  ),
)(
  'gives strangers equal responses for existing and absent campaigns: $method $url, $eyes',
  async (asked) => {
    const told = async (campaign: string) => {
      const { status, body } = await askAs(people.stranger, {
        ...asked,
        asked: { ...asked.asked, campaign },
      });
      return { status, body: { ...body, correlation_id: '' } };
    };
    const [there, nowhere] = [
      await told('{campaign}'),
      await told('00000000-0000-4000-8000-000000000009'),
    ];
    expect(there.status).toBeGreaterThanOrEqual(400);
    expect(there).toEqual(nowhere);
  },
);

it('counts usage of view-as for the GM', async () => {
  const used = async () => {
    const rows = await service.uow.query<{ id: string }>(
      'SELECT DISTINCT person_id AS id FROM model_usage WHERE campaign_id = $1',
      [ids['campaign']],
    );
    return rows.map(({ id }) => id);
  };
  await service.uow.query('DELETE FROM model_usage WHERE campaign_id = $1', [ids['campaign']]);
  const answer = await askAs(people.owner, {
    method: 'POST',
    url: '/api/search/ask',
    asked: { campaign: '{campaign}', question: 'Who is Agatha?' },
    eyes: 'player',
  });
  expect(answer.body).toMatchObject({ written_by: 'scripted-1' });
  expect(await used()).toEqual([people.owner.id]);
});
