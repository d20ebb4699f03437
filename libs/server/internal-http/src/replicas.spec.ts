import { askInTurn } from './replicas';
import { Replicas } from './replicas';

let now: number;
beforeEach(() => {
  now = 1_000_000;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

const firsts = (replicas: Replicas, times: number) =>
  Array.from({ length: times }, () => replicas.inOrder()[0]);

it('gives every replica its turn', () => {
  expect(firsts(new Replicas(['a', 'b', 'c']), 6)).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
});

it('uses another replica after a failure, and avoids the failed one for a while', async () => {
  const replicas = new Replicas(['a', 'b']);
  const attempts: string[] = [];
  const ask = async (place: string) => {
    attempts.push(place);
    if (place === 'a') throw new Error('gone');
    return place;
  };
  expect(await askInTurn(replicas, ask)).toBe('b');
  expect(attempts).toEqual(['a', 'b']);
  expect(firsts(replicas, 4)).toEqual(['b', 'b', 'b', 'b']);
  now += 2_000;
  expect(firsts(replicas, 4)).toEqual(['a', 'b', 'b', 'b']);
});

it('finds the only reachable replica', async () => {
  const replicas = new Replicas(['a', 'b', 'c']);
  const ask = async (place: string) => {
    if (place !== 'c') throw new Error('gone');
    return place;
  };
  for (let calls = 0; calls < 9; calls += 1) {
    expect(await askInTurn(replicas, ask)).toBe('c');
    now += 1_000;
  }
});

it('takes a replica that answers for a good one again', async () => {
  const replicas = new Replicas(['a', 'b']);
  for (const place of ['a', 'b']) replicas.failed(place);
  expect(await askInTurn(replicas, async (place) => place)).toBe('a');
  expect(firsts(replicas, 3)).toEqual(['a', 'a', 'a']);
});

it('retries the only replica, and returns the result', async () => {
  const ask = jest.fn().mockRejectedValue(new Error('gone'));
  await expect(askInTurn(new Replicas(['a']), ask)).rejects.toThrow('gone');
  expect(ask.mock.calls).toEqual([['a'], ['a']]);
});
