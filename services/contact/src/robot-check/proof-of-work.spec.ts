import { Keyring } from '@tomekeeper/service-kit';
import { createHash } from 'node:crypto';
import { ProofOfWork } from './proof-of-work';
import { checkFailed, checkMissing } from './robot-check';

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const keyring = Keyring.parse(`1:${key(1)}`);
const proof = new ProofOfWork(keyring);
const MINUTE = 60_000;

const FAILED = { code: checkFailed().code };
const MISSING = { code: checkMissing().code };

function solved(now: number, source = proof) {
  const { salt, challenge, signature, maxnumber } = source.challenge(now);
  for (let number = 0; number <= maxnumber; number++)
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') === challenge)
      return {
        challenge,
        number,
        salt,
        signature,
        token: encode({ challenge, number, salt, signature }),
      };
  throw new Error('no solution');
}
const encode = (solution: object) =>
  Buffer.from(JSON.stringify({ algorithm: 'SHA-256', ...solution })).toString('base64');

describe('the proof of work', () => {
  it('is good for twenty minutes, once', async () => {
    const now = Date.UTC(2026, 0, 1);
    const { token, challenge } = solved(now);
    const expiresAt = new Date(now + 20 * MINUTE);
    await expect(proof.verify(token, expiresAt.getTime() - 1)).resolves.toEqual({
      once: { id: challenge, expiresAt },
    });
    await expect(proof.verify(token, expiresAt.getTime())).rejects.toMatchObject(FAILED);
  });

  it('asks in the words of its client, for work that takes a while', () => {
    const { algorithm, maxnumber, salt } = proof.challenge(Date.UTC(2026, 0, 1));
    expect([algorithm, maxnumber]).toEqual(['SHA-256', 50_000]);
    expect(salt).toMatch(/^[0-9a-f]{24}\?expires=1767226800&key=1&$/);
  });

  it('is needed, and must be one', async () => {
    await expect(proof.verify('')).rejects.toMatchObject(MISSING);
    for (const token of ['{', Buffer.from('{').toString('base64'), encode({})])
      await expect(proof.verify(token)).rejects.toMatchObject(FAILED);
  });

  it('must be solved, and be ours', async () => {
    const now = Date.now();
    const { challenge, number, salt, signature } = solved(now);
    const other = solved(now);
    const tried = (change: object) =>
      proof.verify(encode({ challenge, number, salt, signature, ...change }), now);
    await expect(tried({})).resolves.toMatchObject({ once: { id: challenge } });
    for (const change of [
      { number: number + 1 },
      { salt: other.salt },
      { salt: `00${salt}` },
      { challenge: other.challenge },
      { signature: other.signature },
      { signature: 'ab' },
      { salt: salt.replace('key=1', 'key=12') },
      { salt: 'no salt of ours' },
    ])
      await expect(tried(change)).rejects.toMatchObject(FAILED);
  });

  it('differs from a signature of the same key for another purpose', async () => {
    const { challenge, number, salt, signature } = solved(Date.now());
    expect(signature).toBe(keyring.mac(challenge, 'robot-check').toString('hex'));
    const foreign = keyring.mac(challenge, 'one-click-unsubscribe').toString('hex');
    await expect(
      proof.verify(encode({ challenge, number, salt, signature: foreign })),
    ).rejects.toMatchObject(FAILED);
  });

  it('does not live longer by moving digits from the number into the salt', async () => {
    const now = Date.now();
    const { challenge, number, salt, signature } = solved(now);
    const digits = String(number);
    const moved = { salt: salt + digits.slice(0, 1), number: Number(digits.slice(1) || '0') };
    await expect(
      proof.verify(encode({ challenge, signature, ...moved }), now),
    ).rejects.toMatchObject(FAILED);
  });

  it('is signed by keys that may be rotated', async () => {
    const { token, challenge } = solved(Date.now());
    const rotated = new ProofOfWork(Keyring.parse(`12:${key(2)},1:${key(1)}`));
    await expect(rotated.verify(token)).resolves.toMatchObject({ once: { id: challenge } });
    const later = solved(Date.now(), rotated);
    await expect(rotated.verify(later.token)).resolves.toMatchObject({
      once: { id: later.challenge },
    });
    const replaced = new ProofOfWork(Keyring.parse(`12:${key(2)}`));
    await expect(replaced.verify(token)).rejects.toMatchObject(FAILED);
  });
});
