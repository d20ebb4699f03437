import { act, screen, waitFor, within } from '@testing-library/react';
import { answer, fillIn, refuse, refuseSilently } from '@tomekeeper/remote-kit/testing';
import { CAMPAIGN, openTable, session, SESSION, sessionOfPlayer } from '../../testing/show-table';

const GET = 'GET /api/campaigns/:id/sessions/:session/';
const PATCH = 'PATCH /api/campaigns/:id/sessions/:session/';
const READ = 'PUT /api/documents/news/read/';
const ITEMS = '/api/campaigns/:id/sessions/:session/checklist/';

/** The page of a session whose server applies changes. */
function open(first: object, options: Parameters<typeof openTable>[0] = {}) {
  const table = openTable({ sessions: [first], ...options });
  let stored = first;
  table.server
    .on(GET, () => answer(stored))
    .on(PATCH, ({ body }) => {
      const { announced, ...changes } = body as { announced?: boolean };
      stored = { ...stored, ...changes, ...(announced && { number: 12 }) };
      return answer(stored);
    });
  table.showSession();
  return {
    ...table,
    changes: () => table.server.callsTo(PATCH).map(({ body }) => body),
    press: async (name: string) => table.user.click(await screen.findByRole('button', { name })),
    choose: async (name: string) => {
      await table.user.click(await screen.findByRole('button', { name: /^More actions of / }));
      await table.user.click(await screen.findByRole('menuitem', { name }));
    },
  };
}

describe('for game masters', () => {
  it('announces a session, with its title on request', async () => {
    const { press, changes, user, shell } = open(session({ number: null }));
    expect(await screen.findByText('Announce the session to ask your players.')).toBeTruthy();
    await press('Announce');
    const dialog = screen.getByRole('dialog');
    await user.click(within(dialog).getByRole('checkbox', { name: 'Players see the title' }));
    await user.type(within(dialog).getByLabelText('Number'), 'x');
    await user.click(within(dialog).getByRole('button', { name: 'Announce' }));
    expect(within(dialog).getByText('Enter a whole number.')).toBeTruthy();
    await user.clear(within(dialog).getByLabelText('Number'));
    await user.type(within(dialog).getByLabelText('Number'), '12');
    await user.click(within(dialog).getByRole('button', { name: 'Announce' }));
    await screen.findByRole('heading', { name: 'Session 12: The gate' });
    expect(changes()).toEqual([{ announced: true, title_released: true, number: 12 }]);
    expect(shell.toasts.at(-1)?.message).toBe('Players see session 12 now.');
  });

  it('announces a session with its start, after a question', async () => {
    const { press, changes, shell } = open(session({ number: null }));
    await press('Start session');
    expect(changes()).toEqual([]);
    await press('Announce and start');
    await screen.findByText('Running');
    expect(changes()).toEqual([{ announced: true, state: 'running', title_released: false }]);
    await waitFor(() =>
      expect(shell.toasts.at(-1)?.message).toBe('Players see session 12 now. It is running.'),
    );
  });

  it('has no timeline for a session whose end is unknown', async () => {
    open(session({ state: 'closed', starts_at: '2020-03-05T18:00:00.000Z' }));
    await screen.findByText('Who came');
    expect(screen.queryByText('Reveals and shows')).toBeNull();
  });

  it('removes the link to a plan', async () => {
    const { changes, user } = open(session({ plan: 'plan-note' }));
    await user.click(await screen.findByRole('button', { name: 'More actions of the plan' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Unlink the note' }));
    await screen.findByRole('button', { name: 'Write a plan' });
    expect(changes()).toEqual([{ plan: null }]);
  });

  it('starts, closes and reopens it', async () => {
    const { press, choose, changes, shell } = open(session());
    await press('Start session');
    await press('Close session');
    await screen.findByText('Played');
    await choose('Reopen');
    await screen.findByText('Running');
    expect(shell.toasts.map(({ message }) => message)).toEqual([
      'Session 12 is running.',
      'Session 12 is closed. Open checklist items move to the next.',
      'Session 12 is running again.',
    ]);
    expect(changes()).toEqual([{ state: 'running' }, { state: 'closed' }, { state: 'running' }]);
  });

  it('shows why a session did not start', async () => {
    const { press, server, shell } = open(session());
    server.on(PATCH, () => refuse(409, 'Another session of this campaign is running.'));
    await press('Start session');
    await waitFor(() =>
      expect(shell.toasts.at(-1)).toMatchObject({
        tone: 'error',
        message: 'Another session of this campaign is running.',
      }),
    );
  });

  it('changes title and date, and warns that answers are cleared', async () => {
    const members = [{ person: 'pia', attendance: 'yes' }];
    const { choose, changes, user } = open(session({ members }));
    await choose('Edit title and date');
    const dialog = screen.getByRole('dialog');
    expect(within(dialog).getByLabelText<HTMLInputElement>('Time').value).toBe('19:00');
    await user.clear(within(dialog).getByLabelText('Title'));
    await fillIn(user, within(dialog).getByLabelText('Title'), 'The door');
    expect(within(dialog).queryByText(/clears the answers/)).toBeNull();
    await user.clear(within(dialog).getByLabelText('Time'));
    await fillIn(user, within(dialog).getByLabelText('Time'), '20:00');
    expect(within(dialog).getByText(/clears the answers/)).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await screen.findByRole('heading', { name: 'Session 12: The door' });
    expect(changes()).toEqual([
      {
        title: 'The door',
        starts_at: '2999-03-05T19:00:00.000Z',
        time_zone: 'Europe/Berlin',
      },
    ]);
  });

  it('withdraws, marks as played and cancels a start from the menu', async () => {
    const { choose, changes } = open(session({ starts_at: '2020-03-05T18:00:00.000Z' }));
    await choose('Withdraw announcement');
    await choose('Mark as played');
    await screen.findByText('Played');
    await choose('Reopen');
    await screen.findByText('Running');
    await choose('Cancel the start');
    await waitFor(() => expect(changes()).toHaveLength(4));
    expect(changes()).toEqual([
      { announced: false },
      { state: 'closed' },
      { state: 'running' },
      { state: 'planned' },
    ]);
  });

  it('deletes the session and returns to the list', async () => {
    const { choose, press, server, shell } = open(session());
    server.on('DELETE /api/campaigns/:id/sessions/:session/', () => answer(undefined, 204));
    await choose('Delete');
    await press('Delete session');
    await waitFor(() =>
      expect(shell.routing.navigations.at(-1)?.to).toBe(`/campaigns/${CAMPAIGN}/sessions`),
    );
  });

  it('keeps a checklist', async () => {
    const one = { id: 'one', text: 'Print the letter', done: false };
    const { press, server, user } = open(session({ checklist_items: [one] }));
    server
      .on(`POST ${ITEMS}`, () => answer({ id: 'two', text: 'Dice', done: false }, 201))
      .on(`PATCH ${ITEMS}:item/`, () => answer({ ...one, done: true }))
      .on(`DELETE ${ITEMS}:item/`, () => answer(undefined, 204));
    await user.click(await screen.findByRole('checkbox', { name: 'Print the letter' }));
    await fillIn(user, screen.getByLabelText('New item'), ' Dice ');
    await press('Add');
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('New item').value).toBe(''));
    const menu = 'More actions of “Print the letter”';
    await press(menu);
    await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
    await user.type(screen.getByLabelText('Item'), '!');
    await press('Save');
    await press(menu);
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    await waitFor(() => expect(server.callsTo(`DELETE ${ITEMS}:item/`)).toHaveLength(1));
    expect(server.callsTo(`POST ${ITEMS}`).map(({ body }) => body)).toEqual([{ text: 'Dice' }]);
    expect(server.callsTo(`PATCH ${ITEMS}:item/`).map(({ body }) => body)).toEqual([
      { done: true },
      { text: 'Print the letter!' },
    ]);
  });

  it('takes the next items while others are saved, and gives failed ones back', async () => {
    const { server, user } = open(session({ checklist_items: [] }));
    const responses: ((response: Response) => void)[] = [];
    server.on(`POST ${ITEMS}`, () => new Promise((resolve) => responses.push(resolve)));
    const field = await screen.findByLabelText<HTMLInputElement>('New item');
    await user.type(field, 'Dim the light{Enter}Music{Enter}Pos');
    expect(field.value).toBe('Pos');
    for (const first of [
      refuse(503, 'Back in a moment.'),
      answer({ id: 'one', text: 'Music', done: false }, 201),
    ]) {
      await waitFor(() => expect(responses).toHaveLength(1));
      await act(async () => responses.pop()?.(first));
    }
    expect(server.callsTo(`POST ${ITEMS}`).map(({ body }) => body)).toEqual([
      { text: 'Dim the light' },
      { text: 'Music' },
    ]);
    expect(field.value).toBe('Dim the light Pos');
  });

  it('creates a plan once, as a note that only game masters see', async () => {
    const { press, changes, server, shell } = open(session());
    server.on('POST /api/documents/notes/', () => refuse(503, 'Back in a moment.'));
    await press('Write a plan');
    expect(await screen.findByText('Back in a moment.')).toBeTruthy();
    server.on('POST /api/documents/notes/', () => answer({ id: 'plan-note' }, 201));
    await press('Write a plan');
    await waitFor(() =>
      expect(shell.routing.navigations.at(-1)?.to).toBe(
        `/campaigns/${CAMPAIGN}/library/plan-note?edit=1`,
      ),
    );
    const notes = server.callsTo('POST /api/documents/notes/').map(({ body }) => body) as {
      idempotency_key: string;
      is_spoilers?: boolean;
      title: string;
    }[];
    expect(notes).toHaveLength(2);
    expect(notes[1]).toEqual(notes[0]);
    expect(notes[0]).toMatchObject({ title: 'Plan: Session 12: The gate', is_spoilers: true });
    expect(changes()).toEqual([{ plan: 'plan-note' }]);
    expect(await screen.findByRole('link', { name: 'Open the plan' })).toBeTruthy();
  });

  describe('creates a recap', () => {
    const RECAPS = 'POST /api/documents/recaps/';
    const started_at = '2026-11-01T18:00:00.000Z';
    const closed_at = '2026-11-01T22:30:00.000Z';
    const items = [{ id: 'one', text: 'Print the letter', done: true }];
    const closed = session({
      ...{ state: 'closed', started_at, closed_at },
      checklist_items: items,
    });
    const running = session({ state: 'running', started_at });

    it.each([
      [
        'of a closed session',
        closed,
        { until: closed_at, checklist: [{ text: 'Print the letter', done: true }] },
      ],
      ['of a running session, until now', running, { checklist: [] }],
    ])('%s', async (_, stored, until) => {
      const { press, changes, server, shell } = open(stored);
      server.on(RECAPS, () => refuse(503, 'Back in a moment.'));
      await press('Write the recap');
      expect(await screen.findByText('Back in a moment.')).toBeTruthy();
      server.on(RECAPS, () => answer({ id: 'recap-note' }, 201));
      await press('Write the recap');
      await waitFor(() =>
        expect(shell.routing.navigations.at(-1)?.to).toBe(
          `/campaigns/${CAMPAIGN}/library/recap-note?edit=1`,
        ),
      );
      const [first, second] = server.callsTo(RECAPS).map(({ body }) => body);
      expect(second).toEqual(first);
      expect(second).toEqual({
        ...{ campaign: CAMPAIGN, title: 'Session 12: recap', from: started_at, ...until },
        idempotency_key: expect.any(String),
      });
      expect(changes()).toEqual([{ recap: 'recap-note' }]);
      const link = await screen.findByRole('link', { name: 'Open the recap' });
      expect(link.getAttribute('href')).toBe(`/campaigns/${CAMPAIGN}/library/recap-note`);
    });

    it.each([
      [{ title_released: true }, 'Session 12: The gate'],
      [{ title_released: false }, 'Session 12: recap'],
      [{ title_released: true, title: null }, 'Session 12: recap'],
    ])('and offers to publish it under a title that players may see', async (more, expected) => {
      open({ ...closed, recap: 'recap-note', ...more });
      await screen.findByRole('link', { name: 'Open the recap' });
      const widget = document.querySelector('[data-widget="documents.publish-recap"]');
      expect(JSON.parse(widget?.textContent ?? '')).toEqual({
        ...{ campaignId: CAMPAIGN, document: 'recap-note' },
        proposedTitle: expected,
      });
    });

    it('once the session has started', async () => {
      open(session());
      expect(await screen.findByRole('button', { name: 'Write a plan' })).toBeTruthy();
      expect(screen.queryByRole('heading', { name: 'Recap' })).toBeNull();
    });
  });
});

describe('for players', () => {
  const player = { role: 'player' as const };

  it('shows number and date, and takes an answer', async () => {
    const members = [{ person: 'tom', attendance: 'maybe' }];
    const { press, changes, server } = open(sessionOfPlayer({ members }), player);
    await screen.findByRole('heading', { name: 'Session 12' });
    for (const name of ['Plan', 'Recap', 'Checklist', 'Reveals and shows'])
      expect(screen.queryByRole('region', { name })).toBeNull();
    expect(screen.queryByRole('button', { name: /^More actions/ })).toBeNull();
    expect(screen.getByText('Maybe (1)').nextSibling?.textContent).toBe('Tom Ash');
    expect(screen.getByText('No answer yet (1)').nextSibling?.textContent).toBe('Pia Reed');
    await press('Yes');
    expect((await screen.findByRole('button', { name: 'Yes' })).ariaPressed).toBe('true');
    await press('Yes');
    await waitFor(() => expect(changes()).toEqual([{ attendance: 'yes' }, { attendance: null }]));
    server.on(PATCH, () => refuseSilently(500));
    await press('No');
    expect(await screen.findByText('Could not save your answer. Choose it again.')).toBeTruthy();
  });

  it('marks the news of sessions as read, also after a change', async () => {
    const { server, shell } = open(sessionOfPlayer(), player);
    await screen.findByText('Planned');
    await waitFor(() => expect(server.callsTo(READ)).toHaveLength(1));
    await act(async () => shell.hints.give({ kind: 'sessions', campaign: CAMPAIGN, id: SESSION }));
    expect(server.callsTo(READ).map(({ body }) => body)).toEqual([
      { campaign: CAMPAIGN, kind: 'session' },
      { campaign: CAMPAIGN, kind: 'session' },
    ]);
  });

  it('updates when the session changes', async () => {
    const { server, shell } = open(sessionOfPlayer(), player);
    await screen.findByText('Planned');
    server.on(GET, () => answer(sessionOfPlayer({ state: 'running' })));
    await act(async () => shell.hints.give({ kind: 'sessions', campaign: CAMPAIGN, id: SESSION }));
    expect(await screen.findByText('Running')).toBeTruthy();
  });

  it('says that there is no such session', async () => {
    const { server, showSession } = openTable({ role: 'player' });
    server.on(GET, () => refuseSilently(404));
    showSession();
    expect(await screen.findByText('There is no such session.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All sessions' })).toBeTruthy();
  });
});

describe('the published recap', () => {
  const RECAP = 'GET /api/documents/recaps/';
  const started_at = '2026-11-01T18:00:00.000Z';
  const played = sessionOfPlayer({
    ...{ state: 'closed', started_at, closed_at: '2026-11-01T22:30:00.000Z' },
  });
  const recap = { id: 'recap-note', title: 'Session 12: recap' };
  const hint = { kind: 'documents', campaign: CAMPAIGN, id: 'recap-note' } as const;

  it('is linked for players once they see it', async () => {
    const table = openTable({ role: 'player', sessions: [played] });
    const { server, shell } = table;
    server.on(RECAP, () => answer({ recap: null }));
    table.showSession();
    await screen.findByText('Who came');
    await waitFor(() => expect(server.callsTo(RECAP)).toHaveLength(1));
    expect(Object.fromEntries(server.callsTo(RECAP)[0]!.query)).toEqual({
      campaign: CAMPAIGN,
      from: started_at,
    });
    expect(screen.queryByRole('region', { name: 'Recap' })).toBeNull();
    server.on(RECAP, () => answer({ recap }));
    await act(async () => shell.hints.give(hint));
    const section = await screen.findByRole('region', { name: 'Recap' });
    const link = within(section).getByRole('link', { name: 'Session 12: recap' });
    expect(link.getAttribute('href')).toBe(`/campaigns/${CAMPAIGN}/library/recap-note`);
  });

  it('is linked for a game master as a player sees it', async () => {
    const path = `/campaigns/${CAMPAIGN}/sessions/${SESSION}?as=pia`;
    const table = openTable({ sessions: [played], path });
    table.server.on(RECAP, () => answer({ recap }));
    table.showSession();
    const link = await screen.findByRole('link', { name: 'Session 12: recap' });
    expect(link.getAttribute('href')).toBe(`/campaigns/${CAMPAIGN}/library/recap-note?as=pia`);
    expect(table.server.callsTo(RECAP)[0]?.viewAs).toBe('pia');
  });

  it('is not requested before the start, or for game masters', async () => {
    for (const [stored, role] of [
      [sessionOfPlayer(), 'player'],
      [session({ state: 'closed', started_at }), 'owner'],
    ] as const) {
      const table = openTable({ role, sessions: [stored] });
      const { unmount } = table.showSession();
      await screen.findByText(/^Who (is coming|came)$/);
      expect(table.server.callsTo(RECAP)).toEqual([]);
      unmount();
    }
  });
});

it('is shown to a game master as a player sees it', async () => {
  const path = `/campaigns/${CAMPAIGN}/sessions/${SESSION}?as=pia`;
  const { server } = open(sessionOfPlayer(), { path });
  await screen.findByText('No answer yet (2)');
  expect(screen.queryByRole('button', { name: 'Start session' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Yes' })).toBeNull();
  expect(server.callsTo(GET)[0]?.viewAs).toBe('pia');
  expect(server.callsTo(READ)).toEqual([]);
});
