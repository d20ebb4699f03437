import { createHash } from 'node:crypto';
import { robotSolution, type RobotChallenge } from '@tomekeeper/contracts-contact';
import { expiryOf, solve } from './proof-of-work';

const SALT = '0123456789abcdef?expires=1790000000&key=1&';

function challengeOf(number: number, maxnumber = 5_000): RobotChallenge {
  const challenge = createHash('sha256').update(`${SALT}${number}`).digest('hex');
  return { algorithm: 'SHA-256', challenge, salt: SALT, signature: 'ab'.repeat(32), maxnumber };
}
const patient = new AbortController().signal;

describe('the proof of work', () => {
  it.each([0, 1, 4_321, 5_000])('finds the number %i', async (number) => {
    const challenge = challengeOf(number);
    const token = await solve(challenge, patient);
    const { maxnumber: _hidden, ...signed } = challenge;
    expect(robotSolution.parse(JSON.parse(atob(token ?? '')))).toEqual({ ...signed, number });
  });

  it('says so when no number fits', async () => {
    await expect(solve(challengeOf(6_000), patient)).resolves.toBeUndefined();
  });

  it('stops when aborted', async () => {
    const controller = new AbortController();
    const work = solve(challengeOf(9_000_001, 9_000_000), controller.signal);
    controller.abort();
    await expect(work).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('knows when a challenge runs out', () => {
    expect(expiryOf(challengeOf(1))).toEqual(new Date(1_790_000_000_000));
    expect(expiryOf({ ...challengeOf(1), salt: 'plain' })).toBeUndefined();
  });
});
