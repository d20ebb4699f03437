import { Injectable } from '@nestjs/common';
import { COMMON_PASSWORD_PARTS } from '@tomekeeper/contracts-identity';
import { z } from 'zod';
import { GuessLockout } from '../lockout/guess-lockout';
import { operation, OperationGroup } from '../protocol/operations';
import { refuse } from '../protocol/refusals';
import { AccessTokens } from '../sessions/access-tokens';
import { UserSessions } from '../sessions/user-sessions';
import { CommonPasswords, Passwords } from './passwords';
import { PasswordChanges } from './password-changes';

const changePasswordRequest = z.object({
  AccessToken: z.string(),
  PreviousPassword: z.string(),
  ProposedPassword: z.string(),
});
const partRequest = z.object({
  Part: z
    .number()
    .int()
    .min(0)
    .max(COMMON_PASSWORD_PARTS - 1),
});

/** Password changes, and hash ranges of common passwords, so that forms can check a password without sending it. */
@Injectable()
export class PasswordOperations extends OperationGroup {
  readonly operations = {
    ChangePassword: operation(changePasswordRequest, async (input) => {
      const { user, originJti } = await this.accessTokens.verify(input.AccessToken);
      this.passwords.expectAllowed(input.ProposedPassword, user);
      const right = await this.lockout.guard(user.id, () =>
        this.passwords.matches(user.id, input.PreviousPassword),
      );
      if (!right) throw refuse.wrongCredentials();
      // The current password is a fresh proof of identity.
      await this.sessions.noteProof(originJti);
      await this.changes.change(user, input.ProposedPassword, originJti);
      return {};
    }),
    // Not part of the managed service.
    ListCommonPasswords: operation(partRequest, async ({ Part }) => ({
      Keys: this.common.part(Part),
    })),
  };

  constructor(
    private readonly accessTokens: AccessTokens,
    private readonly passwords: Passwords,
    private readonly common: CommonPasswords,
    private readonly changes: PasswordChanges,
    private readonly lockout: GuessLockout,
    private readonly sessions: UserSessions,
  ) {
    super();
  }
}
