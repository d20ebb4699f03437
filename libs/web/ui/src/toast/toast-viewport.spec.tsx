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

  it('lets a message go by itself, an error later than others', () => {
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
});
