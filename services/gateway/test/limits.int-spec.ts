import { startGateway, type GatewayUnderTest } from './gateway-under-test';

describe('limits', () => {
  let gateway: GatewayUnderTest | undefined;
  afterEach(() => gateway?.stop());

  const post = (path: string, headers: Record<string, string> = {}) =>
    fetch((gateway?.url ?? '') + path, { method: 'POST', body: '{}', headers });
  const pool = (action: string) =>
    post('/idp', { 'x-amz-target': `AWSCognitoIdentityProviderService.${action}` });
  const as = (sub: string, signature = 'signature') => ({
    authorization: `Bearer x.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.${signature}`,
  });

  it('leaves a table of eight and a busy test run alone by default', async () => {
    gateway = await startGateway();
    const pages = ['/api/subscribe/', '/api/subscribe/resend/', '/api/contact/'];
    for (let at = 0; at < 25; at++) {
      const calls = [
        ...['InitiateAuth', 'RespondToAuthChallenge', 'SignUp'].map(pool),
        ...pages.map((path) => post(path)),
      ];
      for (const answer of await Promise.all(calls)) {
        expect(answer.status).toBe(200);
        await answer.text();
      }
    }
    for (let at = 0; at < 31; at++) {
      const calls = Array.from({ length: 20 }, () =>
        fetch(`${gateway?.url}/api/me`, { headers: as('ada') }),
      );
      for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
    }
  });

  it('answers too many with a problem that says how long to wait', async () => {
    gateway = await startGateway({ RATE_LIMIT_SUBSCRIBE: '2' });
    await post('/api/subscribe');
    await post('/api/subscribe/');
    const refused = await post('/api/subscribe');
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(await refused.json()).toMatchObject({ status: 429, code: 'rate.limited' });
    expect((await post('/api/contact')).status).toBe(200);
  });

  it('answers too many sign-ins in the user-pool protocol and serves other calls', async () => {
    gateway = await startGateway({ RATE_LIMIT_SIGN_IN: '2' });
    await pool('InitiateAuth');
    await pool('RespondToAuthChallenge');
    const refused = await pool('InitiateAuth');
    expect(refused.status).toBe(400);
    expect(refused.headers.get('retry-after')).not.toBeNull();
    expect(await refused.json()).toMatchObject({ __type: 'TooManyRequestsException' });
    expect((await pool('SignUp')).status).toBe(200);
    expect((await pool('GetUser')).status).toBe(200);
  });

  it('counts each person apart, however many share an address', async () => {
    gateway = await startGateway({ RATE_LIMIT_USER: '3' });
    const call = async (sub: string, signature?: string) =>
      (await fetch(`${gateway?.url}/api/me`, { headers: as(sub, signature) })).status;
    // A forged token does not count against its user.
    for (const status of [200, 200, 200, 429]) expect(await call('ada', 'forged')).toBe(status);
    for (let at = 0; at < 3; at++) expect(await call('ada')).toBe(200);
    expect(await call('ada')).toBe(429);
    expect(await call('bob')).toBe(200);
  });

  it.each([
    ['does not count by an address that the client made up', '', [200, 200, 429, 429]],
    ['believes trusted proxies', '127.0.0.1', [200, 200, 200, 200]],
  ])('%s', async (_what, TRUSTED_PROXIES, expected) => {
    gateway = await startGateway({ RATE_LIMIT_CONTACT: '2', TRUSTED_PROXIES });
    const statuses = [];
    for (let at = 0; at < 4; at++)
      statuses.push((await post('/api/contact', { 'x-forwarded-for': `203.0.113.${at}` })).status);
    expect(statuses).toEqual(expected);
    if (TRUSTED_PROXIES === '') return;
    const believed = () => gateway?.upstreams.contact.seen.at(-1)?.headers['x-forwarded-for'];
    expect(believed()).toBe('203.0.113.3');
    // Entries left of the trusted proxy's own are not trusted.
    await post('/api/contact', { 'x-forwarded-for': '198.51.100.1, 203.0.113.77' });
    expect(believed()).toBe('203.0.113.77');
  });
});
