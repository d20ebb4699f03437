import crypto, { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { CounterNames } from './counter-names';

const request = (authorization?: string) => ({ headers: { authorization } }) as FastifyRequest;
const encoded = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64url');
const token = (sub: unknown, signature = 'signature') => `head.${encoded({ sub })}.${signature}`;
const hash = (text: string) => createHash('sha256').update(text).digest('base64url');

describe('the counter that a request belongs to', () => {
  let counters: CounterNames;
  beforeEach(() => {
    counters = new CounterNames();
  });

  it.each([
    ['that of its token, which nobody reads in it', `Bearer ${token('ada')}`, hash(token('ada'))],
    ['the same however the scheme is written', `bearer ${token('ada')}`, hash(token('ada'))],
    [
      'another for the same person without the signature',
      `Bearer ${token('ada', '')}`,
      hash(token('ada', '')),
    ],
    ['none by another scheme', `Basic ${token('ada')}`, undefined],
    ['none without credentials', undefined, undefined],
  ])('is %s', (_what, authorization, name) => {
    // The second answer is remembered.
    expect([counters.of(request(authorization)), counters.of(request(authorization))]).toEqual([
      name,
      name,
    ]);
  });

  it('is remembered for a thousand credentials, none of them longer than ours are', () => {
    const hashed = jest.spyOn(crypto, 'createHash');
    const reads = (credential: string) => {
      hashed.mockClear();
      counters.of(request(`Bearer ${credential}`));
      return hashed.mock.calls.length;
    };
    const room = 4_096 - 'Bearer '.length;
    const [long, longest] = ['x'.repeat(room + 1), 'x'.repeat(room)];
    expect([reads(long), reads(long)]).toEqual([1, 1]);
    expect([reads(longest), reads(longest)]).toEqual([1, 0]);
    for (let at = 1; at < 1_000; at += 1) reads(token(at));
    expect(reads(longest)).toBe(0);
    reads(token('one more'));
    expect(reads(longest)).toBe(1);
    hashed.mockRestore();
  });
});
