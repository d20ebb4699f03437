import { readRollArguments } from './arguments';

it('takes a service, the model or a worker, built or to be built', () => {
  for (const name of ['campaign', 'search-model'])
    expect(readRollArguments([name])).toEqual({ name, isBuilt: false });
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
