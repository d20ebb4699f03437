import { setImmediate } from 'node:timers/promises';
import { CallerGone, TooManyWaiting, FairQueue } from './fair-queue';

const waits = new AbortController().signal;
const named = (name: string, count: number) => Array.from({ length: count }, (_, at) => name + at);

let read: string[];
let turns: FairQueue<string>;
beforeEach(() => {
  read = [];
  turns = new FairQueue(async (text) => {
    await setImmediate();
    if (text === 'broken') throw new Error('broken');
    read.push(text);
    return text.toUpperCase();
  }, 64);
});

it('returns results in order', async () => {
  const [one, other] = await Promise.all([
    turns.take(named('a', 9), waits),
    turns.take(['b'], waits),
  ]);
  expect([one, other]).toEqual([named('A', 9), ['B']]);
});

it.each([1, 8])('runs %i texts of a question before the rest of a list', async (count) => {
  const list = turns.take(named('list', 40), waits);
  await turns.take(named('question', count), waits);
  expect(read.length).toBeLessThan(count + 4);
  expect(turns.textsWaiting('lists')).toBe(40 - (read.length - count));
  await list;
});

it('lets lists progress during many questions', async () => {
  const questions = named('question', 60).map((question) => turns.take([question], waits));
  const list = turns.take(named('list', 9), waits);
  await Promise.all(questions);
  expect(read).toContain('list5');
  await list;
});

it('limits the queue per kind', async () => {
  const lists = turns.take(named('list', 64), waits);
  await expect(turns.take(named('more', 9), waits)).rejects.toThrow(TooManyWaiting);
  const question = turns.take(['question'], waits);
  await expect(question).resolves.toEqual(['QUESTION']);
  await lists;
  await expect(turns.take(named('more', 9), waits)).resolves.toHaveLength(9);
});

it('skips texts of disconnected clients, and continues after invalid ones', async () => {
  const caller = new AbortController();
  const list = turns.take(named('list', 40), caller.signal);
  const next = turns.take(['next'], waits);
  await next;
  caller.abort();
  await expect(list).rejects.toThrow(CallerGone);
  await expect(turns.take(['broken'], waits)).rejects.toThrow('broken');
  await expect(turns.take(['after'], waits)).resolves.toEqual(['AFTER']);
  expect(read.length).toBeLessThan(10);
});
