import { act, fireEvent, render, screen } from '@testing-library/react';
import { answer, createFakeShell, held, refuse } from '@tomekeeper/remote-kit/testing';
import { create } from '../../remote';

const LIST = 'GET /api/operations/';

/** The page as the shell would show it, with a network of the test's making. */
function page() {
  const shell = createFakeShell();
  return {
    shell,
    server: shell.server,
    show() {
      const found = create(shell).routes.find(({ path }) => path === '/operations');
      if (!found) throw new Error('src/remote.tsx brings no page for /operations.');
      return render(<found.Page />);
    },
  };
}

describe('Operations', () => {
  it('shows what there is, as text', async () => {
    const { server, shell, show } = page();
    server.on(LIST, () => answer([{ id: 'one', title: '<b>First</b>' }]));
    show();
    expect(await screen.findByText('<b>First</b>')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Operations');
    expect(shell.routing.title()).toBe('Operations');
  });

  it('says that it is loading, and then that there is nothing yet', async () => {
    const { server, show } = page();
    const later = held();
    server.on(LIST, () => later.promise);
    show();
    expect(screen.getByText('Loading…')).toBeTruthy();
    await act(async () => later.release(answer([])));
    expect(await screen.findByText('Nothing here yet.')).toBeTruthy();
  });

  it('says that it could not load, and why, and tries again', async () => {
    const { server, show } = page();
    server.on(LIST, () => refuse(400, 'The list is being moved.'));
    show();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('This page could not be loaded.');
    expect(alert.textContent).toContain('The list is being moved.');

    server.on(LIST, () => answer([{ id: 'one', title: 'First' }]));
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('First')).toBeTruthy();
  });
});
