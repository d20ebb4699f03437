import { screen, waitFor, within } from '@testing-library/react';
import { answer, refuse, refuseSilently } from '@tomekeeper/remote-kit/testing';
import { openTable, session } from '../../testing/show-table';

const DOCUMENTS = 'GET /api/documents/';
const CREATE = 'POST /api/campaigns/:id/sessions/';
const document = (original_filename: string, is_spoilers: boolean) => ({
  id: original_filename,
  original_filename,
  kind: 'note',
  is_spoilers,
});

async function openDialog(documents: readonly object[]) {
  const table = openTable();
  table.server
    .on(DOCUMENTS, () => answer(documents))
    .on(CREATE, () => answer(session({ state: 'closed' }), 201));
  table.showList();
  await table.user.click(await screen.findByRole('button', { name: 'Find past sessions' }));
  return table;
}

it('creates the chosen sessions, with the titles that players see already', async () => {
  const { server, user, shell } = await openDialog([
    document('Session 1: the bell', false),
    document('Session 2: the betrayal', true),
    document('Session 3', true),
    document('Session 12: the gate', true),
  ]);
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByRole('button', { name: 'Create 3 sessions' });
  await user.click(within(dialog).getByRole('checkbox', { name: 'Session 3' }));
  await user.click(within(dialog).getByRole('button', { name: 'Create 2 sessions' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.callsTo(CREATE).map(({ body }) => body)).toEqual([
    {
      ...{ number: 1, title: 'the bell', title_released: true, state: 'closed' },
      recap: 'Session 1: the bell',
    },
    {
      ...{ number: 2, title: 'the betrayal', title_released: false, state: 'closed' },
      recap: 'Session 2: the betrayal',
    },
  ]);
  expect(server.callsTo(DOCUMENTS)[0]?.query.get('q')).toBe('session');
  expect(shell.toasts.at(-1)?.message).toBe('2 sessions created.');
});

it('says that there is none', async () => {
  await openDialog([document('Session 12', true), document('A letter', true)]);
  expect(await screen.findByText(/^No document is named like a session/)).toBeTruthy();
});

it('shows failures', async () => {
  const { server, user } = await openDialog([document('Session 1', true)]);
  server.on(CREATE, () => refuse(409, 'There already is a session 1.'));
  await user.click(await screen.findByRole('button', { name: 'Create 1 session' }));
  expect(await screen.findByText('There already is a session 1.')).toBeTruthy();
});

it('can load the documents again', async () => {
  const table = openTable();
  table.server.on(DOCUMENTS, () => refuseSilently(500));
  table.showList();
  await table.user.click(await screen.findByRole('button', { name: 'Find past sessions' }));
  expect(await screen.findByText('Unable to load documents.')).toBeTruthy();
});
