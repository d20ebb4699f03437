import { readRollArguments } from './arguments';

it('takes a service or a worker, built or to be built', () => {
  expect(readRollArguments(['campaign'])).toEqual({ name: 'campaign', isBuilt: false });
  expect(readRollArguments(['--as-built', 'mailing-worker'])).toEqual({
    name: 'mailing-worker',
    isBuilt: true,
  });
});

it.each([[[]], [['dragon']], [['campaign', 'identity']], [['--faster', 'campaign']]])(
  'says what it can do instead of %j',
  (given) => {
    expect(() => readRollArguments(given)).toThrow(
      /Usage: npm run roll -- <name>.*campaign-worker/,
    );
  },
);

it('says why not the gateway', () => {
  expect(() => readRollArguments(['gateway'])).toThrow(/listens on PORT/);
});
