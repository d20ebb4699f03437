import { propertyRuns } from '@tomekeeper/testing/property-runs';
import fc from 'fast-check';
import { Metrics } from '@tomekeeper/service-kit';
import { startGateway, type GatewayUnderTest } from './gateway-under-test';
import { send } from './raw-client';

/** Calls with an exhausted group limit. */
const STRICT = [
  { path: '/api/contact', target: '' },
  { path: '/api/subscribe', target: '' },
  { path: '/api/subscribe/resend', target: '' },
  { path: '/idp', target: 'AWSCognitoIdentityProviderService.InitiateAuth' },
] as const;

const percent = (char: string, isLower: boolean) => {
  const code = char.charCodeAt(0).toString(16).padStart(2, '0');
  return `%${isLower ? code : code.toUpperCase()}`;
};

/** Mutations of a path. */
const twist = fc.constantFrom<(char: string) => string>(
  (char) => percent(char, true),
  (char) => percent(char, false),
  (char) => percent(char, true).replace('%', '%25'),
  (char) => char.toUpperCase(),
  (char) => char + char,
  (char) => `/./${char}`,
  (char) => `/x/../${char}`,
  (char) => `/%2e%2e/${char}`,
  (char) => `${char};v=1`,
  (char) => `\\${char}`,
  (char) => `${char}%00`,
  (char) => `${char}%2f`,
  (char) => `${char}%c0%af`,
);
const ending = fc.constantFrom(
  ...[
    '',
    '/',
    '//',
    '?',
    '?a=b',
    '/?a=b',
    '#',
    '#x',
    '#?a',
    '/#/',
    ';',
    ';a=b',
    '/;a',
    '/.',
    '/..',
  ],
  ...['%20', '%09', '%', '%z', '%3f', '%23', '/%2e', '&', '.', '\\', '?/../x', '?a=%', '?#'],
);
const prefix = fc.constantFrom('', '/', '/.', '/..', 'http://localhost', 'HTTP://localhost:1');

const spelling = fc
  .record({
    call: fc.constantFrom(...STRICT),
    twists: fc.array(fc.tuple(fc.nat(40), twist), { maxLength: 3 }),
    ending,
    prefix,
  })
  .map(({ call, twists, ending: end, prefix: begin }) => {
    const chars = [...call.path];
    for (const [at, change] of twists) {
      const place = at % chars.length;
      chars[place] = change(call.path[place] ?? '/');
    }
    return { call, target: begin + chars.join('') + end };
  });

describe('however a path is spelled', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    const groups = ['SIGN_IN', 'SUBSCRIBE', 'RESEND', 'CONTACT'];
    gateway = await startGateway({
      ...Object.fromEntries(groups.map((group) => [`RATE_LIMIT_${group}`, '1'])),
      RATE_LIMIT_ADDRESS: '1000000',
    });
  });
  afterAll(() => gateway.stop());

  const post = (target: string, operation: string) =>
    send(
      gateway.url,
      `POST ${target} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
        `X-Amz-Target: ${operation}\r\nContent-Length: 2\r\n\r\n{}`,
    );

  it('counts as the one call that it is, or as none at all', async () => {
    // As services do: there is nothing below these paths.
    const known = new Set(STRICT.flatMap(({ path }) => [path, `${path}/`]));
    let served = 0;
    for (const upstream of Object.values(gateway.upstreams))
      upstream.answer = (request, response) => {
        const isThere = known.has(request.url?.split('?', 1)[0] ?? '');
        if (isThere) served++;
        response.statusCode = isThere ? 200 : 404;
        response.end('{}');
      };
    for (const { path, target } of STRICT) await post(path, target);
    expect(served).toBe(STRICT.length);
    await fc.assert(
      fc.asyncProperty(spelling, async ({ call, target }) => {
        // Anything else is no HTTP.
        fc.pre(/^(https?:\/\/[\w:]+)?\//i.test(target));
        const { status, text } = await post(target, call.target);
        const isLimited = status === 429 || text.includes('TooManyRequestsException');
        expect([target, isLimited ? 'limited' : status]).toEqual([
          target,
          isLimited ? 'limited' : 404,
        ]);
        expect(served).toBe(STRICT.length);
      }),
      propertyRuns(400),
    );
  });

  it.each([
    ['/%69dp', 'AWSCognitoIdentityProviderService.InitiateAuth'],
    ['/api/c%6fntact', ''],
    ['/%61%70%69/contact/', ''],
    ['http://localhost/api/contact', ''],
  ])('%s is the route that it means', async (target, operation) => {
    const { status, text } = await post(target, operation);
    expect(status === 429 || text.includes('TooManyRequestsException')).toBe(true);
  });

  it('is one route in the metrics, and unknown spellings are one together', async () => {
    const metrics = await gateway.app.get(Metrics).registry.metrics();
    const routes = [...metrics.matchAll(/duration_seconds_count\{[^}]*route="([^"]*)"/g)];
    expect(routes.map(([, route]) => route).filter((route) => /%|;|#|\\|\/\//.test(route ?? ''))) // prettier
      .toEqual([]);
  });

  it('reaches a service in the form that was checked', async () => {
    await send(
      gateway.url,
      'GET /api/d%6fcuments/%7Efoo/?q=%6f HTTP/1.1\r\nHost: localhost\r\n\r\n',
    );
    expect(gateway.upstreams.document.seen.at(-1)?.url).toBe('/api/documents/~foo/?q=%6f');
  });
});
