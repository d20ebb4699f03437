import type { FastifyRequest } from 'fastify';
import { CounterNames } from './counter-names';

const request = (authorization?: string) => ({ headers: { authorization } }) as FastifyRequest;
const encoded = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64url');
const token = (payload: unknown) => `Bearer head.${encoded(payload)}.signature`;

describe('who a request says it is from', () => {
  let callers: CounterNames;
  beforeEach(() => {
    callers = new CounterNames();
  });

  it.each([
    ['the subject of its token', token({ sub: 'ada' }), 'ada'],
    ['a number, as text', token({ sub: 7 }), '7'],
    ['no more than 64 characters of it', token({ sub: 'x'.repeat(65) }), 'x'.repeat(64)],
    ['nobody without a subject', token({ name: 'ada' }), undefined],
    ['nobody when the claims are null', token(null), undefined],
    ['nobody when they are a number', token(7), undefined],
    ['nobody when they are a text', token('sub'), undefined],
    ['nobody when they are no JSON', 'Bearer head.e30x.signature', undefined],
    ['nobody when there are none', 'Bearer head', undefined],
    ['nobody by another scheme', `Basic head.${encoded({ sub: 'ada' })}.signature`, undefined],
    ['nobody without credentials', undefined, undefined],
  ])('is %s', (_what, authorization, caller) => {
    // The second answer is remembered.
    expect([callers.of(request(authorization)), callers.of(request(authorization))]).toEqual([
      caller,
      caller,
    ]);
  });

  it('is remembered for a thousand credentials, none of them longer than ours are', () => {
    const parse = jest.spyOn(JSON, 'parse');
    const reads = (authorization: string) => {
      parse.mockClear();
      callers.of(request(authorization));
      return parse.mock.calls.length;
    };
    const long = token({ sub: 'ada', more: 'x'.repeat(4_096) });
    expect([reads(long), reads(long)]).toEqual([1, 1]);
    const longest = `${token({ sub: 'ada' })}${'x'.repeat(4_096)}`.slice(0, 4_096);
    expect([reads(longest), reads(longest)]).toEqual([1, 0]);
    for (let at = 1; at < 1_000; at += 1) reads(token({ sub: at }));
    expect(reads(longest)).toBe(0);
    reads(token({ sub: 'one more' }));
    expect(reads(longest)).toBe(1);
    parse.mockRestore();
  });
});
