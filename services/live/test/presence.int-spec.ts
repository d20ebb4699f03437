import { personDeleted } from '@tomekeeper/contracts-identity';
import { Queues } from '@tomekeeper/jobs';
import { settles, type TestPerson } from '@tomekeeper/testing';
import { randomUUID } from 'node:crypto';
import { Presence } from '../src/presence/presence';
import { startLiveApp, type LiveApp } from './live-app';
import { openStream, type OpenedStream } from './open-stream';

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

const ask = (as?: TestPerson, of = campaign, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/api/live/presence/?campaign=${of}`, {
    headers: { ...(as ? { authorization: `Bearer ${as.token}` } : {}), ...headers },
  });
const here = async (as: TestPerson): Promise<unknown> => (await ask(as)).json();
/** Opens the campaign's page, which asks who is here. */
async function open(as: TestPerson) {
  await ask(as);
  return service.listen(as);
}
const hintsOf = (stream: OpenedStream, of: string) =>
  stream.hints().filter((hint) => hint.campaign === of);
/** As if so long had passed since anybody was seen. */
const letPass = (seconds: number) =>
  service.uow.query('UPDATE connection SET seen_at = seen_at - make_interval(secs => $1)', [
    seconds,
  ]);

/** Runs the scheduled job, which normally runs every ten seconds. */
const sweep = () => service.app.get(Presence).sweep();

it('returns the player’s response to a game master in view-as, byte for byte, and rejects other callers', async () => {
  const other = await service.identity.join('Una');
  campaign = service.campaign({ owner: [gm], player: [player, other] });
  await Promise.all([open(gm), open(player), open(other)]);
  await settles(async () => expect(await here(gm)).toMatchObject({ here: { length: 2 } }));
  const as = (whom: string) => ({ 'x-view-as': whom });
  for (const one of [player, other]) {
    const seen = await ask(gm, campaign, as(one.id));
    expect([seen.status, await seen.text()]).toEqual([200, await (await ask(one)).text()]);
  }
  // Not every player sees the second player, so the party view omits that one.
  expect(await (await ask(gm, campaign, as('party'))).json()).toEqual({ here: [gm.id] });
  for (const whom of [gm.id, stranger.id, 'everyone'])
    expect((await ask(gm, campaign, as(whom))).status).toBe(400);
  for (const [asker, of] of [
    [player, campaign],
    [stranger, campaign],
    [stranger, randomUUID()],
  ] as const)
    expect((await ask(asker, of, as('party'))).status).toBe(403);
});

it('does not record a view in view-as', async () => {
  const looks = () =>
    service.uow.query('SELECT person_id FROM look WHERE campaign_id = $1', [campaign]);
  for (const whom of [player.id, 'party'])
    expect((await ask(gm, campaign, { 'x-view-as': whom })).status).toBe(200);
  expect(await looks()).toEqual([]);
  await ask(gm);
  expect(await looks()).toEqual([{ person_id: gm.id }]);
});

it('returns the other online members and notifies viewers', async () => {
  const gms = await open(gm);
  expect(await here(gm)).toEqual({ here: [] });
  const stream = await open(player);
  await settles(async () => expect(await here(gm)).toEqual({ here: [player.id] }));
  expect(await here(player)).toEqual({ here: [gm.id] });
  // Of themself, and of the player.
  expect((await gms.heard(2)).map(({ kind, id }) => [kind, id])).toEqual([
    ['presence', campaign],
    ['presence', campaign],
  ]);
  // A quick reconnect does not count as leaving.
  stream.close();
  await settles(async () => {
    const open = await service.uow.query(
      'SELECT FROM connection WHERE is_open AND person_id = $1',
      [player.id],
    );
    expect(open).toEqual([]);
  });
  await sweep();
  expect(await here(gm)).toEqual({ here: [player.id] });
  expect(gms.hints()).toHaveLength(3);
  await letPass(20);
  await sweep();
  await settles(async () => expect(await here(gm)).toEqual({ here: [] }));
  await gms.heard(3);
});

it('answers members alone: to all others there is no such campaign', async () => {
  expect((await ask()).status).toBe(401);
  const answers = await Promise.all([ask(stranger), ask(gm, randomUUID())]);
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  expect(texts[0]?.replace(/"[^"]{36}"/g, '')).toBe(texts[1]?.replace(/"[^"]{36}"/g, ''));
  expect((await ask(gm, 'nonsense')).status).toBe(400);
});

it('omits users who are not members of the campaign', async () => {
  const other = service.campaign({ owner: [stranger], player: [gm] });
  await ask(stranger, other);
  await service.listen(stranger);
  await open(player);
  await settles(async () => expect(await here(gm)).toEqual({ here: [player.id] }));
  await settles(async () =>
    expect(await (await ask(gm, other)).json()).toEqual({ here: [stranger.id] }),
  );
  service.tables.get(campaign)?.delete(player.id);
  expect(await here(gm)).toEqual({ here: [] });
  expect((await ask(player)).status).toBe(404);
});

it('guesses nothing while the campaign service is away', async () => {
  service.campaigns.mode = 'down';
  const { status } = await ask(gm);
  service.campaigns.mode = 'up';
  expect(status).toBe(503);
});

it('keeps a user online while another process has a stream, and ignores killed processes', async () => {
  const second = await service.another();
  const one = await open(player);
  const other = await service.listen(player, undefined, second);
  await settles(async () => expect(await here(gm)).toEqual({ here: [player.id] }));
  one.close();
  await settles(async () => {
    const open = await service.uow.query(
      'SELECT FROM connection WHERE is_open AND person_id = $1',
      [player.id],
    );
    expect(open).toHaveLength(1);
  });
  await letPass(20);
  await sweep();
  await service.app.get(Presence).tell({ person: player.id });
  expect(await here(gm)).toEqual({ here: [player.id] });
  await letPass(150);
  await sweep();
  await settles(async () => expect(await here(gm)).toEqual({ here: [] }));
  other.close();
});

it('forgets a deleted person at once', async () => {
  await open(player);
  await settles(async () => expect(await here(gm)).toEqual({ here: [player.id] }));
  await service.app
    .get(Queues)
    .add('events-live', personDeleted.name, { person_id: player.id }, RETRY, {
      jobId: randomUUID(),
    });
  await settles(async () => {
    const rows = await service.uow.query(
      'SELECT FROM connection WHERE person_id = $1 UNION ALL SELECT FROM here WHERE person_id = $1 UNION ALL SELECT FROM look WHERE person_id = $1',
      [player.id],
    );
    expect(rows).toEqual([]);
  });
});

const RETRY = {
  attempts: 3,
  backoff: { type: 'exponential', delayMs: 50, maxDelayMs: 100 },
} as const;

it('tells who opens a page who came meanwhile, and asks for nothing else again', async () => {
  await open(player);
  await settles(async () => expect(await here(gm)).toEqual({ here: [player.id] }));
  await settles(async () =>
    expect(
      await service.uow.query('SELECT FROM recent_change WHERE campaign_id = $1', [campaign]),
    ).toHaveLength(1),
  );
  const stream = await openStream(service.url, gm.token, undefined, '?within=5');
  expect(stream.hints()).toEqual([
    { n: expect.any(Number), kind: 'presence', campaign, id: campaign },
  ]);
});

it('says nothing of who was added to a campaign until they look at it, and again when they were gone', async () => {
  const snare = service.campaign({ owner: [stranger], player: [player] });
  const inSnare = async () => (await ask(stranger, snare)).json();
  await inSnare();
  const strangers = await service.listen(stranger);
  const stream = await open(player);
  await settles(async () => expect(await here(gm)).toEqual({ here: [player.id] }));
  expect(await inSnare()).toEqual({ here: [] });
  await ask(player, snare);
  // The first is of themself.
  await settles(async () => expect(hintsOf(strangers, snare)).toHaveLength(2));
  expect(await inSnare()).toEqual({ here: [player.id] });

  stream.close();
  await settles(async () => {
    for (const [table, column] of [
      ['connection', 'seen_at'],
      ['look', 'looked_at'],
    ])
      await service.uow.query(
        `UPDATE ${table} SET ${column} = ${column} - interval '700 seconds' WHERE person_id = $1`,
        [player.id],
      );
    await sweep();
    const looks = await service.uow.query('SELECT FROM look WHERE person_id = $1', [player.id]);
    expect(looks).toEqual([]);
  });
  await settles(async () => expect(hintsOf(strangers, snare)).toHaveLength(3));
  await service.listen(player);
  await settles(async () =>
    expect(
      await service.uow.query('SELECT FROM here WHERE person_id = $1', [player.id]),
    ).toHaveLength(1),
  );
  expect(await inSnare()).toEqual({ here: [] });
  expect(hintsOf(strangers, snare)).toHaveLength(3);
});
