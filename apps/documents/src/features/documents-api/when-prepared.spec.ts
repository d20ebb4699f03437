import { ApiError } from '@tomekeeper/api-client';
import { DOCUMENT_CODES } from '@tomekeeper/contracts-document';
import { whenPrepared } from './when-prepared';

const problem = (status: number, code: string) =>
  new ApiError(status, { status, code, detail: code, correlation_id: 'x' });
const WAITING = problem(503, DOCUMENT_CODES.pictureWaiting);

describe('a picture that is being prepared', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('repeats the call until the picture is ready', async () => {
    const call = jest
      .fn<Promise<string>, []>()
      .mockRejectedValueOnce(WAITING)
      .mockRejectedValueOnce(WAITING)
      .mockResolvedValue('address');
    const answer = whenPrepared(call);
    await jest.advanceTimersByTimeAsync(2000);
    expect(await answer).toBe('address');
    expect(call).toHaveBeenCalledTimes(3);
  });

  it('stops after a minute, or when the caller aborts', async () => {
    const call = jest.fn<Promise<string>, []>().mockRejectedValue(WAITING);
    const late = expect(whenPrepared(call)).rejects.toBe(WAITING);
    await jest.advanceTimersByTimeAsync(60_000);
    await late;
    call.mockClear();
    const stop = new AbortController();
    const stopped = expect(whenPrepared(call, stop.signal)).rejects.toThrow('left');
    stop.abort(new Error('left'));
    await jest.advanceTimersByTimeAsync(1000);
    await stopped;
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('fails at once for any other reason', async () => {
    const other = problem(503, 'service.unavailable');
    await expect(whenPrepared(() => Promise.reject(other))).rejects.toBe(other);
  });
});
