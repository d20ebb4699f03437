import { randomUUID } from 'node:crypto';
import type { ImportedSession } from '@tomekeeper/contracts-campaign';
import type { TestPerson } from '@tomekeeper/testing';
import { announced, session } from './imported-session';
import { newCampaign, startTransferApp, type TransferApp } from './transfer-app';

let app: TransferApp;
let owner: TestPerson, coGm: TestPerson, player: TestPerson, stranger: TestPerson;

beforeAll(async () => {
  app = await startTransferApp();
  ({ owner, coGm, player, stranger } = app.people);
});
afterAll(() => app?.service.stop());
beforeEach(() => newCampaign(app));

const stored = () =>
  app.service.uow.query<{ started_at: Date | null; closed_at: Date | null; number: number | null }>(
    'SELECT * FROM game_session WHERE campaign_id = $1 ORDER BY number NULLS LAST, title',
    [app.campaign],
  );

const PLAYED = {
  state: 'closed',
  started_at: '2026-03-01T18:00:00.000Z',
  closed_at: '2026-03-01T22:00:00.000Z',
} as const;

describe('imported sessions', () => {
  it('keep their properties, with checklist, board, plan, recap and the answers of members', async () => {
    const [plan, recap, document, passage] = Array.from({ length: 4 }, () => randomUUID());
    const board: ImportedSession['board'] = [
      { kind: 'passage', document: document!, passage: passage! },
      { kind: 'checklist', title: 'Initiative', lines: [{ text: 'Odo', done: true }] },
      { kind: 'text', text: 'Odo lies\nto all' },
    ];
    const checklist = [
      { text: 'Print the letter', done: true },
      { text: 'Snacks', done: false },
    ];
    await app.imported([
      announced(4, {
        ...{ ...PLAYED, title: 'The gate', title_released: true, checklist, board },
        ...{ plan: plan!, recap: recap!, starts_at: '2026-03-01T19:00:00.000+01:00' },
        time_zone: 'Europe/Berlin',
        // The owner has no answer, a stranger is no member, and each member has one answer.
        attendance: { yes: [player.id, owner.id], maybe: [player.id], no: [stranger.id, coGm.id] },
      }),
    ]);
    const [one] = await app.list(owner);
    const detail = await app.api('GET', `sessions/${one.id}/`);
    expect(detail).toMatchObject({
      ...PLAYED,
      ...{ number: 4, title: 'The gate', title_released: true, plan, recap },
      ...{ starts_at: '2026-03-01T18:00:00.000Z', time_zone: 'Europe/Berlin' },
      checklist_items: checklist,
    });
    expect(detail.members).toHaveLength(2);
    expect(detail.members).toEqual(
      expect.arrayContaining([
        { person: player.id, attendance: 'yes' },
        { person: coGm.id, attendance: 'no' },
      ]),
    );
    const { items } = await app.api('GET', `board/?session=${one.id}`);
    expect(items).toMatchObject(board);
    const saved = await app.api('PUT', `board/?session=${one.id}`, { items: [], version: 1 });
    expect(saved.version).toBe(2);
    expect(await app.list(player)).toMatchObject([{ id: one.id, number: 4, title: 'The gate' }]);
  });

  it('are hidden from players if the source hides them, and have no answers then', async () => {
    const before = JSON.stringify(await app.list(player));
    const attendance = { yes: [player.id], maybe: [], no: [] };
    await app.imported([
      session({ number: 3, title: 'The end', title_released: true, attendance }),
    ]);
    expect(JSON.stringify(await app.list(player))).toBe(before);
    expect(await app.list(owner)).toMatchObject([
      { number: null, title: 'The end', title_released: false, answers: { yes: 0 } },
    ]);
  });

  it('send one event, to players only if they see a session, and no news', async () => {
    const eventsOf = async (sessions: ImportedSession[]) => {
      const before = app.service.hints.length;
      await app.imported(sessions);
      return app.service.hints.slice(before);
    };
    const event = { kind: 'sessions', campaign: app.campaign, id: app.campaign };
    expect(await eventsOf([session(), session()])).toEqual([{ ...event, to: 'gm' }]);
    const starts_at = '2027-03-05T19:00:00.000Z';
    expect(await eventsOf([session(), announced(1, { starts_at })])).toEqual([
      { ...event, to: 'party' },
    ]);
    const news = async () =>
      (
        await app.service.call('GET', `/internal/session-news?user=${player.id}`, {
          token: await app.tokenOf('document'),
        })
      ).body.sessions.filter((one: { campaign_id: string }) => one.campaign_id === app.campaign);
    expect(await news()).toEqual([]);
    const [shown] = await app.list(player);
    await app.api('PATCH', `sessions/${shown.id}/`, { starts_at: '2027-03-12T19:00:00.000Z' });
    expect(await news()).toMatchObject([{ session: shown.id, number: 1 }]);
  });

  it('keep free numbers and get the next free one otherwise', async () => {
    await app.api('POST', 'sessions/', { announced: true, number: 2 });
    await app.imported([announced(2), announced(3), announced(9999), announced(9999)]);
    await app.imported([session({ announced: true })]);
    const numbers = (await stored()).map((one) => one.number);
    expect(numbers).toEqual([1, 2, 3, 4, 5, 9999]);
  });

  it('never run, and their times neither overlap nor are in the future', async () => {
    const running = {
      state: 'running',
      started_at: '2026-04-01T18:00:00.000Z',
      starts_at: '2999-01-01T00:00:00.000Z',
    } as const;
    const future = { ...PLAYED, closed_at: '2998-01-01T00:00:00.000Z' };
    await app.imported([
      announced(1, PLAYED),
      announced(2, { ...PLAYED, started_at: '2026-03-01T21:00:00.000Z' }),
      announced(3, running),
      announced(4, future),
    ]);
    const unknown = { state: 'closed', started_at: null, closed_at: null };
    const date = (text: string) => new Date(text);
    expect(await stored()).toMatchObject([
      { started_at: date(PLAYED.started_at), closed_at: date(PLAYED.closed_at) },
      unknown,
      {
        ...{ state: 'closed', starts_at: null },
        started_at: date(running.started_at),
        closed_at: date('2026-04-02T12:00:00.000Z'),
      },
      unknown,
    ]);
    await app.imported([announced(5, PLAYED)]);
    expect((await stored())[4]).toMatchObject(unknown);
    const next = await app.api('POST', 'sessions/', { state: 'running' });
    expect(next.state).toBe('running');
  });

  it('are added once, also by another import, concurrently, and into the campaign of the source', async () => {
    const own = await app.api('POST', 'sessions/', { title: 'Own' });
    const sessions = [announced(7, PLAYED), session({ title: 'Hidden' })];
    expect(await app.imported([...sessions, ...sessions, session({ source_id: own.id })])).toEqual({
      ...{ added: 2, known: 3, no_room: 0 },
    });
    const before = JSON.stringify(await stored());
    const hints = app.service.hints.length;
    const again = await Promise.all([
      app.imported(sessions),
      app.imported(sessions),
      app.imported(sessions),
    ]);
    expect(again).toEqual(again.map(() => ({ added: 0, known: 2, no_room: 0 })));
    expect(JSON.stringify(await stored())).toBe(before);
    expect(app.service.hints).toHaveLength(hints);
  });

  it('fill the campaign up to its limit, and the rest is counted', async () => {
    await app.service.uow.query(
      `INSERT INTO game_session (id, campaign_id) SELECT gen_random_uuid(), $1 FROM generate_series(1, 498)`,
      [app.campaign],
    );
    const sessions = ['a', 'b', 'c'].map((source_id) => session({ source_id, title: source_id }));
    expect(await app.imported(sessions)).toEqual({ added: 2, known: 0, no_room: 1 });
    expect(await app.imported(sessions)).toEqual({ added: 0, known: 2, no_room: 1 });
    expect(await app.list(owner)).toHaveLength(500);
  });

  it('are all or none, and the repetition completes them', async () => {
    const board: ImportedSession['board'] = [{ kind: 'text', text: 'Odo lies' }];
    const sessions = [announced(1), session({ board })];
    const importId = randomUUID();
    const hints = app.service.hints.length;
    await app.service.uow.query(`ALTER TABLE board ADD CONSTRAINT broken CHECK (false) NOT VALID`);
    try {
      expect((await app.put(sessions, importId)).status).toBe(500);
    } finally {
      await app.service.uow.query('ALTER TABLE board DROP CONSTRAINT broken');
    }
    expect(await stored()).toEqual([]);
    expect(app.service.hints).toHaveLength(hints);
    expect(await app.imported(sessions, importId)).toMatchObject({ added: 2 });
  });

  it('are for GMs by the document service only', async () => {
    const path = `imported-sessions/${randomUUID()}`;
    const by = (user: string) => ({ user, sessions: [session()] });
    expect((await app.internal('PUT', path, by(coGm.id))).status).toBe(200);
    expect((await app.internal('PUT', path, by(player.id))).status).toBe(403);
    expect((await app.internal('PUT', path, by(stranger.id))).status).toBe(404);
    expect((await app.internal('PUT', 'imported-sessions/x', by(owner.id))).status).toBe(404);
    for (const [caller, status] of [
      [owner.token, 401],
      [await app.tokenOf('search'), 403],
    ] as const) {
      expect((await app.internal('PUT', path, by(owner.id), caller)).status).toBe(status);
      expect((await app.internal('DELETE', path, undefined, caller)).status).toBe(status);
    }
    expect(await app.list(owner)).toHaveLength(1);
  });

  it.each<[string, object]>([
    ['that has started and is not announced', { state: 'closed', announced: false }],
    ['with a date far away', { starts_at: '9999-01-01T00:00:00.000Z' }],
    ['with a control character', { title: 'a\u0000b' }],
    ['with an unknown kind of board item', { board: [{ kind: 'clock' }] }],
    [
      'with a board that is too long',
      { board: Array(9).fill({ kind: 'text', text: 'x'.repeat(5000) }) },
    ],
  ])('reject a session %s', async (_, changes) => {
    expect((await app.put([session(), { ...session(), ...changes }])).status).toBe(400);
    expect(await stored()).toEqual([]);
  });

  it('reject more than 100 at once', async () => {
    expect((await app.put(Array.from({ length: 101 }, () => session()))).status).toBe(400);
  });
});
