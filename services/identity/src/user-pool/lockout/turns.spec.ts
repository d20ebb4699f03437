import { Turns } from './turns';

it('lets one subject wait for itself and nobody else, failures or not', async () => {
  const turns = new Turns();
  const log: string[] = [];
  const work =
    (name: string, ms: number, fails = false) =>
    async () => {
      log.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, ms));
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
  const outcomes = await Promise.allSettled([
    turns.take('a', work('a1', 30, true)),
    turns.take('a', work('a2', 1)),
    turns.take('b', work('b1', 1)),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(log.indexOf('a2 begins')).toBeGreaterThan(log.indexOf('a1 ends'));
  expect(log.indexOf('b1 ends')).toBeLessThan(log.indexOf('a1 ends'));
});
