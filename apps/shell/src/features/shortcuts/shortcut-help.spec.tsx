import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { ShortcutHelp } from './shortcut-help';

const press = (target: Element | Window = window, more: object = {}) =>
  fireEvent.keyDown(target, { key: '?', ...more });
const dialog = () => screen.queryByRole('dialog', { name: 'Keyboard shortcuts' });

beforeEach(async () => {
  render(
    <>
      <ShortcutHelp report={() => undefined}>
        <p>Shortcuts of a remote</p>
      </ShortcutHelp>
      <input aria-label="A field" />
    </>,
  );
  await import('./shortcut-dialog');
});

describe('the list of keyboard shortcuts', () => {
  it('opens on ? and closes on Escape', async () => {
    press();
    await waitFor(() => expect(dialog()).toBeTruthy());
    expect(dialog()?.textContent).toContain('Search');
    expect(dialog()?.textContent).toContain('Shortcuts of a remote');
    fireEvent.keyDown(dialog()!, { key: 'Escape' });
    await waitFor(() => expect(dialog()).toBeNull());
  });

  it('opens while typing on Ctrl+/', async () => {
    fireEvent.keyDown(screen.getByLabelText('A field'), { key: '/', ctrlKey: true });
    await waitFor(() => expect(dialog()).toBeTruthy());
  });

  it('stays closed while typing and with a modifier', async () => {
    press(screen.getByLabelText('A field'));
    press(window, { ctrlKey: true });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(dialog()).toBeNull();
  });
});
