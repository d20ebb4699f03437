import { act, render } from '@testing-library/react';
import type { SessionState } from '@tomekeeper/remote-kit';
import { Connection } from './connection';

function become(online: boolean) {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  act(() => void window.dispatchEvent(new Event(online ? 'online' : 'offline')));
}

describe('the connection', () => {
  afterEach(() => jest.restoreAllMocks());

  it.each<[SessionState['status'], number]>([
    ['unavailable', 1],
    ['signed-out', 0],
  ])('that is back looks for a session that is %s %d times', (status, times) => {
    const retry = jest.fn();
    const session = { current: () => ({ status }) as SessionState, retry };
    render(<Connection toast={jest.fn()} session={session} />);
    become(false);
    become(true);
    expect(retry).toHaveBeenCalledTimes(times);
  });
});
