import { KeyListSource } from './key-list';

const LIST = { keys: [{ kid: 'one' }] };
const URL = 'http://identity/jwks.json';

let now: number;
beforeEach(() => {
  now = 1_000_000;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

it('asks once for everybody who waits', async () => {
  const ask = jest.fn().mockResolvedValue(LIST);
  const source = new KeyListSource([URL], ask);
  await Promise.all(Array.from({ length: 50 }, () => source.fetch()));
  expect(ask).toHaveBeenCalledTimes(1);
});

it('asks at once when identity is back, however often it failed', async () => {
  const ask = jest.fn().mockRejectedValue(new Error('nobody there'));
  const source = new KeyListSource([URL], ask);
  for (let attempt = 0; attempt < 100; attempt += 1)
    await expect(source.fetch()).rejects.toThrow('nobody there');
  ask.mockResolvedValue(LIST);
  expect(await source.fetch()).toBe(LIST);
});

it('asks once a second for keys that are not there', async () => {
  const ask = jest.fn().mockResolvedValue(LIST);
  const source = new KeyListSource([URL], ask);
  for (let token = 0; token < 1000; token += 1) await source.fetch();
  expect(ask).toHaveBeenCalledTimes(1);
  now += 1000;
  await source.fetch();
  expect(ask).toHaveBeenCalledTimes(2);
});

it('knows the keys of a list for a minute without asking', async () => {
  const ask = jest.fn().mockResolvedValue(LIST);
  const source = new KeyListSource([URL], ask);
  expect([source.isLoaded, source.known()]).toEqual([false, []]);
  await source.fetch();
  now += 59_999;
  expect([source.isLoaded, source.known()]).toEqual([true, LIST.keys]);
  now += 1;
  expect([source.isLoaded, source.known()]).toEqual([true, []]);
  expect(ask).toHaveBeenCalledTimes(1);
});
