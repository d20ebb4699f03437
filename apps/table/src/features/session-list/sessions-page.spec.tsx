import { screen, within } from '@testing-library/react';
import { answer, fillIn, refuse, refuseSilently } from '@tomekeeper/remote-kit/testing';
import { CAMPAIGN, openTable, session, SESSION, sessionOfPlayer } from '../../testing/show-table';

const CREATE = 'POST /api/campaigns/:id/sessions/';

it('lists the next sessions by date, and the played ones', async () => {
  const { showList } = openTable({
    sessions: [
      session({ id: 'later', number: 14, title: null, starts_at: '2999-04-05T18:00:00.000Z' }),
      session({ id: 'hidden', number: null, title: 'The betrayal', starts_at: null }),
      session({ id: 'next', number: 13, title: null }),
      session({ id: 'now', number: 12, state: 'running', started_at: '2026-03-01T18:00:00.000Z' }),
      session({ id: 'old', number: 11, title: null, state: 'closed' }),
    ],
  });
  showList();
  const next = await screen.findByRole('region', { name: 'Next' });
  const names = (region: HTMLElement) =>
    within(region)
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
  expect(names(next)).toEqual(['Session 12: The gate', 'Session 13', 'Session 14', 'The betrayal']);
  expect(within(next).getByText('Running')).toBeTruthy();
  expect(within(next).getByText('Not announced')).toBeTruthy();
  expect(names(screen.getByRole('region', { name: 'Played' }))).toEqual(['Session 11']);
});

it('explains an empty list', async () => {
  openTable({ sessions: [] }).showList();
  expect(await screen.findByText(/^Plan the next one/)).toBeTruthy();
});

it('tells players where the next session will be, and offers no planning', async () => {
  openTable({ sessions: [], role: 'player' }).showList();
  expect(await screen.findByText(/announce the next one here/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Plan a session' })).toBeNull();
});

it('says how the viewer answered', async () => {
  const sessions = [sessionOfPlayer({ attendance: 'yes', answers: { yes: 2, maybe: 1, no: 0 } })];
  openTable({ sessions, role: 'player' }).showList();
  expect(await screen.findByText('You come · 2 yes, 1 maybe, 0 no')).toBeTruthy();
});

it('plans a session and opens it', async () => {
  const { showList, server, shell, user } = openTable({ sessions: [] });
  server.on(CREATE, () => answer(session({ number: null }), 201));
  showList();
  await user.click(await screen.findByRole('button', { name: 'Plan a session' }));
  await fillIn(user, screen.getByLabelText('Title'), 'The gate');
  await fillIn(user, screen.getByLabelText('Date'), '2999-03-05');
  await user.selectOptions(screen.getByLabelText('Time zone'), 'Europe/Berlin');
  await user.click(screen.getByRole('button', { name: 'Plan session' }));
  await screen.findByRole('button', { name: 'Plan a session' });
  expect(server.callsTo(CREATE)[0]?.body).toEqual({
    title: 'The gate',
    starts_at: '2999-03-05T18:00:00.000Z',
    time_zone: 'Europe/Berlin',
  });
  expect(shell.routing.navigations.at(-1)?.to).toBe(`/campaigns/${CAMPAIGN}/sessions/${SESSION}`);
});

it('keeps the dialog open with the reason', async () => {
  const { showList, server, user } = openTable({ sessions: [] });
  server.on(CREATE, () => refuse(409, 'A campaign can have at most 500 sessions.'));
  showList();
  await user.click(await screen.findByRole('button', { name: 'Plan a session' }));
  await user.clear(screen.getByLabelText('Time'));
  await fillIn(user, screen.getByLabelText('Date'), '2999-03-05');
  await user.click(screen.getByRole('button', { name: 'Plan session' }));
  expect(await screen.findByText('Enter a date and a time.')).toBeTruthy();
  await fillIn(user, screen.getByLabelText('Time'), '19:00');
  await user.click(screen.getByRole('button', { name: 'Plan session' }));
  expect(await screen.findByText('A campaign can have at most 500 sessions.')).toBeTruthy();
});

it('shows the failure, and loads again', async () => {
  const { showList, server, user } = openTable();
  server.on('GET /api/campaigns/:id/sessions/', () => refuseSilently(500));
  showList();
  expect(await screen.findByText('Unable to load sessions.')).toBeTruthy();
  server.on('GET /api/campaigns/:id/sessions/', () => answer([session()]));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('link', { name: 'Session 12: The gate' })).toBeTruthy();
});
