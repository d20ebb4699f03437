import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { refuse } from '../protocol/refusals';
import type { PoolUser } from '../users/pool-user';
import { PoolUsers } from '../users/pool-users';
import { PasswordChanges } from './password-changes';
import { Passwords } from './passwords';
import { TemporaryPasswords } from './temporary-passwords';

/** People choosing a password in place of the one they were given. */
@Injectable()
export class FirstOwnPasswords {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly passwords: Passwords,
    private readonly temporary: TemporaryPasswords,
    private readonly changes: PasswordChanges,
    private readonly users: PoolUsers,
  ) {}

  /**
   * @param alongside what must happen with it, or not at all
   * @returns the account as it is now
   */
  async choose(
    user: PoolUser,
    password: string,
    names: { givenName?: string | undefined; familyName?: string | undefined },
    alongside: (tx: Transaction) => Promise<void>,
  ): Promise<PoolUser> {
    this.passwords.expectAllowed(password, {
      email: user.email,
      givenName: names.givenName ?? user.givenName,
      familyName: names.familyName ?? user.familyName,
    });
    // Whoever gave the temporary one knows it.
    if (await this.passwords.matches(user.id, password))
      throw refuse.badPassword(['Password must differ from the temporary one']);
    const prepared = await this.passwords.prepare(user.id, password);
    return this.uow.run(async (tx) => {
      // An operator may have given another one since.
      const locked = await this.users.lock(tx, user.id);
      if (locked?.credentialEpoch !== user.credentialEpoch) throw refuse.invalidSession();
      await alongside(tx);
      if (!(await this.temporary.end(tx, user.id))) throw refuse.invalidSession();
      await this.changes.replace(tx, user, prepared);
      const changed = await this.users.rename(user.id, names, tx);
      if (!changed) throw refuse.invalidSession();
      return changed;
    });
  }
}
