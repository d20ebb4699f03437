import { bounded, fitScale, nextStep, wheelStep } from './zoom';

it('changes in steps between the limits', () => {
  expect([
    nextStep(1, 'in'),
    nextStep(1, 'out'),
    nextStep(0.42, 'in'),
    nextStep(0.42, 'out'),
  ]).toEqual([1.25, 0.8, 0.5, 0.33]);
  expect([nextStep(8, 'in'), nextStep(0.1, 'out')]).toEqual([8, 0.1]);
  // Tolerates rounding to whole pixels at a preset scale.
  expect(nextStep(0.499, 'in')).toBe(0.67);
});

it('stays between the fitting size and eight times that size', () => {
  expect([bounded(0.2, 0.5), bounded(0.5, 0.5), bounded(0.6, 0.5), bounded(20, 0.5)]).toEqual([
    'fit',
    'fit',
    0.6,
    8,
  ]);
});

it('fits a thing into a stage, and blows nothing up', () => {
  const stage = { width: 800, height: 400 };
  expect(fitScale({ width: 1600, height: 400 }, stage)).toBe(0.5);
  expect(fitScale({ width: 800, height: 1600 }, stage)).toBe(0.25);
  expect(fitScale({ width: 20, height: 20 }, stage)).toBe(1);
  expect(fitScale({ width: 0, height: 0 }, stage)).toBe(1);
  expect(fitScale(stage, { width: 0, height: 0 })).toBe(1);
});

it('follows the wheel in both directions and all delta modes', () => {
  const up = wheelStep(1, { deltaY: -100, deltaMode: 0 });
  expect(up).toBeGreaterThan(1.1);
  expect(wheelStep(up, { deltaY: 100, deltaMode: 0 })).toBeCloseTo(1);
  expect(wheelStep(1, { deltaY: -5, deltaMode: 1 })).toBeCloseTo(up);
});
