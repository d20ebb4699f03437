import { askTwice, Replicas } from './replicas';

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

it('goes to another replica when one fails, and leaves that one alone for a while', async () => {
  const replicas = new Replicas(['a', 'b']);
  const asked: string[] = [];
  const ask = async (place: string) => {
    asked.push(place);
    if (place === 'a') throw new Error('gone');
    return place;
  };
  expect(await askTwice(replicas, ask)).toBe('b');
  expect(asked).toEqual(['a', 'b']);
  expect(firsts(replicas, 4)).toEqual(['b', 'b', 'b', 'b']);
  now += 2_000;
  expect(firsts(replicas, 2).sort()).toEqual(['a', 'b']);
});

it('takes a replica that answers for a good one again', async () => {
  const replicas = new Replicas(['a', 'b']);
  for (const place of ['a', 'b']) replicas.failed(place);
  await askTwice(replicas, async (place) => place);
  expect(new Set(firsts(replicas, 4))).toEqual(new Set(['a']));
});

it('asks the same one again where there is no other, and tells what came of it', async () => {
  const ask = jest.fn().mockRejectedValue(new Error('gone'));
  await expect(askTwice(new Replicas(['a']), ask)).rejects.toThrow('gone');
  expect(ask.mock.calls).toEqual([['a'], ['a']]);
});
