import { failureOf } from './failures';

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
