import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeLock } from './lock-file';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lock-'));
  file = path.join(folder, 'lock');
});
afterEach(async () => {
  jest.restoreAllMocks();
  await fs.rm(folder, { recursive: true });
});

const take = () => takeLock(file, {}, () => sleep(1));

/** Takes the lock many times at once. @returns how many held it together at most */
async function mostHolders(takers: number): Promise<number> {
  let holders = 0;
  let most = 0;
  const holdOnce = async () => {
    const release = await take();
    most = Math.max(most, (holders += 1));
    await sleep(1);
    holders -= 1;
    await release();
  };
  await Promise.all(Array.from({ length: takers }, holdOnce));
  return most;
}

it('is held by one at a time, however many want it', async () => {
  expect(await mostHolders(20)).toBe(1);
});

it('stays with its holder when another process sees the previous one give it back', async () => {
  const releaseFirst = await take();
  let releaseSecond: (() => Promise<void>) | undefined;
  let tellTaken: () => void;
  const isTaken = new Promise<void>((resolve) => (tellTaken = resolve));
  const readFile = fs.readFile.bind(fs);
  // The first holder gives the lock back and the second takes it while the third reads who holds it.
  jest.spyOn(fs, 'readFile').mockImplementationOnce(async (...args) => {
    await releaseFirst();
    const read = readFile(...args);
    await read.catch(() => undefined);
    releaseSecond = await take();
    tellTaken();
    return read;
  });
  let held = false;
  const third = take().then((release) => ((held = true), release));
  await isTaken;
  await sleep(100);
  expect(releaseSecond).toBeDefined();
  expect(held).toBe(false);
  await releaseSecond?.();
  const releaseThird = await third;
  await releaseThird();
});

const DEAD = JSON.stringify({ pid: 2 ** 22 + 1, command: 'gone' });

it('is held by one at a time after its process was killed', async () => {
  await fs.writeFile(file, DEAD);
  expect(await mostHolders(20)).toBe(1);
  expect(await fs.readdir(folder)).toEqual([]);
});

it('can be acquired after a process was killed while deleting the lock of another killed process', async () => {
  await fs.writeFile(file, DEAD);
  await fs.writeFile(`${file}.stale`, DEAD);
  const start = Date.now();
  // Far longer than twenty attempts take; then the clock says that it has been held for too long.
  jest.spyOn(Date, 'now').mockImplementation(() => start);
  const taken = take();
  await sleep(1500);
  jest.restoreAllMocks();
  jest.spyOn(Date, 'now').mockImplementation(() => start + 60_000);
  const release = await taken;
  await release();
  expect(await fs.readdir(folder)).toEqual([]);
});
