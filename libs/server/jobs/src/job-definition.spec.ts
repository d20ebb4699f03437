import { z } from 'zod';
import { defineJob, retryDelay, type Backoff } from './job-definition';

const backoff: Backoff = { type: 'exponential', delayMs: 1000, maxDelayMs: 60_000 };

describe('retryDelay', () => {
  it('doubles up to the longest delay', () => {
    const delays = [1, 2, 3, 10].map((attempt) => retryDelay(backoff, attempt, () => 0));
    expect(delays).toEqual([1000, 2000, 4000, 60_000]);
  });
  it('is shortened by at most a quarter', () => {
    expect(retryDelay(backoff, 1, () => 0.5)).toBe(875);
    expect(retryDelay(backoff, 1, () => 0.999)).toBe(750);
  });
});

describe('defineJob', () => {
  it('refuses names that BullMQ would misread', () => {
    const job = { payload: z.object({}), attempts: 1, backoff };
    expect(() => defineJob({ ...job, name: 'a:b', queue: 'mail' })).toThrow('kebab-case: mail/a:b');
    expect(() => defineJob({ ...job, name: 'send', queue: 'Mail' })).toThrow(
      'kebab-case: Mail/send',
    );
  });
});
