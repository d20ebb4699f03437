import { KeyedMutex } from './keyed-mutex';

it('lets one key wait for itself and no other, failures or not', async () => {
  const mutex = new KeyedMutex();
  const log: string[] = [];
  let otherEnds = (): void => undefined;
  const otherHasEnded = new Promise<void>((resolve) => {
    otherEnds = resolve;
  });
  const work =
    (name: string, happens: () => Promise<void> | void = () => undefined) =>
    async () => {
      log.push(`${name} begins`);
      await happens();
      log.push(`${name} ends`);
    };
  const outcomes = await Promise.allSettled([
    mutex.run('a', async () => {
      // Would deadlock if other keys had to wait for this one.
      await work('a1', () => otherHasEnded)();
      throw new Error('a1');
    }),
    mutex.run('a', work('a2')),
    mutex.run(
      'b',
      work('b1', () => otherEnds()),
    ),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(log.indexOf('a2 begins')).toBeGreaterThan(log.indexOf('a1 ends'));
});
