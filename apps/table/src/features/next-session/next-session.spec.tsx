import { cleanup, screen, waitFor } from '@testing-library/react';
import { answer, refuseSilently } from '@tomekeeper/remote-kit/testing';
import { CAMPAIGN, openTable, session, SESSION, sessionOfPlayer } from '../../testing/show-table';

const PATCH = 'PATCH /api/campaigns/:id/sessions/:session/';

it('shows the running session before the next one', async () => {
  const sessions = [
    session({ id: 'next', number: 13 }),
    session({ state: 'running', started_at: '2026-03-01T18:00:00.000Z' }),
  ];
  openTable({ sessions }).showNext();
  expect(await screen.findByText('Running')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Session 12: The gate' });
  expect(link.getAttribute('href')).toBe(`/campaigns/${CAMPAIGN}/sessions/${SESSION}`);
});

it('counts answers and checklist items for game masters', async () => {
  const answers = { yes: 3, maybe: 0, no: 1 };
  const sessions = [session({ answers, checklist: { items: 4, done: 1 } })];
  openTable({ sessions }).showNext();
  expect(await screen.findByText(/3 coming · 1 of 4 items done/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Yes' })).toBeNull();
});

it('opens the plan and starts the session for game masters', async () => {
  const { server, user, shell, showNext } = openTable({ sessions: [session({ plan: 'note' })] });
  server.on(PATCH, () => answer(session({ state: 'running' })));
  showNext();
  expect((await screen.findByRole('link', { name: 'Plan' })).getAttribute('href')).toBe(
    `/campaigns/${CAMPAIGN}/library/note`,
  );
  await user.click(screen.getByRole('button', { name: 'Start session' }));
  await waitFor(() => expect(server.callsTo(PATCH)[0]?.body).toEqual({ state: 'running' }));
  await waitFor(() => expect(shell.toasts[0]?.message).toBe('Session 12 is running.'));
});

it('asks for the number before it starts a session that players do not see', async () => {
  const { server, user, showNext } = openTable({ sessions: [session({ number: null })] });
  server.on(PATCH, () => answer(session({ state: 'running' })));
  showNext();
  await user.click(await screen.findByRole('button', { name: 'Start session' }));
  await user.click(await screen.findByRole('button', { name: 'Announce and start' }));
  await waitFor(() =>
    expect(server.callsTo(PATCH)[0]?.body).toMatchObject({ announced: true, state: 'running' }),
  );
});

it('has no plan and no start for a running session and for players', async () => {
  const running = session({ state: 'running', started_at: '2026-03-01T18:00:00.000Z' });
  openTable({ sessions: [running] }).showNext();
  await screen.findByText('Running');
  expect(screen.queryByRole('button', { name: 'Start session' })).toBeNull();
  cleanup();
  openTable({ sessions: [sessionOfPlayer()], role: 'player' }).showNext();
  await screen.findByRole('button', { name: 'Yes' });
  expect(screen.queryByRole('button', { name: 'Start session' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Plan' })).toBeNull();
});

it('takes a player’s answer', async () => {
  const sessions = [sessionOfPlayer()];
  const { server, user, showNext } = openTable({ sessions, role: 'player' });
  server.on(PATCH, () => answer(sessionOfPlayer({ attendance: 'yes' })));
  showNext();
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(server.callsTo(PATCH)[0]?.body).toEqual({ attendance: 'yes' }));
});

it('links to the sessions if none is planned', async () => {
  openTable({ sessions: [session({ state: 'closed' })] }).showNext();
  expect((await screen.findByRole('link', { name: 'Plan one' })).getAttribute('href')).toBe(
    `/campaigns/${CAMPAIGN}/sessions`,
  );
});

it('shows a game master the page of the party, without answers', async () => {
  const { showNext, server } = openTable({ sessions: [sessionOfPlayer()] });
  showNext('party');
  const link = await screen.findByRole('link', { name: 'Session 12' });
  expect(link.getAttribute('href')).toBe(`/campaigns/${CAMPAIGN}/sessions/${SESSION}?as=party`);
  expect(screen.queryByRole('button', { name: 'Yes' })).toBeNull();
  expect(server.callsTo('GET /api/campaigns/:id/sessions/')[0]?.viewAs).toBe('party');
});

it('shows the failure, and loads again', async () => {
  const { showNext, server, user } = openTable();
  server.on('GET /api/campaigns/:id/sessions/', () => refuseSilently(500));
  showNext();
  expect(await screen.findByText('Unable to load sessions.')).toBeTruthy();
  server.on('GET /api/campaigns/:id/sessions/', () => answer([session()]));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('link', { name: 'Session 12: The gate' })).toBeTruthy();
});
