import { type Replica, UNANSWERED_CHECKS, Upstream } from './upstream';

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

  const chosen = (times: number) => Array.from({ length: times }, () => upstream.choose());
  const failChecks = (replica: Replica, times = UNANSWERED_CHECKS) => {
    for (let at = 0; at < times; at++) replica.checked(undefined);
  };

  it('goes in turns', () => {
    expect(chosen(4)).toEqual([first, second, first, second]);
  });

  it('chooses the replica with fewer calls', () => {
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
    expect(withSpare.choose()).toBe(usual);
    expect(withSpare.choose(usual)).toBeUndefined();
    expect([usual.isAway, spare.isAway]).toEqual([false, true]);
    expect(withSpare.nameOf(usual)).toBe('campaign');
    spare.checked(200);
    expect(withSpare.choose()).toBe(spare);
    expect(spare.isAway).toBe(false);
    await withSpare.close();
  });

  it('ranks a replica that accepted no connection last, until its next health check', () => {
    first.connectionFailed();
    expect(new Set(chosen(4))).toEqual(new Set([second]));
    first.checked(200);
    expect(new Set(chosen(4))).toEqual(new Set([first, second]));
  });

  it('leaves out a replica that answers no health check, until it answers one', () => {
    failChecks(first);
    second.isReady = false;
    expect(new Set(chosen(4))).toEqual(new Set([second]));
    first.checked(503);
    expect(new Set(chosen(4))).toEqual(new Set([first, second]));
  });

  it('still chooses a replica that missed a single health check', () => {
    failChecks(first, UNANSWERED_CHECKS - 1);
    failChecks(second, UNANSWERED_CHECKS - 1);
    expect(new Set(chosen(4))).toEqual(new Set([first, second]));
  });

  it('does not leave out a replica because calls to it fail', () => {
    for (let at = 0; at < 100; at++) {
      first.outstanding++;
      first.done('silent');
    }
    expect(new Set(chosen(4))).toEqual(new Set([first, second]));
    expect(first.failures).toBe(100);
  });

  it('excludes a replica that has just failed', () => {
    expect(upstream.choose(first)).toBe(second);
    expect(upstream.choose(second)).toBe(first);
  });

  it('chooses none when all are full or do not respond', () => {
    first.outstanding = second.outstanding = ROOM;
    expect(upstream.choose()).toBeUndefined();
    expect(upstream.whyNone()).toBe('full');
    failChecks(first);
    expect(upstream.whyNone()).toBe('full');
    failChecks(second);
    expect(upstream.whyNone()).toBe('not-responding');
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
