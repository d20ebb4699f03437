import type { RevocationsAnswer } from '@tomekeeper/contracts-identity';
import type { InternalClient } from '@tomekeeper/internal-http';
import { userTokenConfig } from '../config/config';
import { PolledRevocations } from './polled-revocations';

/** Default poll interval. */
const PACE_MS = userTokenConfig.REVOCATION_POLL_MS.parse(undefined);
const NOW = 1_800_000_000_000;
const until = new Date(NOW + 3_600_000).toISOString();
const flush = () => jest.advanceTimersByTimeAsync(0);

/** Starts polling; the test controls identity's responses. */
function start() {
  const requests: { path: string; answer: (answer: RevocationsAnswer | Error) => Promise<void> }[] =
    [];
  const get = (path: string) =>
    new Promise<RevocationsAnswer>((resolve, reject) => {
      requests.push({
        path,
        async answer(answer) {
          if (answer instanceof Error) reject(answer);
          else resolve(answer);
          await flush();
        },
      });
    });
  const revocations = new PolledRevocations({ get } as unknown as InternalClient, PACE_MS);
  revocations.onModuleInit();
  return { revocations, requests };
}

beforeEach(() => jest.useFakeTimers({ now: NOW }));
afterEach(() => jest.useRealTimers());

it('refuses with 503 until it has the list, then knows it', async () => {
  const { revocations, requests } = start();
  expect(() => revocations.isRevoked('ended')).toThrow('can not be checked right now');
  await requests[0]?.answer({ revoked: [{ origin_jti: 'ended', until }], cursor: '7' });
  expect(revocations.isRevoked('ended')).toBe(true);
  expect(revocations.isRevoked('other')).toBe(false);
  revocations.onModuleDestroy();
});

it('asks again soon while it has no list, and is loaded with the first', async () => {
  const { revocations, requests } = start();
  await requests[0]?.answer(new Error('not started yet'));
  expect(revocations.isLoaded).toBe(false);
  await jest.advanceTimersByTimeAsync(PACE_MS / 4);
  await requests[1]?.answer({ revoked: [], cursor: '7' });
  expect(revocations.isLoaded).toBe(true);
  revocations.onModuleDestroy();
});

it('polls at the configured interval after each response, and applies new entries with the response', async () => {
  const { revocations, requests } = start();
  await requests[0]?.answer({ revoked: [], cursor: '7' });
  await jest.advanceTimersByTimeAsync(PACE_MS - 1);
  expect(requests).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(requests.map(({ path }) => path)).toEqual([
    '/internal/revocations',
    '/internal/revocations?after=7',
  ]);
  expect(revocations.isRevoked('ended')).toBe(false);
  await requests[1]?.answer({ revoked: [{ origin_jti: 'ended', until }], cursor: '8' });
  expect(revocations.isRevoked('ended')).toBe(true);
  revocations.onModuleDestroy();
});

it('keeps its entries, and polls at the same interval, while identity is down', async () => {
  const { revocations, requests } = start();
  await requests[0]?.answer({ revoked: [{ origin_jti: 'ended', until }], cursor: '7' });
  for (let polls = 1; polls < 4; polls += 1) {
    await jest.advanceTimersByTimeAsync(PACE_MS);
    await requests[polls]?.answer(new Error('down'));
    expect(requests).toHaveLength(polls + 1);
  }
  expect(revocations.isRevoked('ended')).toBe(true);
  revocations.onModuleDestroy();
});

it('forgets nothing because of a clock that is ahead, and everything once no token can be left', async () => {
  const { revocations, requests } = start();
  await requests[0]?.answer({ revoked: [{ origin_jti: 'ended', until }], cursor: '7' });
  jest.setSystemTime(NOW + 24 * 3_600_000);
  await jest.advanceTimersByTimeAsync(PACE_MS);
  await requests[1]?.answer({ revoked: [], cursor: '8' });
  jest.setSystemTime(NOW);
  expect(revocations.isRevoked('ended')).toBe(true);
  // No request follows in the meantime: the next poll waits for its response.
  await jest.advanceTimersByTimeAsync(PACE_MS);
  await jest.advanceTimersByTimeAsync(3 * 86_400_000);
  await requests[2]?.answer({ revoked: [], cursor: '9' });
  const isRevoked = revocations.isRevoked('ended');
  await requests[3]?.answer({ revoked: [], cursor: '10' });
  expect(await isRevoked).toBe(false);
  revocations.onModuleDestroy();
});

it('can not be set to a pace that leaves no time for the answer within two seconds', () => {
  expect(PACE_MS).toBe(1000);
  expect(userTokenConfig.REVOCATION_POLL_MS.safeParse(2000).success).toBe(false);
});

it('knows how long identity has been silent', async () => {
  const { revocations, requests } = start();
  await jest.advanceTimersByTimeAsync(3000);
  expect(revocations.silentSeconds).toBe(3);
  await requests[0]?.answer({ revoked: [], cursor: '7' });
  expect(revocations.silentSeconds).toBe(0);
  await jest.advanceTimersByTimeAsync(PACE_MS);
  await requests[1]?.answer(new Error('identity is away'));
  expect(revocations.silentSeconds).toBe(PACE_MS / 1000);
  revocations.onModuleDestroy();
});

describe('after ten seconds without calls', () => {
  /** Ends with the first slow poll scheduled. */
  async function idle() {
    const { revocations, requests } = start();
    for (let seconds = 0; seconds <= 11; seconds += 1) {
      await requests[seconds]?.answer({ revoked: [], cursor: '7' });
      await jest.advanceTimersByTimeAsync(PACE_MS);
    }
    const polls = requests.length;
    await jest.advanceTimersByTimeAsync(5 * PACE_MS);
    expect(requests).toHaveLength(polls);
    return { revocations, requests, polls };
  }

  it('polls seldom, and a call waits for a new list', async () => {
    const { revocations, requests, polls } = await idle();
    const [first, second] = [revocations.isRevoked('ended'), revocations.isRevoked('other')];
    expect(requests).toHaveLength(polls + 1);
    await requests.at(-1)?.answer({ revoked: [{ origin_jti: 'ended', until }], cursor: '8' });
    expect([await first, await second]).toEqual([true, false]);
    await jest.advanceTimersByTimeAsync(PACE_MS);
    expect(requests).toHaveLength(polls + 2);
    expect(revocations.isRevoked('ended')).toBe(true);
    revocations.onModuleDestroy();
  });

  it('a call uses the last list when identity does not respond', async () => {
    const { revocations } = await idle();
    const isRevoked = revocations.isRevoked('ended');
    await jest.advanceTimersByTimeAsync(2_000);
    expect(await isRevoked).toBe(false);
    expect(revocations.isRevoked('ended')).toBe(false);
    revocations.onModuleDestroy();
  });
});
