import { EVERYTHING, type LiveHint } from '@tomekeeper/contracts-live';
import { settles, type TestPerson } from '@tomekeeper/testing';
import { randomUUID } from 'node:crypto';
import { sweep } from '../src/hints/hint.queries';
import { startLiveApp, type LiveApp } from './live-app';
import { openStream } from './open-stream';

// Hints about who comes and goes would be numbered too; they are the matter of presence.int-spec.
jest.mock('../src/presence/presence.queries', () => ({
  ...jest.requireActual<object>('../src/presence/presence.queries'),
  noteConnections: () => Promise.resolve([]),
}));

let service: LiveApp;
let gm: TestPerson;
let player: TestPerson;
let stranger: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startLiveApp();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  [gm, player, stranger] = (await Promise.all(
    ['Gil', 'Pia', 'Sam'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson];
  campaign = service.campaign({ owner: [gm], player: [player] });
});

const kinds = (hints: readonly LiveHint[]) => hints.map(({ kind, id }) => [kind, id]);

it('starts with the current position and requests a full refetch', async () => {
  const stream = await service.listen(player);
  expect(stream.status).toBe(200);
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
  });
  const [first] = stream.hints();
  expect(first).toEqual({ n: expect.any(Number), kind: EVERYTHING, campaign: null, id: null });
  expect(stream.text()).toContain(`id: ${first?.n}\n`);
});

it('sends shared changes to members only', async () => {
  const streams = await Promise.all([gm, player, stranger].map((one) => service.listen(one)));
  const [gms, players, strangers] = streams as [
    (typeof streams)[0],
    (typeof streams)[0],
    (typeof streams)[0],
  ];
  const id = randomUUID();
  await service.give({ kind: 'documents', campaign, id, to: 'party' });
  const [hint] = await players.heard(1);
  expect(hint).toEqual({
    n: (players.hints()[0]?.n ?? 0) + 1,
    kind: 'documents',
    campaign,
    id,
  });
  expect(kinds(await gms.heard(1))).toEqual([['documents', id]]);
  expect(strangers.hints()).toHaveLength(1);
});

it('delivers two events of a change that also starts a show, once', async () => {
  const stream = await service.listen(player);
  const id = randomUUID();
  await service.give({ kind: 'documents', campaign, id, to: 'party', show_changed: true });
  const hints = await stream.heard(2);
  expect(kinds(hints)).toEqual([
    ['documents', id],
    ['show', id],
  ]);
});

it('returns the id of a change to its author only', async () => {
  const streams = await Promise.all([gm, player].map((one) => service.listen(one)));
  const [gms, players] = streams as [(typeof streams)[0], (typeof streams)[0]];
  const [id, change] = [randomUUID(), randomUUID()];
  const made_by = { person: gm.id, change };
  await service.give({ kind: 'documents', campaign, id, to: 'party', made_by });
  expect(await gms.heard(1)).toMatchObject([{ id, change }]);
  const [hint] = await players.heard(1);
  expect(hint).toEqual({ n: hint?.n, kind: 'documents', campaign, id });
  expect(players.text()).not.toContain(change);
});

it('sends GM-only changes to GMs only: a player’s stream has the same bytes as without them', async () => {
  const gms = await service.listen(gm);
  const players = await service.listen(player);
  const secret = randomUUID();
  const shown = randomUUID();
  await service.give({ kind: 'documents', campaign, id: secret, to: 'gm' });
  await gms.heard(1);
  await service.give({ kind: 'documents', campaign, id: shown, to: 'party' });
  await players.heard(1);
  const [first, second] = players.hints();
  // Not even its number tells.
  expect(second?.n).toBe((first?.n ?? 0) + 1);
  expect(players.text().replace(/^:\n\n/gm, '')).toBe(
    `id: ${first?.n}\ndata: {"n":${first?.n},"kind":"everything","campaign":null,"id":null}\n\n` +
      `id: ${second?.n}\ndata: {"n":${second?.n},"kind":"documents","campaign":"${campaign}","id":"${shown}"}\n\n`,
  );
  expect(kinds(await gms.heard(2))).toEqual([
    ['documents', secret],
    ['documents', shown],
  ]);
});

it('resolves members at delivery, treats co-GMs as GMs and ignores unknown roles', async () => {
  const other = await service.identity.join('Cora');
  const streams = await Promise.all([player, other].map((one) => service.listen(one)));
  service.tables.get(campaign)?.delete(player.id);
  service.tables.get(campaign)?.set(other.id, 'co_gm');
  await service.give({ kind: 'documents', campaign, id: randomUUID(), to: 'gm' });
  await streams[1]?.heard(1);
  expect(streams[0]?.hints()).toHaveLength(1);
  service.tables.get(campaign)?.set(other.id, 'archivist');
  service.tables.get(campaign)?.set(player.id, 'player');
  const id = randomUUID();
  await service.give({ kind: 'documents', campaign, id, to: 'party' });
  expect(kinds((await streams[0]?.heard(1)) ?? [])).toEqual([['documents', id]]);
  expect(streams[1]?.hints()).toHaveLength(2);
});

it('sends events to named users regardless of their membership', async () => {
  const stream = await service.listen(stranger);
  await service.give({ kind: 'campaigns', campaign, id: campaign, to: { people: [stranger.id] } });
  expect(kinds(await stream.heard(1))).toEqual([['campaigns', campaign]]);
});

it('hints chosen players and GMs alone, by the memberships that they have when it is delivered', async () => {
  const [other, left] = [await service.identity.join('Oda'), await service.identity.join('Lea')];
  const played = service.campaign({ owner: [gm], player: [player, other] });
  const [gms, chosen, others] = await Promise.all(
    [gm, player, other].map((one) => service.listen(one)),
  );
  const [id, later] = [randomUUID(), randomUUID()];
  const to = { memberships: [player.id, left.id] };
  await service.give({ kind: 'documents', campaign: played, id, to });
  expect(kinds(await chosen!.heard(1))).toEqual([['documents', id]]);
  expect(kinds(await gms!.heard(1))).toEqual([['documents', id]]);
  const all_but = [player.id];
  await service.give({ kind: 'documents', campaign: played, id: later, to: { all_but } });
  expect(kinds(await gms!.heard(2))[1]).toEqual(['documents', later]);
  expect(kinds(await others!.heard(1))).toEqual([['documents', later]]);
  expect(kinds(chosen!.hints().slice(1))).toEqual([['documents', id]]);
  for (const stream of [gms, chosen, others]) stream!.close();
});

it('retries deliveries whose members could not be resolved', async () => {
  const stream = await service.listen(player);
  service.campaigns.mode = 'down';
  await service.give({ kind: 'campaign', campaign, id: campaign, to: 'party' });
  const failed = service.campaigns.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(stream.hints()).toHaveLength(1);
  service.campaigns.mode = 'up';
  expect(kinds(await stream.heard(1))).toEqual([['campaign', campaign]]);
  expect(service.campaigns.calls.length).toBeGreaterThan(failed);
});

describe('a client that loaded its data a moment ago', () => {
  const open = (as: TestPerson, within: number) =>
    openStream(service.url, as.token, undefined, `?within=${within}`);
  const stored = (id: string) =>
    settles(async () => {
      const [row] = await service.uow.query<{ id: string }>(
        'SELECT id FROM recent_change WHERE campaign_id = $1 AND created_at > now() - $2::interval',
        [id, '10 seconds'],
      );
      expect(row).toBeTruthy();
    });

  it('receives only its position when nothing has changed', async () => {
    const stream = await open(player, 5);
    expect(stream.text()).toMatch(/^id: \d+\n\n$/);
    const id = randomUUID();
    await service.give({ kind: 'documents', campaign, id, to: 'party' });
    await settles(() => expect(kinds(stream.hints())).toEqual([['documents', id]]));
  });

  it('gets an event after relevant changes, but not after GM-only ones', async () => {
    await service.give({ kind: 'documents', campaign, id: randomUUID(), to: 'gm' });
    await stored(campaign);
    expect((await open(player, 30)).hints()).toEqual([]);
    expect((await open(stranger, 30)).hints()).toEqual([]);
    expect((await open(gm, 30)).hints()[0]?.kind).toBe(EVERYTHING);
    const other = service.campaign({ owner: [gm], player: [player] });
    await service.give({ kind: 'documents', campaign: other, id: randomUUID(), to: 'party' });
    await stored(other);
    expect((await open(player, 30)).hints()[0]?.kind).toBe(EVERYTHING);
    const gone = { people: [stranger.id] };
    await service.give({ kind: 'campaigns', campaign: other, id: other, to: gone });
    await settles(async () => expect((await open(stranger, 30)).hints()[0]?.kind).toBe(EVERYTHING));
  });

  it('asks for everything when it can not be known', async () => {
    expect((await open(player, 61)).hints()[0]?.kind).toBe(EVERYTHING);
    service.campaigns.mode = 'down';
    const stream = await open(player, 5);
    service.campaigns.mode = 'up';
    expect(stream.hints()[0]?.kind).toBe(EVERYTHING);
  });
});

describe('a returning client', () => {
  const give = (id: string, to: 'gm' | 'party' = 'party') =>
    service.give({ kind: 'documents', campaign, id, to });
  /** The number that the person has got to, once a hint is stored. */
  const reached = async (person: TestPerson, n: number) =>
    settles(async () => {
      const [row] = await service.uow.query<{ n: string }>(
        'SELECT n FROM listener WHERE person_id = $1',
        [person.id],
      );
      expect(Number(row?.n)).toBe(n);
    });

  it('receives missed events in order and once, from any process', async () => {
    const other = await service.another();
    const before = await service.listen(player);
    const n = before.hints()[0]?.n ?? 0;
    before.close();
    const ids = [randomUUID(), randomUUID()] as const;
    await give(ids[0]);
    await reached(player, n + 1);
    await give(ids[1]);
    await reached(player, n + 2);
    const after = await service.listen(player, n, other);
    await settles(() => expect(kinds(after.hints())).toEqual(ids.map((id) => ['documents', id])));
    const next = randomUUID();
    await give(next);
    await settles(() => expect(after.hints()).toHaveLength(3));
    expect(after.hints().map((hint) => hint.n)).toEqual([n + 1, n + 2, n + 3]);
    await other.app.close();
  });

  it('hears nothing again who missed nothing', async () => {
    const before = await service.listen(player);
    const n = before.hints()[0]?.n ?? 0;
    before.close();
    const opened = service.listen(player, n);
    await give(randomUUID());
    const after = await opened;
    await settles(() => expect(after.hints()).toHaveLength(1));
    expect(after.hints()[0]).toMatchObject({ n: n + 1, kind: 'documents' });
  });

  it.each([
    ['numbers that were never given', 9_999_999_999_999],
    ['numbers that are too old', 1],
  ])('asks for everything with %s', async (_, last) => {
    const stream = await service.listen(player, last);
    expect(stream.hints()[0]?.kind).toBe(EVERYTHING);
  });

  it('asks for everything when hints have been deleted meanwhile', async () => {
    const before = await service.listen(player);
    const n = before.hints()[0]?.n ?? 0;
    before.close();
    await give(randomUUID());
    await reached(player, n + 1);
    await service.uow.query(`UPDATE hint SET created_at = now() - interval '61 seconds'`);
    await give(randomUUID());
    await reached(player, n + 2);
    await sweep(service.uow);
    const after = await service.listen(player, n);
    expect(after.hints()).toEqual([{ n: n + 2, kind: EVERYTHING, campaign: null, id: null }]);
  });

  it('gets a refetch event after a gap in the event log', async () => {
    const before = await service.listen(player);
    const n = before.hints()[0]?.n ?? 0;
    before.close();
    await service.uow.query(`UPDATE listener SET seen_at = now() - interval '4 minutes'`);
    await give(randomUUID());
    await new Promise((resolve) => setTimeout(resolve, 300));
    const after = await service.listen(player, n);
    expect(after.hints()[0]?.kind).toBe(EVERYTHING);
  });

  it('receives no events of a campaign that the user left, and no GM events after a demotion', async () => {
    const leave: [TestPerson, 'gm' | 'party', () => void][] = [
      [player, 'party', () => service.tables.get(campaign)?.delete(player.id)],
      [gm, 'gm', () => service.tables.get(campaign)?.set(gm.id, 'player')],
    ];
    for (const [person, to, change] of leave) {
      const before = await service.listen(person);
      const n = before.hints()[0]?.n ?? 0;
      before.close();
      const id = randomUUID();
      await give(id, to);
      await reached(person, n + 1);
      change();
      const after = await service.listen(person, n);
      expect(after.hints()[0]?.kind).toBe(EVERYTHING);
      expect(after.text()).not.toContain(id);
    }
  });

  it('gets no earlier number again who was forgotten', async () => {
    const before = await service.listen(player);
    before.close();
    for (let round = 0; round < 3; round++) await give(randomUUID());
    await reached(player, (before.hints()[0]?.n ?? 0) + 3);
    await service.uow.query(`UPDATE listener SET seen_at = now() - interval '11 minutes'`);
    await sweep(service.uow);
    const after = await service.listen(player);
    expect(after.hints()[0]?.n).toBeGreaterThan((before.hints()[0]?.n ?? 0) + 3);
  });
});
