import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { PasswordLockout } from '../lockout/password-lockout';
import { PasswordChanges } from '../passwords/password-changes';
import { Passwords } from '../passwords/passwords';
import { operation, OperationGroup } from '../protocol/operation';
import { refuse } from '../protocol/refusals';
import { IdentityProofs } from '../reauthentication/identity-proofs';
import { AccessTokens } from '../tokens/access-tokens';
import { AccountDeletion } from './account-deletion';

const changePasswordRequest = z.object({
  AccessToken: z.string(),
  PreviousPassword: z.string(),
  ProposedPassword: z.string(),
});
const deleteUserRequest = z.object({ AccessToken: z.string() });

/** What signed-in people do with their account as a whole. */
@Injectable()
export class AccountOperations extends OperationGroup {
  readonly operations = {
    ChangePassword: operation(changePasswordRequest, (input) => this.changePassword(input)),
    DeleteUser: operation(deleteUserRequest, (input) => this.deleteUser(input)),
  };

  constructor(
    private readonly accessTokens: AccessTokens,
    private readonly passwords: Passwords,
    private readonly changes: PasswordChanges,
    private readonly lockout: PasswordLockout,
    private readonly deletion: AccountDeletion,
    private readonly proofs: IdentityProofs,
  ) {
    super();
  }

  private async changePassword(input: z.infer<typeof changePasswordRequest>): Promise<object> {
    const { user, originJti } = await this.accessTokens.verify(input.AccessToken);
    this.passwords.expectAllowed(input.ProposedPassword, user);
    const right = await this.lockout.guard(user.id, () =>
      this.passwords.matches(user.id, input.PreviousPassword),
    );
    if (!right) throw refuse.wrongCredentials();
    // The present password is a proof of who they are, and a better one than any that is minutes old.
    await this.proofs.note(originJti);
    await this.changes.change(user, input.ProposedPassword, originJti);
    return {};
  }

  private async deleteUser(input: z.infer<typeof deleteUserRequest>): Promise<object> {
    const { user } = await this.accessTokens.verifyProved(input.AccessToken);
    await this.deletion.delete(user);
    return {};
  }
}
