import { NetworkError } from '@tomekeeper/remote-kit';
import { createHttp } from './http';

function httpOf(tokens: (string | undefined)[], statuses: number[] = [200]) {
  const expire = jest.fn();
  const getIdToken = jest.fn(async () => (tokens.length > 1 ? tokens.shift() : tokens[0]));
  const fetch = jest.fn<Promise<Response>, Parameters<typeof globalThis.fetch>>(
    async () => ({ status: statuses.length > 1 ? statuses.shift() : statuses[0] }) as Response,
  );
  const report = jest.fn();
  return { http: createHttp({ getIdToken, expire }, report, fetch), fetch, expire, report };
}

const headersOf = (fetch: jest.Mock, call = 0) =>
  new Headers((fetch.mock.calls[call]?.[1] as RequestInit).headers);

describe('http', () => {
  it('sends the credential and JSON', async () => {
    const { http, fetch } = httpOf(['t1']);
    await http('/api/campaigns/', { method: 'POST', body: { title: 'A' } });
    const [path, init] = fetch.mock.calls[0] ?? [];
    expect(path).toBe('/api/campaigns/');
    expect(init).toMatchObject({ method: 'POST', body: '{"title":"A"}' });
    expect(headersOf(fetch).get('authorization')).toBe('Bearer t1');
    expect(headersOf(fetch).get('content-type')).toBe('application/json');
  });

  it('sends the impersonated viewer, and no header without one', async () => {
    const { http, fetch } = httpOf(['t1']);
    await http('/api/campaigns/1/', { viewAs: 'party' });
    await http('/api/campaigns/1/');
    expect(headersOf(fetch).get('x-view-as')).toBe('party');
    expect(headersOf(fetch, 1).has('x-view-as')).toBe(false);
  });

  it('says which answer the caller has kept', async () => {
    const { http, fetch } = httpOf(['t1'], [304]);
    expect((await http('/api/campaigns/1/', { ifNoneMatch: '"a"' })).status).toBe(304);
    expect(headersOf(fetch).get('if-none-match')).toBe('"a"');
  });

  it('sends no credential without a session, and treats a 401 like other responses', async () => {
    const { http, fetch, expire } = httpOf([undefined], [401]);
    const response = await http('/api/me/');
    expect(response.status).toBe(401);
    expect(headersOf(fetch).has('authorization')).toBe(false);
    expect(expire).not.toHaveBeenCalled();
  });

  it.each(['https://evil.example/api/', '//evil.example/api/', '/idp', 'api/me/'])(
    'refuses %s: the credential belongs to our own API',
    async (path) => {
      const { http, fetch } = httpOf(['t1']);
      await expect(http(path)).rejects.toThrow('below /api/');
      expect(fetch).not.toHaveBeenCalled();
    },
  );

  it('tries a refused call once more with a newer token', async () => {
    const { http, fetch, expire } = httpOf(['t1', 't2'], [401, 200]);
    expect((await http('/api/me/')).status).toBe(200);
    expect(headersOf(fetch, 1).get('authorization')).toBe('Bearer t2');
    expect(expire).not.toHaveBeenCalled();
  });

  it('ends the session when the same token is all there is, or the newer one is refused too', async () => {
    const same = httpOf(['t1'], [401]);
    expect((await same.http('/api/me/')).status).toBe(401);
    expect(same.fetch).toHaveBeenCalledTimes(1);
    expect(same.expire).toHaveBeenCalledTimes(1);

    const newer = httpOf(['t1', 't2'], [401]);
    await newer.http('/api/me/');
    expect(newer.fetch).toHaveBeenCalledTimes(2);
    expect(newer.expire).toHaveBeenCalledTimes(1);
  });

  it('reports server errors to the operators, but no client errors', async () => {
    const { http, report } = httpOf([undefined], [404, 503]);
    await http('/api/campaigns/');
    expect(report).not.toHaveBeenCalled();
    const response = await http('/api/campaigns/', { method: 'POST' });
    expect(report.mock.calls).toEqual([[response, { remote: 'shell', where: 'api POST' }]]);
  });

  it("says 'Network Error' when no answer comes, be it to the call or to the token's refresh", async () => {
    const { http, fetch } = httpOf(['t1']);
    fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(http('/api/me/')).rejects.toEqual(new NetworkError());
    const offline = createHttp(
      { getIdToken: () => Promise.reject(new Error('offline')), expire: jest.fn() },
      jest.fn(),
      fetch,
    );
    await expect(offline('/api/me/')).rejects.toThrow('Network Error');
  });

  it('waits as long as it takes: "Default HTTP timeout: none."', async () => {
    jest.useFakeTimers();
    try {
      const { http, fetch } = httpOf(['t1']);
      let answer = (_response: Response) => {};
      fetch.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
      const settled = jest.fn();
      const call = http('/api/campaigns/').finally(settled);
      await jest.advanceTimersByTimeAsync(24 * 3600 * 1000);
      expect(settled).not.toHaveBeenCalled();
      // Also no `AbortSignal.timeout`, which fake timers do not advance.
      expect(fetch.mock.calls[0]?.[1]?.signal).toBeUndefined();
      answer({ status: 200 } as Response);
      expect((await call).status).toBe(200);
    } finally {
      jest.useRealTimers();
    }
  });

  it('lets an abort be an abort', async () => {
    const { http, fetch } = httpOf(['t1']);
    const controller = new AbortController();
    fetch.mockImplementationOnce(() => {
      controller.abort();
      return Promise.reject(new DOMException('aborted', 'AbortError'));
    });
    await expect(http('/api/me/', { signal: controller.signal })).rejects.toThrow('aborted');
  });
});
