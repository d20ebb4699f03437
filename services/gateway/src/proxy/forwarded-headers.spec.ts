import type { FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { headersForClient, headersForUpstream } from './forwarded-headers';

const forwardedOf = (headers: IncomingHttpHeaders, body?: unknown) =>
  headersForUpstream({
    headers,
    body,
    ip: '192.0.2.1',
    protocol: 'https',
    host: 'tomes.example',
    id: 'call-1',
  } as FastifyRequest);
const GIVEN = {
  'x-forwarded-for': '192.0.2.1',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'tomes.example',
  'x-correlation-id': 'call-1',
};

describe('request headers for a service', () => {
  it.each([
    ...['baggage', 'connection', 'cookie', 'expect', 'forwarded', 'host', 'keep-alive'],
    ...['proxy-authorization', 'proxy-connection', 'te', 'traceparent', 'tracestate', 'trailer'],
    ...['transfer-encoding', 'upgrade', 'via', 'x-forwarded-port', 'x-forwarded-prefix'],
    ...['x-original-url', 'x-real-ip', 'x-rewrite-url', 'content-length'],
  ])('is not the caller’s %s', (name) => {
    expect(forwardedOf({ [name]: 'theirs' })).toEqual(GIVEN);
  });

  it.each(Object.keys(GIVEN))('is %s as we see it, whatever the caller says', (name) => {
    expect(forwardedOf({ [name]: 'theirs' })).toEqual(GIVEN);
  });

  it('is everything else', () => {
    const headers = { authorization: 'Bearer x', accept: '*/*', 'x-amz-target': 'a.B' };
    expect(forwardedOf(headers)).toEqual({ ...GIVEN, ...headers });
  });

  it('omits hop-by-hop headers named by Connection', () => {
    const headers = { 'x-one': '1', 'x-two': '2', 'x-three': '3' };
    expect(forwardedOf({ ...headers, connection: 'close, X-One ,x-two' })).toEqual({
      ...GIVEN,
      'x-three': '3',
    });
    for (const connection of ['keep-alive', 'close'])
      expect(forwardedOf({ ...headers, connection })).toEqual({ ...GIVEN, ...headers });
  });

  it('keeps x-view-as even if Connection lists it', () => {
    const headers = { 'x-view-as': 'party', connection: 'close, X-View-As' };
    expect(forwardedOf(headers)).toEqual({ ...GIVEN, 'x-view-as': 'party' });
  });

  it('is the length of the body that it gets', () => {
    expect(forwardedOf({ 'content-length': '9' }, Buffer.from('four'))).toEqual({
      ...GIVEN,
      'content-length': '4',
    });
  });

  it('is which trace the call belongs to, where there is one', () => {
    const trace = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
    const request = { headers: {}, ip: '', protocol: 'http', host: '', id: '' };
    const { traceparent } = headersForUpstream(request as unknown as FastifyRequest, {
      ...trace,
      traceFlags: 1,
    });
    expect(traceparent).toBe(`00-${trace.traceId}-${trace.spanId}-01`);
  });
});

describe('response headers for a browser', () => {
  const answer = (
    given: IncomingHttpHeaders,
    route: Parameters<typeof headersForClient>[2] = {},
  ) => {
    const own = { 'content-security-policy': 'ours', 'cache-control': 'ours', 'x-ours': 'ours' };
    return { ...own, ...headersForClient(own, given, route) };
  };
  const ours = { 'content-security-policy': 'ours', 'cache-control': 'ours', 'x-ours': 'ours' };

  it.each([
    ...['access-control-allow-credentials', 'alt-svc', 'clear-site-data', 'connection'],
    ...['keep-alive', 'proxy-authenticate', 'server', 'set-cookie', 'strict-transport-security'],
    ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'x-powered-by'],
    ...['access-control-allow-origin', 'content-security-policy', 'x-ours'],
  ])('is not its %s', (name) => {
    expect(answer({ [name]: 'theirs' })).toEqual(ours);
  });

  it('include the cache lifetime and headers that the gateway does not set', () => {
    expect(answer({ 'cache-control': 'no-store', etag: '"a"' })).toEqual({
      ...ours,
      'cache-control': 'no-store',
      etag: '"a"',
    });
  });

  it('is the policy of its pages where it has some, and who may read where it may say so', () => {
    expect(answer({ 'x-ours': 'theirs' }, { hasPages: true })).toEqual(ours);
    const given = {
      'content-security-policy': 'theirs',
      'access-control-allow-origin': 'https://a',
    };
    expect(answer(given, { hasPages: true })).toEqual({
      ...ours,
      'content-security-policy': 'theirs',
    });
    expect(answer(given, { otherOrigins: true })).toEqual({
      ...ours,
      'access-control-allow-origin': 'https://a',
    });
  });
});
