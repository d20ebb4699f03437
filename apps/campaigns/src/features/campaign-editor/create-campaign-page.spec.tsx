import { act, screen, waitFor } from '@testing-library/react';
import { answer, cutOff, fillIn, held, refuse } from '@tomekeeper/remote-kit/testing';
import { showPage, strahdId } from '../../testing/show-page';

const CREATE = 'POST /api/campaigns/';
const title = () => screen.getByLabelText('Title');
const gameSystem = () => screen.getByLabelText('Game system');
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Create' });

describe('Create Campaign', () => {
  it('has labelled fields with an example each', () => {
    showPage('/campaigns/new').show();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Create Campaign');
    expect(title().getAttribute('placeholder')).toBe('Curse of Strahd');
    expect(gameSystem().getAttribute('placeholder')).toBe('D&D 5e');
    expect(document.activeElement).toBe(title());
  });

  it('can be pressed only when both hold more than spaces: "disabled unless title and game system are both non-empty after trimming"', async () => {
    const { user, show } = showPage('/campaigns/new');
    show();
    expect(button().disabled).toBe(true);
    expect(screen.queryByText(/Still missing/)).toBeNull();
    await fillIn(user, title(), 'Curse of Strahd');
    expect(button().disabled).toBe(true);
    expect(screen.getByText('Still missing: game system.').role).toBe('status');
    await fillIn(user, gameSystem(), '   ');
    expect(button().disabled).toBe(true);
    await user.type(gameSystem(), 'x');
    expect(button().disabled).toBe(false);
    expect(screen.queryByText(/Still missing/)).toBeNull();
    await user.clear(title());
    expect(screen.getByText('Still missing: title.')).toBeTruthy();
  });

  it('sends trimmed values once and opens the new campaign: "values are trimmed on send", "On create, navigate to /campaigns/{new id}."', async () => {
    const { user, server, shell, show } = showPage('/campaigns/new');
    const later = held();
    server.on(CREATE, () => later.promise);
    show();
    await fillIn(user, title(), '  Curse of Strahd ');
    await fillIn(user, gameSystem(), ' D&D 5e');
    expect(shell.routing.asksBeforeLeaving()).toBe(true);
    await user.keyboard('{Enter}{Enter}');
    await user.click(screen.getByRole('button', { name: 'Creating…' }));
    await act(async () => later.release(answer({ id: strahdId }, 201)));

    await waitFor(() =>
      expect(shell.routing.navigations).toEqual([{ to: `/campaigns/${strahdId}`, replace: true }]),
    );
    expect(shell.routing.asksBeforeLeaving()).toBe(false);
    expect(server.callsTo(CREATE).map(({ body }) => body)).toEqual([
      { title: 'Curse of Strahd', game_system: 'D&D 5e', players: [] },
    ]);
  });

  it('sends one call for two presses at once', async () => {
    const { user, server, show } = showPage('/campaigns/new');
    const later = held();
    server.on(CREATE, () => later.promise);
    show();
    await fillIn(user, title(), 'Curse of Strahd');
    await fillIn(user, gameSystem(), 'D&D 5e');
    // In one task, before React rerenders.
    act(() => {
      button().click();
      button().click();
    });
    await screen.findByRole('button', { name: 'Creating…' });
    expect(server.callsTo(CREATE)).toHaveLength(1);
  });

  it('shows the error of the server, and field errors next to the fields', async () => {
    const { user, server, show } = showPage('/campaigns/new');
    server.on(CREATE, () =>
      refuse(400, 'Please check the title.', {
        title: ['Title must have at most 200 characters.'],
      }),
    );
    show();
    await fillIn(user, title(), 'Long');
    await user.type(gameSystem(), 'D&D 5e{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Please check the title.');
    expect(title().getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Title must have at most 200 characters.')).toBeTruthy();

    await user.type(title(), 'er');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it("says 'Save failed' when the server gives no reason", async () => {
    const { user, server, show } = showPage('/campaigns/new');
    server.on(CREATE, cutOff);
    show();
    await user.type(title(), 'A');
    await user.type(gameSystem(), 'B{Enter}');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Save failed');
    expect(alert.textContent).toContain('Network Error');
    expect(button().disabled).toBe(false);
  });

  it('goes back to the list', async () => {
    const { user, shell, show } = showPage('/campaigns/new');
    show();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(shell.routing.navigations).toEqual([{ to: '/home', replace: false }]);
  });
});
