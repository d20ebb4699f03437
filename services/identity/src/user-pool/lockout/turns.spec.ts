import { Turns } from './turns';

it('lets one subject wait for itself and nobody else, failures or not', async () => {
  const turns = new Turns();
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
    turns.take('a', async () => {
      // Would never end if another subject had to wait for this one.
      await work('a1', () => otherHasEnded)();
      throw new Error('a1');
    }),
    turns.take('a', work('a2')),
    turns.take(
      'b',
      work('b1', () => otherEnds()),
    ),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(log.indexOf('a2 begins')).toBeGreaterThan(log.indexOf('a1 ends'));
});
