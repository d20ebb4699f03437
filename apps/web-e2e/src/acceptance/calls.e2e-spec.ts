import { closeBrowser } from '../product/browser';
import { shared } from '../product/shared-product';
import { PRODUCT_CALLS } from './calls/expected-calls';
import { POOL_CALLS } from './calls/expected-pool-calls';
import { recordOwnerCalls, type OwnerCalls } from './calls/owner-calls';
import type { RecordedCall } from './calls/recorded-calls';
import { recordVisitorCalls, type VisitorCalls } from './calls/visitor-calls';

type Fields = Record<string, unknown>;

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
const nameOf = ({ method, url }: RecordedCall) => `${method} ${url.pathname.replace(UUID, '{id}')}`;
/** Its page did not leave before. */
const isAnswered = ({ status }: RecordedCall) => status !== undefined;
const operationOf = ({ headers }: RecordedCall) => headers['x-amz-target']?.split('.')[1];
/** First request of a log-out. */
const isEndOfSession = (call: RecordedCall) =>
  ['RevokeToken', 'GlobalSignOut'].includes(operationOf(call) ?? '');
const fields = (value: unknown) => Object.keys(value ?? {}).sort();
/** How far reading a file's text has come: a document has none, one or all of them, by the moment. */
const OF_READING = ['text_state', 'text_progress', 'text_pages'];
/** Items of a list or of one of its pages, otherwise the response itself. */
const itemsOf = (answer: unknown): unknown[] => {
  if (Array.isArray(answer)) return answer;
  const { documents } = (answer ?? {}) as { documents?: unknown[] };
  return documents ?? [answer];
};
const sorted = (names: readonly string[]) => [...names].sort();
const claims = (token: unknown): Fields =>
  JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString()) as Fields;

describe('7. Calls made', () => {
  let gm: OwnerCalls;
  let visitor: VisitorCalls;
  beforeAll(async () => {
    [visitor, gm] = await Promise.all([recordVisitorCalls(), recordOwnerCalls()]);
  });
  afterAll(async () => {
    await gm?.gm.context.close();
    await closeBrowser();
  });

  const callsOf = (day: { calls: RecordedCall[] }, name: string) => {
    const [first, ...more] = day.calls.filter((call) => nameOf(call) === name && isAnswered(call));
    if (!first) throw new Error(`${name} was never called.`);
    return [first, ...more] as const;
  };
  const firstOf = (day: { calls: RecordedCall[] }, name: string) => {
    const [{ body, answer, ...call }] = callsOf(day, name);
    return { ...call, body: body as Fields, answer: answer as Fields };
  };
  const poolCalls = (operation: string) =>
    gm.calls.filter((call) => operationOf(call) === operation);
  const authentication = (call?: RecordedCall) =>
    (call?.answer as { AuthenticationResult?: Record<string, string> }).AuthenticationResult ?? {};
  /** Responses of a successful sign-in. */
  const signIns = () =>
    poolCalls('RespondToAuthChallenge').filter((call) => 'AccessToken' in authentication(call));

  it.each(PRODUCT_CALLS)('$row', ({ by, call: name, payload, answer, status }) => {
    for (const call of callsOf(by === 'visitor' ? visitor : gm, name)) {
      expect(call.status).toBe(status);
      expect(call.url.origin).toBe(new URL(shared.url).origin);
      if (payload) expect(fields(call.body)).toEqual(sorted(payload));
      else expect(call.body).toBeUndefined();
      const answered = itemsOf(call.answer);
      for (const one of answered)
        expect(fields(one).filter((name) => !OF_READING.includes(name))).toEqual(
          sorted(answer ?? []),
        );
      const { authorization } = call.headers;
      if (by === 'visitor') expect(authorization).toBeUndefined();
      else expect(claims(authorization?.replace('Bearer ', ''))).toMatchObject({ token_use: 'id' });
    }
  });

  it('POST /api/logout/ | none; failure ignored: 500 the first time, and still signed out', () => {
    const calls = callsOf(gm, 'POST /api/logout/');
    expect(calls.map(({ body, status }) => ({ body, status }))).toEqual([
      { body: undefined, status: 500 },
      { body: undefined, status: 204 },
    ]);
    for (const { headers } of calls)
      expect(claims(headers['authorization'])).toMatchObject({ token_use: 'id' });
  });

  it('PUT {upload_url} | raw file, sent directly to object storage | status only', () => {
    const put = gm.calls.find(({ method }) => method === 'PUT');
    const { upload_url, headers } = firstOf(gm, 'POST /api/documents/presign/').answer;
    expect(put?.url.href).toBe(upload_url);
    expect(put?.url.origin).not.toBe(new URL(shared.url).origin);
    expect(put?.headers['authorization']).toBeUndefined();
    expect(put?.headers).toMatchObject(headers as object);
    expect(put?.body).toBe(gm.file.content);
    expect(put?.status).toBe(200);
  });

  it('POST /api/campaigns/ sends trimmed values, and its id is the address that follows', () => {
    const { body, answer } = firstOf(gm, 'POST /api/campaigns/');
    expect(body).toEqual({ title: 'The Salt Road', game_system: 'GURPS', players: [] });
    expect(answer['id']).toBe(gm.campaign);
    const [opened] = callsOf(gm, 'GET /api/campaigns/{id}/');
    expect(opened?.url.pathname).toContain(gm.campaign);
  });

  it('add-players and remove-players answer with the list as it then is', () => {
    const added = firstOf(gm, 'POST /api/campaigns/{id}/add-players/');
    const removed = firstOf(gm, 'POST /api/campaigns/{id}/remove-players/');
    expect([added.body['players'], removed.body['players']]).toEqual([[gm.player], [gm.player]]);
    expect([added.answer['players'], removed.answer['players']]).toEqual([[gm.player], []]);
  });

  it('finalize names the key of presign, and answers the document that is deleted by its id', () => {
    const { key } = firstOf(gm, 'POST /api/documents/presign/').answer;
    const { body, answer } = firstOf(gm, 'POST /api/documents/finalize/');
    expect(body['s3_key']).toBe(key);
    expect(answer).toMatchObject({ s3_key: key, campaign: gm.campaign, is_spoilers: true });
    const [{ url }] = callsOf(gm, 'DELETE /api/documents/{id}/');
    expect(url.pathname).toContain(String(answer['id']));
  });

  it('GET /api/documents/ asks for one campaign, and answers everything without that', () => {
    const asked = callsOf(gm, 'GET /api/documents/');
    expect(asked[0]?.url.search).toBe(`?campaign=${gm.campaign}&limit=50`);
    const everything = asked.find(({ url }) => url.search === '');
    expect(everything?.answer).toMatchObject([{ campaign: gm.campaign }]);
  });

  it('the mailing list receives the address, and the token of the mail', () => {
    for (const call of ['', 'resend/', 'unsubscribe/'])
      expect(firstOf(visitor, `POST /api/subscribe/${call}`).body['email']).toBe(visitor.email);
    const { url } = firstOf(visitor, 'GET /api/subscribe/verify/');
    expect(url.searchParams.get('token')).toBe(visitor.token);
  });

  it('HTTP status codes of the product API: 2xx, except for the failed call', () => {
    const logOuts = gm.calls.flatMap((call, logOut) => {
      if (nameOf(call) !== 'POST /api/logout/') return [];
      const end = gm.calls.findLastIndex((one, at) => at < logOut && isEndOfSession(one));
      return end < 0 ? [] : [{ end, logOut }];
    });
    // Requests sent before a log-out may be rejected if their session ends meanwhile.
    const mayBeRefused = ({ method, answeredAfter = 0 }: RecordedCall, at: number) =>
      method === 'GET' && logOuts.some(({ end, logOut }) => at < logOut && end < answeredAfter);
    const told = gm.calls.filter((call, at) => !(call.status === 401 && mayBeRefused(call, at)));
    const answered = [...visitor.calls, ...told].filter(isAnswered);
    const api = answered.filter(({ url }) => url.pathname.startsWith('/api/'));
    const rejected = api.filter(({ status = 0 }) => status >= 400 && status < 500);
    expect(
      rejected.map(({ method, url, status }) => `${method} ${url.pathname} ${status}`),
    ).toEqual([]);
    const codes = new Set(api.map(({ method, status }) => `${method} ${status}`));
    expect([...codes].sort()).toEqual(
      ['DELETE 204', 'GET 200', 'PATCH 200', 'POST 200', 'POST 201', 'POST 204', 'POST 500'].sort(),
    );
  });

  it('The GET /api/me/ call is made after sign-in', () => {
    const names = gm.calls.map(nameOf);
    const [first, second] = signIns().map((call) => gm.calls.indexOf(call));
    expect(names.indexOf('GET /api/me/')).toBeGreaterThan(first ?? Infinity);
    expect(names.lastIndexOf('GET /api/me/')).toBeGreaterThan(second ?? Infinity);
  });

  describe('Identity service (user-pool service, POST with JSON body)', () => {
    it.each(POOL_CALLS)('$row: $operation', ({ operation, payload, answer, remembered }) => {
      const [call] = poolCalls(operation);
      if (!call) throw new Error(`${operation} was never called.`);
      expect(call).toMatchObject({ method: 'POST', status: 200 });
      expect(call.url.pathname).toBe('/idp');
      expect(call.headers['content-type']).toBe('application/x-amz-json-1.1');
      expect(call.headers['authorization']).toBeUndefined();
      const sent = fields(call.body).filter((field) => field !== remembered);
      expect(sent).toEqual(sorted(payload));
      expect(fields(call.answer)).toEqual(sorted(answer));
    });

    it('receives no requests from a visitor', () => {
      expect(visitor.calls.filter(operationOf)).toEqual([]);
    });

    it("The request shape of the product's own sign-up, sign-in and sign-out use", () => {
      const { email, password, firstName, lastName } = gm.gm.person;
      const [signUp, confirm] = ['SignUp', 'ConfirmSignUp'].map((name) => poolCalls(name)[0]?.body);
      expect(signUp).toMatchObject({
        Username: email,
        Password: password,
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'given_name', Value: firstName },
          { Name: 'family_name', Value: lastName },
        ],
      });
      expect(confirm).toMatchObject({
        Username: email,
        ConfirmationCode: expect.stringMatching(/^\d{6}$/),
      });
      expect(poolCalls('InitiateAuth')[0]?.body).toMatchObject({
        AuthFlow: 'USER_SRP_AUTH',
        AuthParameters: { USERNAME: email, SRP_A: expect.any(String) },
      });
      const responded = signIns();
      expect(responded[0]?.body).toMatchObject({ ChallengeName: 'PASSWORD_VERIFIER' });
      expect(poolCalls('GlobalSignOut')[0]?.body).toEqual({
        AccessToken: authentication(responded.at(-1))['AccessToken'],
      });
    });

    it('AuthenticationResult (access token, id token, refresh token)', () => {
      const [first] = signIns();
      const { AccessToken, IdToken, RefreshToken } = authentication(first);
      expect(claims(AccessToken)).toMatchObject({ token_use: 'access' });
      expect(claims(IdToken)).toMatchObject({ token_use: 'id' });
      const [refresh] = poolCalls('GetTokensFromRefreshToken');
      expect(refresh?.body).toMatchObject({ RefreshToken });
    });

    it('answer has an authentication result: calls go on with its id token', () => {
      const [refresh] = poolCalls('GetTokensFromRefreshToken');
      if (!refresh) throw new Error('Nothing was refreshed.');
      const { IdToken, RefreshToken } = authentication(refresh);
      const later = gm.calls.slice(gm.calls.indexOf(refresh) + 1);
      const next = later.find((call) => nameOf(call) === 'GET /api/me/');
      expect(next?.headers['authorization']).toBe(`Bearer ${IdToken}`);
      expect(poolCalls('RevokeToken')[0]?.body).toMatchObject({ Token: RefreshToken });
    });
  });

  it('Loaded from the /static/js/ path prefix, and the remotes from theirs', () => {
    const scripts = [...visitor.calls, ...gm.calls].filter(({ kind }) => kind === 'script');
    const prefixes = scripts.map(({ url }) =>
      /^\/(static\/js|remotes\/[a-z]+)\//.exec(url.pathname),
    );
    expect(new Set(prefixes.map((found) => found?.[1]))).toEqual(
      new Set([
        'static/js',
        ...['marketing', 'auth', 'campaigns', 'documents', 'search', 'table'].map(
          (id) => `remotes/${id}`,
        ),
      ]),
    );
  });
});
