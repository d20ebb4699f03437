import { KeyListSource } from './key-list';

const LIST = { keys: [{ kid: 'one' }] };
const URL = 'http://identity/jwks.json';

let now: number;
beforeEach(() => {
  now = 1_000_000;
  jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

it('asks once for everybody who waits', async () => {
  const ask = jest.fn().mockResolvedValue(LIST);
  const source = new KeyListSource(ask);
  await Promise.all(Array.from({ length: 50 }, () => source.fetch(URL)));
  expect(ask).toHaveBeenCalledTimes(1);
});

it('asks at once when identity is back, however often it failed', async () => {
  const ask = jest.fn().mockRejectedValue(new Error('nobody there'));
  const source = new KeyListSource(ask);
  for (let attempt = 0; attempt < 100; attempt += 1)
    await expect(source.fetch(URL)).rejects.toThrow('nobody there');
  ask.mockResolvedValue(LIST);
  expect(await source.fetch(URL)).toBe(LIST);
});

it('asks once a second for keys that are not there', async () => {
  const ask = jest.fn().mockResolvedValue(LIST);
  const source = new KeyListSource(ask);
  for (let token = 0; token < 1000; token += 1) await source.fetch(URL);
  expect(ask).toHaveBeenCalledTimes(1);
  now += 1000;
  await source.fetch(URL);
  expect(ask).toHaveBeenCalledTimes(2);
});
