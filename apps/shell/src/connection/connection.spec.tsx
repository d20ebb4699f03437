import { act, render, screen } from '@testing-library/react';
import type { SessionState } from '@tomekeeper/remote-kit';
import { Connection } from './connection';

function show(state: SessionState) {
  const toast = jest.fn();
  const retry = jest.fn();
  render(<Connection toast={toast} session={{ current: () => state, retry }} />);
  return { toast, retry };
}

function become(online: boolean) {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  act(() => void window.dispatchEvent(new Event(online ? 'online' : 'offline')));
}

describe('the connection', () => {
  afterEach(() => jest.restoreAllMocks());

  it('is nothing to speak of while it is there', () => {
    const { toast } = show({ status: 'signed-out' });
    expect(screen.getByRole('status').textContent).toBe('');
    expect(toast).not.toHaveBeenCalled();
  });

  it('says what to do without it, and that it is back', () => {
    const { toast, retry } = show({ status: 'signed-out' });
    become(false);
    expect(screen.getByRole('status').textContent).toBe(
      'You are offline. What you have typed stays here; try again once the connection is back.',
    );
    become(true);
    expect(screen.getByRole('status').textContent).toBe('');
    expect(toast.mock.calls).toEqual([[{ message: 'You are online again.' }]]);
    expect(retry).not.toHaveBeenCalled();
  });

  it('looks for the session again when that could not be reached', () => {
    const { retry } = show({ status: 'unavailable' });
    become(false);
    become(true);
    expect(retry).toHaveBeenCalledTimes(1);
  });
});
