import { Metrics } from '@tomekeeper/service-kit';
import { json, startGateway, type GatewayUnderTest } from './gateway-under-test';

const ID = '3f0c9a52-93a0-4a2b-8b39-1d8b8f5e3b11';
const CALL = '0b7a4c11-2f9d-4a4e-9d36-5a8c6d0e9f77';
const error = {
  remote: 'campaigns',
  version: '1a2b',
  kind: 'load',
  where: 'load',
  name: 'TypeError',
  message: 'It did not load.',
  page: '/home',
};

describe('what browsers report', () => {
  let gateway: GatewayUnderTest;
  const lines: string[] = [];
  beforeAll(async () => {
    gateway = await startGateway({ LOG_LEVEL: 'warn' }, lines);
  });
  afterAll(() => gateway.stop());
  beforeEach(() => (lines.length = 0));

  const post = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${gateway.url}/api/reports/`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
    });
  const report = (...errors: object[]) => post({ view: 'abc123', errors });
  const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const scraped = async (name: string) =>
    (await gateway.app.get(Metrics).registry.metrics())
      .split('\n')
      .filter((line) => line.startsWith(name));

  it('is a line in the log that a search by the failed call finds, and a number', async () => {
    const answer = await report({
      ...error,
      correlation_id: CALL,
      stack: ['remotes/campaigns/1a2b/remoteEntry.js:1:20'],
    });
    expect(answer.status).toBe(204);
    expect(await answer.text()).toBe('');
    expect(logged()).toEqual([
      expect.objectContaining({
        msg: 'browser error',
        correlation_id: CALL,
        view: 'abc123',
        remote: 'campaigns',
        version: '1a2b',
        kind: 'load',
        error: 'TypeError',
        message: 'It did not load.',
        stack: ['remotes/campaigns/1a2b/remoteEntry.js:1:20'],
        page: '/home',
      }),
    ]);
    expect(await scraped('browser_errors_total')).toEqual([
      'browser_errors_total{remote="campaigns",kind="load"} 1',
    ]);
  });

  it('counts how pages do, each in its own unit', async () => {
    const vitals = [
      { name: 'LCP', value: 2400, page: '/home' },
      { name: 'CLS', value: 0.04, page: '/home' },
    ];
    expect((await post({ view: 'abc123', vitals })).status).toBe(204);
    expect(logged()).toEqual([]);
    const seconds = await scraped('web_vitals_seconds');
    expect(seconds).toContain('web_vitals_seconds_sum{name="LCP",page="/home"} 2.4');
    expect(seconds).toContain('web_vitals_seconds_bucket{le="1.8",name="LCP",page="/home"} 0');
    expect(seconds).toContain('web_vitals_seconds_bucket{le="2.5",name="LCP",page="/home"} 1');
    expect(await scraped('web_vitals_layout_shift_sum')).toEqual([
      'web_vitals_layout_shift_sum{page="/home"} 0.04',
    ]);
  });

  it('accepts call durations, and ignores them when traces are off', async () => {
    const spans = [{ id: 'b7ad6b7169203331', waited: 1, lasted: 2 }];
    expect((await post({ view: 'abc123', spans })).status).toBe(204);
    expect(lines).toEqual([]);
  });

  it('creates no series for unknown labels', async () => {
    const before = (await scraped('browser_errors_total')).length;
    const vital = (page: string) => ({ name: 'TTFB', value: 1, page });
    for (let at = 0; at < 5; at++) {
      await report({ ...error, remote: `made-up-${at}`, kind: `kind-${at}`, page: `/p/${at}` });
      await post({ view: 'a', vitals: [vital(`/campaigns/${at}`), vital(`/${at}`)] });
    }
    expect(await scraped('browser_errors_total')).toHaveLength(before + 1);
    expect(await scraped('browser_errors_total{remote="other",kind="other"}')).toHaveLength(1);
    expect(await scraped('web_vitals_seconds_count{name="TTFB"')).toEqual([
      'web_vitals_seconds_count{name="TTFB",page="other"} 10',
    ]);
  });

  it('logs no personal data from reports', async () => {
    const canaries = [
      'ada.stern@example.org',
      ID,
      'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln',
      'ZmFyIHRvbyBsb25nIHRvIGJlIGEgd29yZCBv',
      '482913',
      'https://example.org/campaigns/Salt?token=hush',
      '"The Salt Road"',
    ];
    const words = `about ${canaries.join(' and ')}`;
    // No field takes more than a hundred characters, but the message.
    for (const canary of [words, ...canaries])
      await report({
        ...error,
        message: canary,
        remote: canary.slice(0, 100),
        // A code of a mail could be a version just as well.
        version: canary === '482913' ? '' : canary.slice(0, 100),
        where: canary.slice(0, 100),
        name: canary.slice(0, 100),
        kind: canary.slice(0, 100),
        page: canary.slice(0, 100),
        // Ids of calls and of people have one form.
        ...(canary !== ID && { correlation_id: canary.slice(0, 64) }),
        stack: [canary.slice(0, 160), `remotes/campaigns/1a2b/${canary.slice(0, 90)}:1:1`],
      });
    expect(lines.length).toBe(canaries.length + 1);
    for (const canary of [...canaries, 'Salt', 'hush', 'ada.stern'])
      expect(lines.join('')).not.toContain(canary);
  });

  it.each([
    ['no JSON', '{"view":', 400, 'request.malformed'],
    ['a list', '[]', 400, 'validation'],
    ['no view', { errors: [error] }, 400, 'validation'],
    ['a view that is more than an id', { view: 'Ada Stern' }, 400, 'validation'],
    [
      'a message of any length',
      { view: 'a', errors: [{ ...error, message: 'x'.repeat(301) }] },
      400,
      'validation',
    ],
    [
      'a number that is none',
      { view: 'a', vitals: [{ name: 'LCP', value: -1, page: '/' }] },
      400,
      'validation',
    ],
    [
      'a number of another name',
      { view: 'a', vitals: [{ name: 'XYZ', value: 1, page: '/' }] },
      400,
      'validation',
    ],
    [
      'too many at once',
      { view: 'a', errors: Array(21).fill({ ...error, message: '' }) },
      400,
      'validation',
    ],
    ['too much at once', { view: 'a', more: 'x'.repeat(17_000) }, 413, 'request.too_large'],
  ])('refuses %s with a problem', async (_what, body, status, code) => {
    const answer = await post(body);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(await json(answer)).toMatchObject({ status, code, detail: expect.any(String) });
    expect(lines).toEqual([]);
  });

  it('takes as many as it says, with fields of a later release', async () => {
    const errors = Array.from({ length: 20 }, () => ({ ...error, addedLater: { of: 'any' } }));
    expect((await post({ view: 'a', errors, addedLater: [] })).status).toBe(204);
    expect(lines).toHaveLength(20);
  });

  it('takes nothing but JSON, by POST', async () => {
    expect((await post('view=a', { 'content-type': 'text/plain' })).status).toBe(415);
    const got = await fetch(`${gateway.url}/api/reports/`);
    expect(got.status).toBe(405);
    expect(got.headers.get('allow')).toBe('POST');
  });

  it('takes nothing from another site', async () => {
    const answer = await post({ view: 'a', errors: [error] }, { 'sec-fetch-site': 'cross-site' });
    expect(answer.status).toBe(403);
    expect(await json(answer)).toMatchObject({ code: 'auth.forbidden' });
    expect(lines).toEqual([]);
  });
});

describe('the limit of reports', () => {
  it('counts them apart from everything else', async () => {
    const gateway = await startGateway({ RATE_LIMIT_REPORTS: '2' });
    const post = (path: string) =>
      fetch(gateway.url + path, {
        method: 'POST',
        body: '{"view":"a"}',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      });
    const statuses = [];
    for (let at = 0; at < 3; at++) statuses.push((await post('/api/reports/')).status);
    expect(statuses).toEqual([204, 204, 429]);
    expect((await post('/api/contact')).status).toBe(200);
    await gateway.stop();
  });
});
