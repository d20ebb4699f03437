import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Button } from '../button';
import { Dialog } from './dialog';

function Page({ busy = false }: { busy?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Delete</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        busy={busy}
        title="Delete document"
        description='Are you sure you want to delete "map.pdf"?'
        actions={
          <>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button variant="danger">OK</Button>
          </>
        }
      />
    </>
  );
}

describe('Dialog', () => {
  it('has a name and a description, takes the focus in and keeps it', async () => {
    render(<Page />);
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));

    const dialog = screen.getByRole('dialog', { name: 'Delete document' });
    const described = document.getElementById(dialog.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toContain('map.pdf');
    expect(document.activeElement?.textContent).toBe('Cancel');
    await userEvent.tab();
    await userEvent.tab();
    expect(document.activeElement?.textContent).toBe('Cancel');
  });

  it('moves the focus to the error message', async () => {
    render(
      <Dialog open onClose={() => {}} title="Outline" actions={<button>Close</button>}>
        <input aria-label="Find" />
        <a href="#here" data-first-focus="">
          Here
        </a>
      </Dialog>,
    );
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Here'));
  });

  it.each([
    ['stays on a press outside', 'text', 'a@example.org', 0],
    ['closes on a press outside', 'text', undefined, 1],
    ['closes on a press outside', 'search', 'a', 1],
  ])('%s with a field of type %s that holds %s', async (_, type, typed, closed) => {
    const close = jest.fn();
    render(
      <Dialog open onClose={close} title="Invite players">
        <input aria-label="Field" type={type} />
      </Dialog>,
    );
    // Radix listens from the next task on.
    await new Promise((resolve) => setTimeout(resolve));
    if (typed) await userEvent.type(screen.getByLabelText('Field'), typed);
    fireEvent.pointerDown(document.body);
    fireEvent.click(document.body);
    expect(close).toHaveBeenCalledTimes(closed);
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    expect(close).toHaveBeenCalledTimes(closed + 1);
  });

  it('closes when the system goes back, as Android does, and not while it is busy', async () => {
    const open = new Set<{ onclose: (() => void) | null }>();
    class CloseWatcher {
      onclose: (() => void) | null = null;
      constructor() {
        open.add(this);
      }
      destroy() {
        open.delete(this);
      }
    }
    Object.assign(window, { CloseWatcher });
    const { rerender } = render(<Page />);
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    rerender(<Page busy />);
    expect(open.size).toBe(0);
    rerender(<Page />);
    expect(open.size).toBe(1);
    act(() => [...open][0]?.onclose?.());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(open.size).toBe(0);
    Reflect.deleteProperty(window, 'CloseWatcher');
  });

  it('closes on Escape and returns the focus to where it was', async () => {
    render(<Page />);
    const trigger = screen.getByRole('button', { name: 'Delete' });
    await userEvent.click(trigger);
    await userEvent.keyboard('{Escape}');

    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(trigger));
  });

  it('does not move a focus that was set elsewhere on close', async () => {
    render(
      <>
        <Page />
        <input aria-label="Elsewhere" />
      </>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    // Focus returns in a later task, when another page may already be shown.
    screen.getByLabelText('Elsewhere').focus();
    await new Promise((resolve) => setTimeout(resolve, 0));

    expect(document.activeElement).toBe(screen.getByLabelText('Elsewhere'));
  });

  it('can not be left while something is under way', async () => {
    render(<Page busy />);
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await userEvent.keyboard('{Escape}');

    expect(screen.getByRole('dialog').getAttribute('aria-busy')).toBe('true');
  });
});
