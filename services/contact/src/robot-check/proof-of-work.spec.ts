import { Keyring } from '@tomekeeper/service-kit';
import { createHash } from 'node:crypto';
import { ProofOfWork } from './proof-of-work';

const keyring = Keyring.parse(`1:${Buffer.alloc(32, 1).toString('base64')}`);
const proof = new ProofOfWork(keyring);
const MINUTE = 60_000;

function solved(now: number): { salt: string; number: number; token: string } {
  const { salt, challenge, signature, maxnumber } = proof.challenge(now);
  for (let number = 0; number <= maxnumber; number++)
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') === challenge)
      return { salt, number, token: encode({ challenge, number, salt, signature }) };
  throw new Error('no solution');
}
const encode = (solution: object) =>
  Buffer.from(JSON.stringify({ algorithm: 'SHA-256', ...solution })).toString('base64');

describe('the proof of work', () => {
  it('is good for twenty minutes', async () => {
    const now = Date.now();
    const { token } = solved(now);
    await expect(proof.verify(token, now + 19 * MINUTE)).resolves.toMatchObject({
      once: { id: expect.any(String) },
    });
    await expect(proof.verify(token, now + 21 * MINUTE)).rejects.toThrow();
  });

  it('does not live longer by moving digits from the number into the salt', async () => {
    const now = Date.now();
    const { salt, number, token } = solved(now);
    const { challenge, signature } = JSON.parse(Buffer.from(token, 'base64').toString()) as {
      challenge: string;
      signature: string;
    };
    const digits = String(number);
    const moved = { salt: salt + digits.slice(0, 1), number: Number(digits.slice(1) || '0') };
    await expect(proof.verify(encode({ challenge, signature, ...moved }), now)).rejects.toThrow();
  });

  it('is signed by keys that may be rotated', async () => {
    const { token } = solved(Date.now());
    const rotated = Keyring.parse(
      `2:${Buffer.alloc(32, 2).toString('base64')},1:${Buffer.alloc(32, 1).toString('base64')}`,
    );
    await expect(new ProofOfWork(rotated).verify(token)).resolves.toBeDefined();
    const replaced = Keyring.parse(`2:${Buffer.alloc(32, 2).toString('base64')}`);
    await expect(new ProofOfWork(replaced).verify(token)).rejects.toThrow();
  });
});
