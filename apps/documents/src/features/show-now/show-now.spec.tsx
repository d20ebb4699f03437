import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { answer, createFakeShell, fakePerson, refuse } from '@tomekeeper/remote-kit/testing';
import { create } from '../../remote';
import { FakeViewport } from '../../testing/fake-viewport';

const SHOWN = 'GET /api/documents/shown/';
const map = {
  id: 'a map',
  campaign: 'a campaign',
  original_filename: 'Notes.xyz',
  s3_key: 'key',
  is_spoilers: false,
  created_at: '2026-01-01T00:00:00.000Z',
};
const hint = (kind: string) => ({ kind, campaign: map.campaign, id: map.id });

function start() {
  new FakeViewport().install();
  const shell = createFakeShell({
    session: { status: 'signed-in', user: fakePerson('Lucy') },
  });
  shell.server.on(SHOWN, () => answer({ shown: null }));
  shell.server.on('GET /api/documents/:id/content/', () =>
    answer({ url: 'http://store.test/file', expires_at: '2026-01-01T00:01:00.000Z' }),
  );
  const remote = create(shell);
  const Widget = remote.widgets?.['documents.shown-now'];
  if (!Widget) throw new Error('There is no such widget.');
  render(<Widget />);
  const shows = (id: string, at = '2026-01-01T00:00:00.000Z') =>
    shell.server.on(SHOWN, () => answer({ shown: { id, shown_at: at, document: map } }));
  return { shell, shows, remote };
}
beforeEach(() => localStorage.clear());

it('lays what is shown over the page, and takes it away when it is over', async () => {
  const { shell, shows } = start();
  await waitFor(() => expect(shell.server.callsTo(SHOWN)).toHaveLength(1));
  expect(shell.docked).toEqual([]);
  shows('first');
  act(() => shell.hints.give(hint('show')));
  expect(await screen.findByRole('dialog', { name: 'Notes.xyz' })).toBeTruthy();
  expect(shell.docked).toEqual(['documents.shown-now']);
  shell.server.on(SHOWN, () => answer({ shown: null }));
  act(() => shell.hints.give(hint('documents')));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(shell.docked).toEqual([]);
});

it('stays closed once it was closed, until something else is shown', async () => {
  const { shell, shows } = start();
  shows('first');
  act(() => shell.hints.give(hint('show')));
  await screen.findByRole('dialog');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  const { length } = shell.server.callsTo(SHOWN);
  act(() => shell.hints.give(hint('everything')));
  await waitFor(() => expect(shell.server.callsTo(SHOWN)).toHaveLength(length + 1));
  expect(screen.queryByRole('dialog')).toBeNull();
  shows('second', '2026-01-01T00:01:00.000Z');
  act(() => shell.hints.give(hint('show')));
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Close' }));
  // The second one is taken back, and the first would be shown again.
  shows('first');
  const before = shell.server.callsTo(SHOWN).length;
  act(() => shell.hints.give(hint('show')));
  await waitFor(() => expect(shell.server.callsTo(SHOWN)).toHaveLength(before + 1));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('asks again by itself where nobody could say what is shown', async () => {
  jest.useFakeTimers();
  try {
    const { shell, shows, remote } = start();
    shell.server.on(SHOWN, () => refuse(503, 'Please try again in a moment.'));
    act(() => shell.hints.give(hint('show')));
    await act(() => jest.advanceTimersByTimeAsync(100));
    shows('first');
    await act(() => jest.advanceTimersByTimeAsync(3_000));
    expect(shell.docked).toEqual(['documents.shown-now']);
    remote.dispose?.();
  } finally {
    jest.useRealTimers();
  }
});

it('takes it away when nobody can say whether it may still be seen', async () => {
  const { shell, shows } = start();
  shows('first');
  act(() => shell.hints.give(hint('show')));
  await screen.findByRole('dialog');
  shell.server.on(SHOWN, () => refuse(503, 'Please try again in a moment.'));
  act(() => shell.hints.give(hint('documents')));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('leaves nothing of what was shown on the device of somebody who logs out', async () => {
  const { shell, shows } = start();
  shows('first');
  act(() => shell.hints.give(hint('show')));
  await screen.findByRole('dialog');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Close' }));
  expect(localStorage).toHaveLength(1);
  act(() => shell.session.set({ status: 'signed-out' }));
  expect(localStorage).toHaveLength(0);
});
