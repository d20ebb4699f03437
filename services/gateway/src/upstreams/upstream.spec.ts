import { type Failure, OPENS_AFTER } from './circuit';
import { type Replica, Upstream } from './upstream';

const ROOM = 3;

describe('the choice of a replica', () => {
  let upstream: Upstream;
  let first: Replica;
  let second: Replica;
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
    upstream = new Upstream('campaign', ['http://127.0.0.1:1', 'http://127.0.0.1:2'], ROOM);
    [first, second] = upstream.replicas as [Replica, Replica];
  });
  afterEach(async () => {
    await upstream.close();
    jest.useRealTimers();
  });

  const chosen = (times: number, isSafe = true) =>
    Array.from({ length: times }, () => upstream.choose(isSafe));
  const open = (replica: Replica, how: Failure = 'unreachable') => {
    for (let at = 0; at < OPENS_AFTER; at++) replica.circuit.failed(how);
  };

  it('goes in turns', () => {
    expect(chosen(4)).toEqual([first, second, first, second]);
  });

  it('goes to who has less to do', () => {
    first.outstanding = 1;
    expect(new Set(chosen(4))).toEqual(new Set([second]));
  });

  it('leaves out who does not take calls, as long as there is another', () => {
    first.isReady = false;
    expect(new Set(chosen(4))).toEqual(new Set([second]));
    second.isReady = false;
    expect(new Set(chosen(4))).toEqual(new Set([first, second]));
  });

  it('sends to a spare one only while it is there, and speaks of it only then', async () => {
    const origins = ['http://127.0.0.1:1', 'http://127.0.0.1:2'];
    const withSpare = new Upstream('campaign', origins, ROOM, new Set(origins.slice(1)));
    const [usual, spare] = withSpare.replicas as [Replica, Replica];
    usual.isReady = false;
    expect(withSpare.choose(true)).toBe(usual);
    expect(withSpare.choose(true, usual)).toBeUndefined();
    expect([usual.isAway, spare.isAway]).toEqual([false, true]);
    expect(withSpare.nameOf(usual)).toBe('campaign');
    spare.checked(200);
    expect(withSpare.choose(true)).toBe(spare);
    expect(spare.isAway).toBe(false);
    await withSpare.close();
  });

  it('prefers who is not ready to nobody', () => {
    first.isReady = false;
    open(second);
    expect(new Set(chosen(4))).toEqual(new Set([first]));
  });

  it('lets a call try that can be sent again', () => {
    open(first);
    expect(new Set(chosen(4))).toEqual(new Set([second]));
    jest.advanceTimersByTime(250);
    expect(new Set(chosen(4, false))).toEqual(new Set([second]));
    expect(new Set(chosen(4))).toEqual(new Set([first]));
    first.circuit.sent();
    expect(new Set(chosen(4))).toEqual(new Set([second]));
  });

  it('takes another than the one that has just failed', () => {
    expect(upstream.choose(true, first)).toBe(second);
    expect(upstream.choose(true, second)).toBe(first);
  });

  it('finds nobody when all have enough to do, or have failed', () => {
    first.outstanding = second.outstanding = ROOM;
    expect(upstream.choose(true)).toBeUndefined();
    expect(upstream.whyNone()).toBe('full');
    open(first);
    expect(upstream.whyNone()).toBe('full');
    open(second);
    expect(upstream.whyNone()).toBe('circuits-open');
  });

  it('numbers replicas where there are several', () => {
    expect(upstream.replicas.map((replica) => upstream.nameOf(replica))).toEqual([
      'campaign[1]',
      'campaign[2]',
    ]);
    const single = new Upstream('campaign', ['http://127.0.0.1:1'], ROOM);
    expect(single.replicas.map((replica) => single.nameOf(replica))).toEqual(['campaign']);
  });
});
