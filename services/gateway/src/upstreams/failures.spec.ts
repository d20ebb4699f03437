import { failureOf, isUnsent } from './failures';

it.each([
  ['EAI_AGAIN', 'unreachable'],
  ['ECONNABORTED', 'unreachable'],
  ['ECONNREFUSED', 'unreachable'],
  ['ECONNRESET', 'unreachable'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
  ['ENOTFOUND', 'unreachable'],
  ['EPIPE', 'unreachable'],
  ['UND_ERR_SOCKET', 'unreachable'],
  ['ETIMEDOUT', 'silent'],
  ['UND_ERR_BODY_TIMEOUT', 'silent'],
  ['UND_ERR_CONNECT_TIMEOUT', 'silent'],
  ['UND_ERR_HEADERS_TIMEOUT', 'silent'],
  ['UND_ERR_ABORTED', undefined],
])('%s means that a replica is %s', (code, failure) => {
  expect(failureOf(Object.assign(new Error(), { code }))).toBe(failure);
});

it('means nothing without a code', () => {
  expect(failureOf(new Error('ECONNREFUSED'))).toBeUndefined();
});

describe('a call that failed', () => {
  const errorOf = (about: object) => Object.assign(new Error(), about);

  it.each([
    ['was refused a connection', { code: 'ECONNREFUSED', syscall: 'connect' }],
    ['found no address', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }],
    ['waited for a connection in vain', { code: 'UND_ERR_CONNECT_TIMEOUT' }],
  ])('and %s was not sent', (_, about) => expect(isUnsent(errorOf(about))).toBe(true));

  it.each([
    ['lost its connection', { code: 'ECONNRESET', syscall: 'read' }],
    ['got no answer in time', { code: 'UND_ERR_HEADERS_TIMEOUT' }],
    ['says nothing', {}],
  ])('and %s may have been sent', (_, about) => expect(isUnsent(errorOf(about))).toBe(false));

  it('was not sent when no address of the replica let it connect', () => {
    const refused = errorOf({ code: 'ECONNREFUSED', syscall: 'connect' });
    const reset = errorOf({ code: 'ECONNRESET', syscall: 'read' });
    expect(isUnsent(new AggregateError([refused, refused]))).toBe(true);
    expect(isUnsent(new AggregateError([refused, reset]))).toBe(false);
  });
});
