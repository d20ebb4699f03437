import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { PasswordLockout } from '../lockout/password-lockout';
import { Passwords } from '../passwords/passwords';
import { Srp } from '../srp/srp';

const hexNumber = z.string().transform((hex) => BigInt(`0x${hex}`));
/** What the server keeps of an exchange while the client works on its proof. */
export const exchange = z.object({
  a: hexNumber,
  b: hexNumber,
  publicB: hexNumber,
  username: z.string(),
  /** What follows the right proof, if not what follows any password. */
  then: z.literal('custom').optional(),
});

/** Checks proofs against the verifier as it is now. */
@Injectable()
export class PasswordProofs {
  constructor(
    private readonly passwords: Passwords,
    private readonly srp: Srp,
    private readonly lockout: PasswordLockout,
  ) {}

  /** @throws the protocol's refusal while the account is locked */
  async isRight(
    userId: string,
    state: z.infer<typeof exchange>,
    proof: { secretBlock: Buffer; timestamp: string; signature: string },
  ): Promise<boolean> {
    return this.lockout.guard(userId, () => this.proves(userId, state, proof));
  }

  private async proves(
    userId: string,
    { a, b, publicB }: z.infer<typeof exchange>,
    proof: { secretBlock: Buffer; timestamp: string; signature: string },
  ): Promise<boolean> {
    const { verifier } = await this.passwords.verifierOf(userId);
    return this.srp.proves({
      identity: this.passwords.identity(userId),
      verifier,
      clientA: a,
      server: { b, publicB },
      ...proof,
    });
  }
}
