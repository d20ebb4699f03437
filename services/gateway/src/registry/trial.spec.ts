import { versionFor } from './trial';

const trial = (percent: number) => ({ version: 'old', canary: { version: 'new', percent } });
const visitors = Array.from(
  { length: 2000 },
  (_, number) => `10.0.${number >> 8}.${number & 255} Browser/1`,
);
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

it('gives what is live to everybody when nothing is tried, and to whom it can’t tell apart', () => {
  expect(versionFor('campaigns', { version: 'old' }, visitors[0])).toEqual({ version: 'old' });
  expect(versionFor('campaigns', trial(99), undefined)).toEqual({ version: 'old' });
});
