import { CallerAllowance } from './sampling';

const taken = (allowance: CallerAllowance, times: number, at: number) =>
  Array.from({ length: times }, () => allowance.take(at)).filter(Boolean).length;

it('allows sixty a minute, regardless of clock changes', () => {
  const allowance = new CallerAllowance();
  const noon = Date.UTC(2026, 10, 21, 12);
  expect(taken(allowance, 100, noon)).toBe(60);
  expect(taken(allowance, 100, noon + 59_000)).toBe(0);
  expect(taken(allowance, 100, noon + 60_000)).toBe(60);
  expect(taken(allowance, 100, noon - 3_600_000)).toBe(60);
});
