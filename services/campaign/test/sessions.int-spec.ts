import { ServiceTokenSigner } from '@tomekeeper/internal-http';
import type { TestPerson } from '@tomekeeper/testing';
import { CloseSessions } from '../src/game-sessions/close-sessions';
import { startCampaignApp, type CampaignApp } from './campaign-app';

let service: CampaignApp;
let owner: TestPerson, coGm: TestPerson, player: TestPerson, other: TestPerson;
let campaign: string;
let path: string;

beforeAll(async () => {
  service = await startCampaignApp();
  [owner, coGm, player, other] = (await Promise.all(
    ['Owner', 'Co-GM', 'Player', 'Other'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson, TestPerson];
});
afterAll(() => service?.stop());
beforeEach(async () => {
  campaign = await service.campaign(owner, [player, other]);
  await service.coGms(campaign, owner, [coGm]);
  path = `/api/campaigns/${campaign}/sessions/`;
});

const create = async (body: object, as = owner) => {
  const made = await service.call('POST', path, { as, body });
  expect(made.status).toBe(201);
  return made.body;
};
const patch = (id: string, body: object, as = owner) =>
  service.call('PATCH', `${path}${id}/`, { as, body });
const get = async (id: string, as = owner) =>
  (await service.call('GET', `${path}${id}/`, { as })).body;
const list = async (as: TestPerson) => (await service.call('GET', path, { as })).body;
const addItem = (id: string, text: string) =>
  service.call('POST', `${path}${id}/checklist/`, { as: owner, body: { text } });
const items = async (id: string) =>
  ((await get(id)).checklist_items as { text: string }[]).map(({ text }) => text);
/** Invalidation events of sessions that a call causes. */
async function hintsOf(run: () => Promise<unknown>) {
  const before = service.hints.length;
  await run();
  return service.hints.slice(before).map(({ kind, id, to }) => [kind, id, to]);
}

describe('planning', () => {
  it('creates a session that only GMs see, and announces it with number and date', async () => {
    const starts_at = '2027-03-05T19:00:00.000Z';
    const session = await create({ title: 'The gate', starts_at, time_zone: 'Europe/Berlin' });
    expect(session).toMatchObject({ number: null, title: 'The gate', starts_at, state: 'planned' });
    expect(await list(player)).toEqual([]);
    expect(await list(coGm)).toHaveLength(1);

    const announced = await patch(session.id, { announced: true });
    expect(announced).toMatchObject({ status: 200, body: { number: 1 } });
    expect(await list(player)).toEqual([
      {
        id: session.id,
        number: 1,
        title: null,
        starts_at,
        time_zone: 'Europe/Berlin',
        state: 'planned',
        started_at: null,
        closed_at: null,
        attendance: null,
        answers: { yes: 0, maybe: 0, no: 0 },
      },
    ]);
    await patch(session.id, { title_released: true });
    expect((await list(player))[0].title).toBe('The gate');
  });

  it('counts numbers over announced sessions only, and takes another number', async () => {
    await create({});
    const first = await create({ announced: true });
    const second = await create({ announced: true, number: 41 });
    const third = await create({ announced: true });
    expect([first.number, second.number, third.number]).toEqual([1, 41, 42]);
    expect(await patch(third.id, { number: 41 })).toMatchObject({
      status: 409,
      body: { code: 'campaign.session_number_taken' },
    });
    const hidden = await create({});
    expect(await patch(hidden.id, { number: 7 })).toMatchObject({
      status: 409,
      body: { code: 'campaign.session_not_announced' },
    });
  });

  it('withdraws an announcement of a planned session only', async () => {
    const session = await create({ announced: true });
    await patch(session.id, { attendance: 'yes' }, player);
    expect((await patch(session.id, { announced: false })).body.number).toBeNull();
    expect(await list(player)).toEqual([]);
    expect((await get(session.id)).answers.yes).toBe(0);
    await patch(session.id, { state: 'running' });
    expect(await patch(session.id, { announced: false })).toMatchObject({
      status: 409,
      body: { code: 'campaign.session_started' },
    });
  });

  it('withdraws the release of the title with the announcement', async () => {
    const { id } = await create({ announced: true, title: 'A', title_released: true });
    await patch(id, { announced: false });
    await patch(id, { title: 'Odo dies', state: 'running' });
    expect((await get(id, player)).title).toBeNull();
  });

  it('has one plan, which can be removed', async () => {
    const { id } = await create({ plan: player.id });
    expect((await patch(id, { plan: other.id })).body.code).toBe('campaign.session_has_plan');
    await patch(id, { plan: null });
    expect((await patch(id, { plan: other.id })).body.plan).toBe(other.id);
  });

  it('gives different numbers to sessions that are announced at the same moment', async () => {
    const ids = [(await create({})).id, (await create({})).id];
    const all = await Promise.all(
      ids.map((id, at) => patch(id, { announced: true }, at === 0 ? owner : coGm)),
    );
    expect(all.map(({ body }) => body.number).sort()).toEqual([1, 2]);
  });

  it('refuses bad dates and zones; a date without a zone is in UTC', async () => {
    for (const bad of [
      { starts_at: 'tomorrow' },
      { starts_at: '2027-02-30T19:00:00Z' },
      { starts_at: '9999-12-31T23:59:59-12:00' },
      { starts_at: '0000-01-01T00:00:00Z' },
      { starts_at: `2027-03-05T19:00:00.${'1'.repeat(5000)}Z` },
      { starts_at: '2027-03-05T19:00:00Z', time_zone: 'localtime' },
      { starts_at: '2027-03-05T19:00:00Z', time_zone: 'europe/berlin' },
      { starts_at: '2027-03-05T19:00:00Z', time_zone: 'Middle-earth/Bree' },
      { starts_at: '2027-03-05T19:00:00Z', time_zone: '+02:00' },
      { title: 'a\nb' },
      { title: 't'.repeat(201) },
      { state: 'open' },
      { number: 0 },
      { plan: 'none' },
    ])
      expect((await service.call('POST', path, { as: owner, body: bad })).status).toBe(400);
    expect(await list(owner)).toEqual([]);
    expect(await create({ starts_at: '2027-03-05T19:00:00+23:59' })).toMatchObject({
      starts_at: '2027-03-04T19:01:00.000Z',
      time_zone: 'UTC',
    });
  });

  it('stops at 500 sessions', async () => {
    await service.uow.query(
      `INSERT INTO game_session (id, campaign_id) SELECT gen_random_uuid(), $1 FROM generate_series(1, 500)`,
      [campaign],
    );
    expect(await service.call('POST', path, { as: owner, body: {} })).toMatchObject({
      status: 409,
      body: { code: 'campaign.too_many_sessions' },
    });
  });
});

describe('attendance', () => {
  it('is answered by each member, and visible to all members', async () => {
    const { id } = await create({ announced: true });
    expect((await patch(id, { attendance: 'maybe' }, player)).body.attendance).toBe('maybe');
    await patch(id, { attendance: 'yes' }, player);
    await patch(id, { attendance: 'no' }, coGm);
    const members = [
      { person: player.id, attendance: 'yes' },
      { person: coGm.id, attendance: 'no' },
    ];
    for (const as of [owner, coGm, player, other])
      expect(await get(id, as)).toMatchObject({ members, answers: { yes: 1, maybe: 0, no: 1 } });
    await patch(id, { attendance: null }, player);
    expect(await get(id, player)).toMatchObject({ attendance: null, answers: { yes: 0 } });
  });

  it('is not taken before the announcement or after the end, from game masters neither', async () => {
    const { id } = await create({});
    const refused = { status: 409, body: { code: 'campaign.no_answers_now' } };
    expect(await patch(id, { attendance: 'yes' }, coGm)).toMatchObject(refused);
    await patch(id, { state: 'running' });
    expect((await patch(id, { attendance: 'yes' }, player)).status).toBe(200);
    await patch(id, { state: 'closed' });
    expect(await patch(id, { attendance: 'no' }, player)).toMatchObject(refused);
    expect((await get(id, other)).answers).toEqual({ yes: 1, maybe: 0, no: 0 });
  });

  it('ends when the member becomes the owner', async () => {
    const { id } = await create({ announced: true });
    await patch(id, { attendance: 'yes' }, player);
    const url = `/api/campaigns/${campaign}/hand-over/`;
    await service.call('POST', url, { as: owner, body: { to: player.id } });
    await service.call('POST', `${url}accept/`, { as: player });
    expect((await get(id, other)).answers.yes).toBe(0);
    expect((await patch(id, { attendance: 'yes' }, owner)).status).toBe(200);
  });

  it('is part of the data export of the member only', async () => {
    const starts_at = '2027-03-05T19:00:00.000Z';
    const { id } = await create({ announced: true, starts_at });
    await patch(id, { attendance: 'yes' }, player);
    const signer = await ServiceTokenSigner.create(service.keys.privateKey('identity'));
    const token = await signer.tokenFor('campaign');
    const attendanceOf = async (person: TestPerson) => {
      const url = `/internal/campaign-records?user=${person.id}`;
      const { body } = await service.call('GET', url, { token });
      return body.campaigns.find(({ id: one }: { id: string }) => one === campaign).attendance;
    };
    expect(await attendanceOf(player)).toEqual([{ session: 1, starts_at, attendance: 'yes' }]);
    for (const person of [owner, other]) expect(await attendanceOf(person)).toBeUndefined();
  });

  it('ends when the session moves, and when the member leaves', async () => {
    const starts_at = '2027-03-05T19:00:00.000Z';
    const { id } = await create({ announced: true });
    const answer = () => patch(id, { attendance: 'yes' }, player);
    const yes = async () => (await get(id)).answers.yes as number;
    await answer();
    await patch(id, { starts_at });
    expect(await yes()).toBe(0);
    await answer();
    await patch(id, { starts_at, title: 'Same date' });
    expect(await yes()).toBe(1);
    await patch(id, { starts_at: '2027-03-06T19:00:00.000Z' });
    expect(await yes()).toBe(0);
    await answer();
    const url = `/api/campaigns/${campaign}/remove-players/`;
    await service.call('POST', url, { as: player, body: { players: [player.id] } });
    expect(await yes()).toBe(0);
  });
});

describe('a session', () => {
  it('starts, which announces it, closes and is reopened', async () => {
    const { id } = await create({ title: 'The gate' });
    const started = (await patch(id, { state: 'running' })).body;
    expect(started).toMatchObject({ number: 1, state: 'running', closed_at: null });
    expect(started.started_at).not.toBeNull();
    const closed = (await patch(id, { state: 'closed' })).body;
    expect(closed.closed_at >= started.started_at).toBe(true);
    const reopened = (await patch(id, { state: 'running' })).body;
    expect(reopened).toMatchObject({ started_at: started.started_at, closed_at: null });
    expect((await patch(id, { state: 'planned' })).body).toMatchObject({
      state: 'planned',
      started_at: null,
    });
  });

  it('runs alone, and stays closed once a later one has started', async () => {
    const first = await create({ state: 'running' });
    const second = await create({});
    const start = () => patch(second.id, { state: 'running' });
    expect(await start()).toMatchObject({
      status: 409,
      body: { code: 'campaign.session_running' },
    });
    await patch(first.id, { state: 'closed' });
    expect((await start()).status).toBe(200);
    const reopen = () => patch(first.id, { state: 'running' });
    expect((await reopen()).body.code).toBe('campaign.session_running');
    await patch(second.id, { state: 'closed' });
    expect((await reopen()).body.code).toBe('campaign.later_session_started');
  });

  it('can be marked as played if its date is past', async () => {
    const past = '2020-03-05T19:00:00.000Z';
    const played = await create({ starts_at: past, state: 'closed', number: 3 });
    expect(played).toMatchObject({ number: 3, starts_at: past, started_at: null, closed_at: null });
    const body = { starts_at: '2999-03-05T19:00:00.000Z', state: 'closed' };
    expect(await service.call('POST', path, { as: owner, body })).toMatchObject({
      status: 409,
      body: { code: 'campaign.session_in_future' },
    });
    const { starts_at } = body;
    expect((await patch(played.id, { starts_at })).body.code).toBe('campaign.session_in_future');
    const corrected = '2020-03-06T19:00:00.000Z';
    expect((await patch(played.id, { starts_at: corrected })).body.starts_at).toBe(corrected);
    const undated = await create({ state: 'closed', number: 2 });
    expect(undated).toMatchObject({ started_at: null, closed_at: null });
    await create({ announced: true });
    const numbers = (await list(player)).map(({ number }: { number: number }) => number);
    expect(numbers).toEqual([4, 3, 2]);
    expect((await patch(played.id, { state: 'planned' })).status).toBe(409);
    const { started_at } = (await patch(played.id, { state: 'running' })).body;
    expect(Date.parse(started_at)).toBeGreaterThan(Date.parse('2026-01-01T00:00:00Z'));
  });

  it('closes once on two devices, and moves its open items once', async () => {
    const { id } = await create({ state: 'running' });
    const next = await create({});
    const done = (await addItem(id, 'Done')).body.id;
    for (const text of ['Loot', 'Letter']) await addItem(id, text);
    const tick = { as: owner, body: { done: true } };
    await service.call('PATCH', `${path}${id}/checklist/${done}/`, tick);
    const closed = await Promise.all([owner, coGm].map((as) => patch(id, { state: 'closed' }, as)));
    expect(closed.map(({ status }) => status)).toEqual([200, 200]);
    expect(closed[0]!.body.closed_at).toBe(closed[1]!.body.closed_at);
    expect(await items(id)).toEqual(['Done']);
    expect(await items(next.id)).toEqual(['Loot', 'Letter']);
  });

  it('passes open items on when the next one is planned later; items beyond the limit stay', async () => {
    const { id } = await create({ state: 'running' });
    await addItem(id, 'Loot');
    await patch(id, { state: 'closed' });
    expect(await items(id)).toEqual(['Loot']);
    await create({ state: 'closed', starts_at: '2020-03-05T19:00:00.000Z' });
    expect(await items(id)).toEqual(['Loot']);
    const next = await create({});
    expect(await items(next.id)).toEqual(['Loot']);
    await service.uow.query(
      `INSERT INTO checklist_item (id, session_id, text)
       SELECT gen_random_uuid(), $1, 'Item ' || n FROM generate_series(1, 99) n`,
      [next.id],
    );
    expect(await addItem(next.id, 'One more')).toMatchObject({
      status: 409,
      body: { code: 'campaign.too_many_checklist_items' },
    });
    await patch(next.id, { state: 'running' });
    const last = await create({});
    for (const text of ['A', 'B']) await addItem(last.id, text);
    await patch(next.id, { state: 'closed' });
    expect(await items(last.id)).toHaveLength(100);
    expect(await items(next.id)).toEqual(['Item 98', 'Item 99']);
  });

  it('that has run for 18 hours is closed by a job, 18 hours after a reopening', async () => {
    const { id } = await create({ state: 'running' });
    const closeForgotten = () => service.app.get(CloseSessions).close();
    await closeForgotten();
    expect((await get(id)).state).toBe('running');
    await service.uow.query(
      `UPDATE game_session SET running_since = now() - interval '19 hours',
                               started_at = now() - interval '19 hours' WHERE id = $1`,
      [id],
    );
    expect(await hintsOf(closeForgotten)).toEqual([['sessions', id, 'party']]);
    expect((await get(id)).state).toBe('closed');
    await patch(id, { state: 'running' });
    await closeForgotten();
    expect((await get(id)).state).toBe('running');
  });

  it('is deleted with its answers and checklist', async () => {
    const { id } = await create({ announced: true });
    await addItem(id, 'Loot');
    await patch(id, { attendance: 'yes' }, player);
    expect((await service.call('DELETE', `${path}${id}/`, { as: owner })).status).toBe(204);
    expect(await list(owner)).toEqual([]);
    for (const table of ['checklist_item', 'session_answer'])
      expect(await service.uow.query(`SELECT 1 FROM ${table} WHERE session_id = $1`, [id])).toEqual(
        [],
      );
  });
});

describe('news of players', () => {
  const starts_at = '2027-03-05T19:00:00.000Z';
  const later = '2027-03-12T19:00:00.000Z';
  const news = async (as = player) => {
    const signer = await ServiceTokenSigner.create(service.keys.privateKey('document'));
    const token = await signer.tokenFor('campaign');
    const { body } = await service.call('GET', `/internal/session-news?user=${as.id}`, { token });
    return (body.sessions as Record<string, unknown>[]).filter(
      ({ campaign_id }) => campaign_id === campaign,
    );
  };
  const pass = (interval: string) =>
    service.uow.query(
      `UPDATE game_session SET announced_at = announced_at - $1::interval, moved_at = moved_at - $1::interval,
              notified_at = notified_at - $1::interval`,
      [interval],
    );

  it('contain announced and moved sessions, with the title if it is released', async () => {
    const { id } = await create({ title: 'The gate', starts_at });
    expect(await news()).toEqual([]);
    await patch(id, { announced: true });
    const at = expect.any(String);
    const announced = { campaign_id: campaign, session: id, number: 1, announced_at: at };
    expect(await news()).toEqual([{ ...announced, title: null, moved_at: null, notified_at: at }]);
    await patch(id, { title_released: true, starts_at: later });
    expect(await news()).toEqual([
      { ...announced, title: 'The gate', moved_at: at, notified_at: at },
    ]);
    for (const gm of [owner, coGm]) expect(await news(gm)).toEqual([]);
    expect(await news(other)).toHaveLength(1);
    await patch(id, { state: 'running' });
    expect(await news()).toEqual([]);
  });

  it('are one notification for changes of the date within ten minutes', async () => {
    const { id } = await create({ starts_at, announced: true });
    const notified = async () => (await news())[0]!['notified_at'];
    const first = await notified();
    await patch(id, { starts_at: later });
    expect(await notified()).toBe(first);
    const [before] = await news();
    await patch(id, { title: 'The gate' });
    await patch(id, { starts_at: later });
    expect(await news()).toEqual([before]);
    await pass('11 minutes');
    await patch(id, { starts_at });
    const [moved] = await news();
    expect(moved!['notified_at']).toBe(moved!['moved_at']);
    await patch(id, { starts_at: null });
    expect(await notified()).toBe(moved!['notified_at']);
  });

  it('end with the announcement and the session, and start with the membership', async () => {
    const { id } = await create({ starts_at, announced: true });
    const deleted = await create({ announced: true });
    const late = await service.identity.join('Late');
    await service.call('POST', `/api/campaigns/${campaign}/add-players/`, {
      as: owner,
      body: { players: [late.id] },
    });
    expect(await news(late)).toEqual([]);
    expect(await news()).toHaveLength(2);
    await patch(id, { announced: false });
    await service.call('DELETE', `${path}${deleted.id}/`, { as: owner });
    expect(await news()).toEqual([]);
    await patch(id, { announced: true });
    expect(await news(late)).toHaveLength(1);
  });

  it('contain no session that was announced by its start or entered afterwards', async () => {
    const started = await create({ state: 'running' });
    await patch(started.id, { state: 'planned' });
    await create({ state: 'closed', starts_at: '2020-03-05T19:00:00.000Z' });
    expect(await news()).toEqual([]);
    await patch(started.id, { starts_at: later });
    expect(await news()).toHaveLength(1);
  });
});

describe('invalidation events', () => {
  it('reach the party for visible changes only', async () => {
    let id = '';
    const hints = (body: object, as = owner) => hintsOf(() => patch(id, body, as));
    expect(await hintsOf(async () => void ({ id } = await create({})))).toEqual([
      ['sessions', id, 'gm'],
    ]);
    const gm = [['sessions', id, 'gm']];
    const party = [['sessions', id, 'party']];
    expect(await hints({ starts_at: '2027-03-05T19:00:00.000Z' })).toEqual(gm);
    expect(await hints({ announced: true })).toEqual(party);
    expect(await hints({ title: 'The gate' })).toEqual(gm);
    expect(await hints({ plan: player.id })).toEqual(gm);
    expect(await hints({ recap: player.id })).toEqual(gm);
    expect(await hintsOf(() => addItem(id, 'Loot'))).toEqual(gm);
    expect(await hints({ title_released: true })).toEqual(party);
    expect(await hints({ title: 'The door' })).toEqual(party);
    expect(await hints({ attendance: 'yes' }, player)).toEqual(party);
    expect(await hints({}, player)).toEqual([]);
    expect(await hints({ state: 'running' })).toEqual(party);
    expect(await hintsOf(() => service.call('DELETE', `${path}${id}/`, { as: owner }))).toEqual(
      party,
    );
  });
});

it('gives players the same bytes whether or not hidden sessions, titles, plans, recaps and checklists exist', async () => {
  const visible = [
    { announced: true, starts_at: '2027-03-05T19:00:00.000Z' },
    { announced: true, starts_at: '2027-03-12T19:00:00.000Z' },
    { announced: true },
  ];
  const ids: string[] = [];
  for (const body of visible) ids.push((await create(body)).id);
  const bytes = async () => {
    const all = [];
    for (const url of [path, ...ids.map((id) => `${path}${id}/`)])
      all.push((await service.call('GET', url, { as: player })).body);
    return JSON.stringify(all);
  };
  const before = await bytes();
  await create({ title: 'The betrayal', starts_at: '2027-03-08T19:00:00.000Z' });
  await create({ title: 'The end' });
  await patch(ids[1]!, { title: 'Odo lies', plan: other.id, recap: other.id });
  await addItem(ids[0]!, 'Odo lies');
  expect(await bytes()).toBe(before);
});

it('gives the search service open items and the plan for GMs alone, and the recap for all', async () => {
  const signer = await ServiceTokenSigner.create(service.keys.privateKey('search'));
  const token = await signer.tokenFor('campaign');
  const read = async (viewer: string) =>
    (
      await service.call('GET', `/internal/campaigns/${campaign}/sessions?user=${viewer}`, {
        token,
      })
    ).body.sessions;
  const [plan, recap] = [campaign, owner.id];
  const played = await create({ state: 'closed', title: 'The gate', plan });
  await patch(played.id, { recap });
  await create({ title: 'Unannounced' });
  const running = await create({ state: 'running' });
  for (const text of ['Print the letter', 'Who lied?']) await addItem(running.id, text);
  const { body: item } = await addItem(running.id, 'Done');
  await service.call('PATCH', `${path}${running.id}/checklist/${item.id}/`, {
    as: owner,
    body: { done: true },
  });
  expect(await read(coGm.id)).toMatchObject([
    { number: null, title: 'Unannounced', open_items: [] },
    { id: running.id, number: 2, state: 'running', open_items: ['Print the letter', 'Who lied?'] },
    { id: played.id, number: 1, title: 'The gate', plan, recap },
  ]);
  expect(await read(player.id)).toMatchObject([
    { id: running.id, number: 2, plan: null, open_items: [] },
    { id: played.id, number: 1, title: null, plan: null, recap, open_items: [] },
  ]);
});
