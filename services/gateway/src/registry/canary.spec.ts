import type { FastifyRequest } from 'fastify';
import { versionFor, visitorOf } from './canary';

const trial = (percent: number) => ({ version: 'old', canary: { version: 'new', percent } });
const visitors = Array.from(
  { length: 2000 },
  (_, number) => `10.0.${number >> 8}.${number & 255} Browser/1`,
);
const PLACES = [
  [0, '10.0.0.18 Browser/1'],
  [1, '10.0.0.170 Browser/1'],
  [99, '10.0.0.167 Browser/1'],
] as const;
const triedBy = (id: string, percent: number) =>
  visitors.filter((visitor) => versionFor(id, trial(percent), visitor).version === 'new');

it.each([1, 10, 50, 99])('gives a trial of %d%% to about that share', (percent) => {
  const share = (triedBy('campaigns', percent).length / visitors.length) * 100;
  expect(Math.abs(share - percent)).toBeLessThan(3);
});

it('keeps everybody who had it while the share grows', () => {
  const more = new Set(triedBy('campaigns', 30));
  expect(triedBy('campaigns', 10).filter((visitor) => !more.has(visitor))).toEqual([]);
});

it('does not always burden the same people', () => {
  const first = new Set(triedBy('campaigns', 20));
  const both = triedBy('documents', 20).filter((visitor) => first.has(visitor));
  expect(both.length).toBeLessThan(first.size / 2);
});

it('gives the live version to everybody without a canary, and to unidentified visitors', () => {
  expect(versionFor('campaigns', { version: 'old' }, visitors[0])).toEqual({ version: 'old' });
  expect(versionFor('campaigns', trial(99), undefined)).toEqual({ version: 'old' });
});

it('gives a trial of all to everybody, and draws the same hundred in every gateway', () => {
  expect(triedBy('campaigns', 100)).toHaveLength(visitors.length);
  expect(triedBy('campaigns', 0)).toEqual([]);
  // Drawn once with sha256sum: places 0, 1 and 99 of the hundred.
  for (const [place, visitor] of PLACES) {
    expect(versionFor('campaigns', trial(place), visitor).version).toBe('old');
    expect(versionFor('campaigns', trial(place + 1), visitor).version).toBe('new');
  }
});

it('tells visitors apart by their network and their browser', () => {
  const request = (ip: string, agent?: string) =>
    visitorOf({ ip, headers: { 'user-agent': agent } } as unknown as FastifyRequest);
  expect(request('192.0.2.1', 'Browser/1')).toBe('192.0.2.1 Browser/1');
  expect(request('192.0.2.1')).toBe('192.0.2.1 ');
  expect(request('2001:db8:1:2::3', 'B')).toBe(request('2001:db8:1:2:9::4', 'B'));
  expect(request('2001:db8:1:2::3', 'B')).not.toBe(request('2001:db8:1:3::3', 'B'));
});
