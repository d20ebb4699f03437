import { headersOf } from './open-telemetry';

it.each([
  [undefined, {}],
  ['', {}],
  ['authorization=Bearer%20abc', { authorization: 'Bearer abc' }],
  ['api-key=a=b==, x-team = tomes ,', { 'api-key': 'a=b==', 'x-team': 'tomes' }],
  ['api-key=100%', { 'api-key': '100%' }],
])('reads %j', (list, headers) => expect(headersOf(list)).toEqual(headers));
