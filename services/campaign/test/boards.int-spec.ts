import { randomUUID } from 'node:crypto';
import { BOARD_LIMITS } from '@tomekeeper/contracts-campaign';
import type { TestPerson } from '@tomekeeper/testing';
import { startCampaignApp, type CampaignApp } from './campaign-app';

let service: CampaignApp;
let owner: TestPerson, coGm: TestPerson, player: TestPerson;
let campaign: string;
let session: string;

beforeAll(async () => {
  service = await startCampaignApp();
  [owner, coGm, player] = (await Promise.all(
    ['Owner', 'Co-GM', 'Player'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson];
});
afterAll(() => service?.stop());
beforeEach(async () => {
  campaign = await service.campaign(owner, [player]);
  await service.coGms(campaign, owner, [coGm]);
  session = await plan();
});

async function plan(body: object = {}): Promise<string> {
  const url = `/api/campaigns/${campaign}/sessions/`;
  return (await service.call('POST', url, { as: owner, body })).body.id;
}
const pathOf = (of?: string) =>
  `/api/campaigns/${campaign}/board/${of === undefined ? '' : `?session=${of}`}`;
const get = (of?: string, as = owner) => service.call('GET', pathOf(of), { as });
const put = (items: unknown, version: number, as = owner, of: string | undefined = session) =>
  service.call('PUT', pathOf(of), { as, body: { items, version } });
const text = (words: string, id: string = randomUUID()) => ({ kind: 'text', id, text: words });
const rows = async () => (await service.uow.query('SELECT 1 FROM board')).length;

const ALL_KINDS = [
  { kind: 'passage', id: randomUUID(), document: randomUUID(), passage: randomUUID() },
  { kind: 'document', id: randomUUID(), document: randomUUID() },
  { kind: 'picture', id: randomUUID(), document: randomUUID() },
  {
    kind: 'checklist',
    id: randomUUID(),
    title: 'Before the bell',
    lines: [{ id: randomUUID(), text: 'Dim the light', done: true }],
  },
  text('Two\nlines, 🎲'),
];

it('stores all kinds of items in their order', async () => {
  expect((await get(session)).body).toEqual({ items: [], version: 0, session });
  expect((await put(ALL_KINDS, 0)).body).toEqual({ items: ALL_KINDS, version: 1, session });
  const turned = ALL_KINDS.toReversed();
  expect((await put(turned, 1, coGm)).body.version).toBe(2);
  expect((await get(session)).body).toEqual({ items: turned, version: 2, session });
});

it('belongs by default to the running session, or else to the next planned one', async () => {
  const soon = await plan({ starts_at: new Date(Date.now() + 3_600_000).toISOString() });
  expect((await get()).body.session).toBe(soon);
  const running = await plan({ state: 'running' });
  expect((await get()).body.session).toBe(running);
  const items = [text('now')];
  expect((await put(items, 0, owner, '')).status).toBe(400);
  const saved = await service.call('PUT', pathOf(), { as: owner, body: { items, version: 0 } });
  expect(saved.body).toEqual({ items, version: 1, session: running });
  expect((await get(session)).body.items).toEqual([]);
});

it('asks for a session if none is running or planned', async () => {
  const sessions = `/api/campaigns/${campaign}/sessions/${session}/`;
  await service.call('DELETE', sessions, { as: owner });
  expect(await get()).toMatchObject({
    status: 404,
    body: { code: 'campaign.no_session_for_board', detail: expect.stringContaining('Plan a') },
  });
  expect(await get(session)).toMatchObject({
    status: 404,
    body: { code: 'campaign.session_not_found' },
  });
});

it('is not found in another campaign', async () => {
  const other = await service.campaign(coGm);
  const url = `/api/campaigns/${other}/board/?session=${session}`;
  expect((await service.call('GET', url, { as: coGm })).status).toBe(404);
  const body = { items: [text('mine')], version: 0 };
  expect((await service.call('PUT', url, { as: coGm, body })).status).toBe(404);
  expect((await get(session)).body.items).toEqual([]);
});

it('answers an outdated version with the newer board, and keeps it', async () => {
  const first = [text('first')];
  await put(first, 0);
  const answer = await put([text('second')], 0, coGm);
  expect(answer).toMatchObject({
    status: 409,
    body: { code: 'campaign.board_changed', board: { items: first, version: 1, session } },
  });
  expect(String(answer.headers['content-type'])).toContain('application/problem+json');
  expect((await get(session)).body).toEqual({ items: first, version: 1, session });
  expect((await put([text('third')], 7)).status).toBe(409);
});

it('accepts the same items again with any version, and changes nothing', async () => {
  await put(ALL_KINDS, 0);
  const before = service.hints.length;
  for (const version of [0, 1, 7])
    expect(await put(ALL_KINDS, version)).toMatchObject({ status: 200, body: { version: 1 } });
  expect(service.hints).toHaveLength(before);
});

it('lets one of two GMs win who save at the same moment', async () => {
  for (let round = 0; round < 5; round += 1) {
    const of = await plan();
    const both = [[text('owner')], [text('co-GM')]];
    const answers = await Promise.all(
      both.map((items, at) => put(items, 0, at === 0 ? owner : coGm, of)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers.findIndex(({ status }) => status === 200);
    const { body } = await get(of);
    expect(body).toEqual({ items: both[winner], version: 1, session: of });
    expect(answers[1 - winner]!.body.board).toEqual(body);
  }
});

it('gives GMs, and no others, an invalidation event', async () => {
  const before = service.hints.length;
  await put([text('secret')], 0);
  expect(service.hints.slice(before)).toMatchObject([{ kind: 'board', id: session, to: 'gm' }]);
});

it('refuses players in the same words, with and without boards', async () => {
  const empty = await plan();
  await put([text('secret')], 0);
  const answers = await Promise.all(
    [session, empty, randomUUID(), undefined].flatMap((of) => [
      get(of, player),
      put([text('mine')], 0, player, of),
    ]),
  );
  for (const { status, body } of answers) {
    expect(status).toBe(403);
    expect({ ...body, correlation_id: '' }).toEqual({ ...answers[0]!.body, correlation_id: '' });
  }
  const headers = { 'x-view-as': 'party' };
  expect((await service.call('GET', pathOf(session), { as: owner, headers })).status).toBe(400);
});

describe('limits', () => {
  it('are 60 items', async () => {
    const items = Array.from({ length: BOARD_LIMITS.items }, () => text(''));
    expect((await put(items, 0)).status).toBe(200);
    expect(await put([...items, text('')], 1)).toMatchObject({
      status: 409,
      body: { code: 'campaign.too_many_board_items' },
    });
  });

  it('are 40,000 characters together, which fit into one request', async () => {
    const full = Array.from({ length: 8 }, () => text('字'.repeat(BOARD_LIMITS.text)));
    expect((await put(full, 0)).status).toBe(200);
    expect(await put([...full, text('x')], 1)).toMatchObject({
      status: 409,
      body: { code: 'campaign.board_too_long', detail: expect.stringContaining('40,000') },
    });
  });

  const id = randomUUID();
  const line = (words: string, of: string = randomUUID()) => ({ id: of, text: words, done: false });
  const list = (lines: unknown, title = '') => ({ kind: 'checklist', id, title, lines });
  it.each([
    ['text that is too long', [text('x'.repeat(5001))]],
    ['a control character', [text('a\u0000b')]],
    ['half a surrogate pair', [text('\ud800')]],
    ['a duplicate id', [text('a', id), text('b', id.toUpperCase())]],
    ['a malformed id', [text('a', 'one')]],
    ['an unknown kind', [{ kind: 'clock', id }]],
    ['a passage without a document', [{ kind: 'passage', id, passage: id }]],
    ['too many lines', [list(Array.from({ length: 31 }, () => line('a')))]],
    ['an empty line', [list([line(' ')])]],
    ['duplicate lines', [list([line('a', id), line('b', id)])]],
    ['a control character in a title', [list([], 'a\nb')]],
    ['no list', { 0: text('a') }],
  ])('refuse %s', async (_, items) => {
    expect(await put(items, 0)).toMatchObject({ status: 400, body: { code: 'validation' } });
    expect((await get(session)).body.version).toBe(0);
  });

  it.each([-1, 0.5, null, '0'])('refuse the version %j', async (version) => {
    expect((await put([], version as number)).status).toBe(400);
  });

  it('store no other fields, such as titles of documents', async () => {
    const [passage] = ALL_KINDS;
    const { body } = await put([{ ...passage, title: 'The abbot', text: 'He lies.' }], 0);
    expect(body.items).toEqual([passage]);
  });
});

it('is deleted with its session and its campaign', async () => {
  await service.uow.query('DELETE FROM board');
  const other = await plan();
  await put([text('a')], 0);
  await put([text('b')], 0, owner, other);
  const one = `/api/campaigns/${campaign}/`;
  await service.call('DELETE', `${one}sessions/${session}/`, { as: owner });
  expect(await rows()).toBe(1);
  await service.call('DELETE', one, { as: owner });
  expect(await rows()).toBe(0);
});
