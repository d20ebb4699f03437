import { act, fireEvent, render, screen } from '@testing-library/react';
import { ToastViewport, type ToastMessage } from '.';

const saved: ToastMessage = { id: '1', message: 'Saved', tone: 'success' };

describe('ToastViewport', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));

  it('is a live region before the first message comes', () => {
    render(<ToastViewport toasts={[]} onDismiss={jest.fn()} />);
    expect(screen.getByRole('list', { name: 'Messages' }).getAttribute('aria-live')).toBe('polite');
  });

  it('dismisses messages automatically, errors later', () => {
    const dismiss = jest.fn();
    const failed: ToastMessage = { id: '2', message: 'Save failed', tone: 'error' };
    render(<ToastViewport toasts={[saved, failed]} onDismiss={dismiss} />);
    wait(6_000);
    expect(dismiss.mock.calls).toEqual([['1']]);
    wait(6_000);
    expect(dismiss.mock.calls).toContainEqual(['2']);
  });

  it('keeps a message while it is pointed at or holds the focus', () => {
    const dismiss = jest.fn();
    render(<ToastViewport toasts={[saved]} onDismiss={dismiss} />);
    fireEvent.focus(screen.getByRole('button', { name: 'Dismiss' }));
    wait(60_000);
    expect(dismiss).not.toHaveBeenCalled();
    fireEvent.blur(screen.getByRole('button', { name: 'Dismiss' }));
    wait(6_000);
    expect(dismiss).toHaveBeenCalledWith('1');
  });

  const hidden = (run: () => void): ToastMessage => ({
    id: '3',
    message: 'Map is hidden',
    action: { label: 'Undo', run },
  });

  it('keeps a message with an action for ten seconds', async () => {
    const dismiss = jest.fn();
    await act(async () =>
      render(<ToastViewport toasts={[hidden(jest.fn())]} onDismiss={dismiss} />),
    );
    wait(9_900);
    expect(dismiss).not.toHaveBeenCalled();
    wait(200);
    expect(dismiss).toHaveBeenCalledWith('3');
  });

  it('keeps it while the focus is on it, though the pointer has left', async () => {
    const dismiss = jest.fn();
    await act(async () =>
      render(<ToastViewport toasts={[hidden(jest.fn())]} onDismiss={dismiss} />),
    );
    const action = screen.getByRole('button', { name: 'Undo' });
    fireEvent.focus(action);
    fireEvent.pointerEnter(action);
    fireEvent.pointerLeave(action);
    wait(60_000);
    expect(dismiss).not.toHaveBeenCalled();
  });

  it('is reached by F8 from anywhere, runs the action once, and gives the focus back', async () => {
    const [dismiss, run] = [jest.fn(), jest.fn()];
    const page = (toasts: ToastMessage[]) => (
      <>
        <button type="button">Row</button>
        <ToastViewport toasts={toasts} onDismiss={dismiss} />
      </>
    );
    const { rerender } = await act(async () => render(page([saved, hidden(run)])));
    const row = screen.getByRole('button', { name: 'Row' });
    act(() => row.focus());
    const action = screen.getByRole('button', { name: 'Undo' });
    expect(action.textContent).toBe('Undo');
    expect(action.getAttribute('aria-keyshortcuts')).toBe('F8');
    fireEvent.keyDown(row, { key: 'F8' });
    expect(run).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(action);
    fireEvent.click(action);
    expect(run).toHaveBeenCalledTimes(1);
    expect(dismiss).toHaveBeenCalledWith('3');
    expect(document.activeElement).toBe(row);

    rerender(page([saved]));
    fireEvent.keyDown(row, { key: 'F8' });
    expect(document.activeElement).toBe(row);
  });
});
