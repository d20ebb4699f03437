import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { PasswordLockout } from '../lockout/password-lockout';
import { Passwords } from '../passwords/passwords';
import { refuse } from '../protocol/refusals';
import { Srp } from '../srp/srp';
import { PasswordAccounts, type PasswordAccount } from './password-accounts';

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
    private readonly accounts: PasswordAccounts,
    private readonly passwords: Passwords,
    private readonly srp: Srp,
    private readonly lockout: PasswordLockout,
  ) {}

  /**
   * @param device key of the device that the client says it runs on
   * @returns the account whose password was proved, undefined when it was not
   * @throws the protocol's refusal while its source is locked, and where there is no password to prove
   */
  async provedBy(
    userId: string,
    { a, b, publicB }: z.infer<typeof exchange>,
    proof: { secretBlock: Buffer; timestamp: string; signature: string },
    device: string | undefined,
  ): Promise<PasswordAccount | undefined> {
    let account: PasswordAccount | undefined;
    const isRight = async () => {
      account = await this.accounts.of({ kind: 'id', id: userId });
      if (account.awaitsReset) return true;
      return this.srp.proves({
        identity: this.passwords.identity(userId),
        verifier: account.verifier.verifier,
        clientA: a,
        server: { b, publicB },
        ...proof,
      });
    };
    const right = await this.lockout.guard(userId, isRight, { device });
    if (account?.awaitsReset) throw refuse.resetRequired();
    return right ? account : undefined;
  }
}
