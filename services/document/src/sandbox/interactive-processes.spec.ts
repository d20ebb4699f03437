import { InteractiveProcesses } from './interactive-processes';

/** Work that a test ends. */
function heldWork() {
  const work = { isStarted: false, end: () => undefined as void, run: () => Promise.resolve() };
  const ended = new Promise<void>((resolve) => (work.end = resolve));
  work.run = () => {
    work.isStarted = true;
    return ended;
  };
  return work;
}

describe('child processes of interactive requests', () => {
  let processes: InteractiveProcesses;
  beforeEach(() => {
    jest.useFakeTimers();
    processes = new InteractiveProcesses();
  });
  afterEach(() => jest.useRealTimers());

  const connected = () => new AbortController().signal;
  function start(person: string, signal = connected()) {
    const work = heldWork();
    const done = processes.run({ person, signal }, work.run);
    done.catch(() => undefined);
    return { work, done };
  }
  const settle = () => jest.advanceTimersByTimeAsync(0);

  it('run one at a time for one person and leave a place for others', async () => {
    const [first, second] = [start('a'), start('a')];
    const other = start('b');
    await settle();
    expect([first, second, other].map(({ work }) => work.isStarted)).toEqual([true, false, true]);
    first.work.end();
    await settle();
    expect(second.work.isStarted).toBe(true);
  });

  it('run at most two in all, and start the longest waiting one next', async () => {
    const all = ['a', 'b', 'c', 'd'].map((person) => start(person));
    await settle();
    expect(all.map(({ work }) => work.isStarted)).toEqual([true, true, false, false]);
    all[1]?.work.end();
    await settle();
    expect(all.map(({ work }) => work.isStarted)).toEqual([true, true, true, false]);
  });

  it('never give one place to two requests', async () => {
    const all = ['a', 'b', 'c'].map((person) => start(person));
    all[0]?.work.end();
    await all[0]?.done;
    const late = start('d');
    await settle();
    expect([all[2], late].map((one) => one?.work.isStarted)).toEqual([true, false]);
  });

  it('refuse only a person with too many waiting requests', async () => {
    const own = Array.from({ length: 11 }, () => start('a'));
    await expect(start('a').done).rejects.toMatchObject({ kind: 'too-many' });
    const other = start('b');
    await settle();
    expect(other.work.isStarted).toBe(true);
    own[0]?.work.end();
  });

  it('refuse everyone when too many wait', async () => {
    for (let n = 0; n < 202; n++) start(`person ${n}`);
    await expect(start('last').done).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('stop waiting after three seconds', async () => {
    start('a');
    start('b');
    const own = start('a');
    const other = start('c');
    await jest.advanceTimersByTimeAsync(3000);
    await expect(own.done).rejects.toMatchObject({ kind: 'too-many' });
    await expect(other.done).rejects.toMatchObject({ kind: 'unavailable' });
    expect(other.work.isStarted).toBe(false);
  });

  it('leave the queue when the caller disconnects', async () => {
    const first = start('a');
    const gone = new AbortController();
    const waiting = start('a', gone.signal);
    gone.abort(new Error('gone'));
    await expect(waiting.done).rejects.toThrow('gone');
    first.work.end();
    await settle();
    expect(waiting.work.isStarted).toBe(false);
    await expect(start('a', gone.signal).done).rejects.toThrow('gone');
  });

  it('free the place when the work fails', async () => {
    const failing = processes.run({ person: 'a', signal: connected() }, () =>
      Promise.reject(new Error('broken')),
    );
    await expect(failing).rejects.toThrow('broken');
    const next = start('a');
    await settle();
    expect(next.work.isStarted).toBe(true);
  });
});
