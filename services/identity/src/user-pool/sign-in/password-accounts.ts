import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import {
  enabledFactors,
  FACTORS_OF,
  type EnabledFactors,
  type FactorRow,
} from '../mfa/mfa-factors';
import { Passwords, SRP_SECRET } from '../passwords/passwords';
import { PoolSettings } from '../pool-settings';
import type { Verifier } from '../srp/srp';
import { PhantomUsers } from '../users/phantom-users';
import { toPoolUser, userColumns, type PoolUser, type PoolUserRow } from '../users/pool-user';
import { canonical, type Username } from '../users/username';

/** All that a sign-in by password needs to know of an account, or of the stand-in for one. */
export interface PasswordAccount {
  id: string;
  user: PoolUser | undefined;
  /** A new one must be set by a code, as none was kept. No other account is without a password. */
  awaitsReset: boolean;
  /** Invented for whoever has none. */
  verifier: Verifier;
  factors: EnabledFactors;
}

type AccountRow = { [Column in keyof PoolUserRow]: PoolUserRow[Column] | null } & {
  sealed: string | null;
  factors: FactorRow[];
};

/** One statement, whether there is such an account or not: signing in is most of what the pool does. */
const accountWhere = (condition: string) => `
  SELECT ${userColumns('u')}, s.sealed,
         (SELECT coalesce(json_agg(f), '[]') FROM (${FACTORS_OF('u.id')}) f) AS factors
    FROM (SELECT $3::uuid AS id) stand_in
    LEFT JOIN pool_user u ON u.pool_id = $1 AND ${condition}
    LEFT JOIN pool_secret s ON s.user_id = u.id AND s.kind = '${SRP_SECRET}'`;
const BY_EMAIL = accountWhere('u.email = $2');
const BY_ID = accountWhere('u.id = $2');

/** Accounts as signing in by password meets them. */
@Injectable()
export class PasswordAccounts {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    private readonly passwords: Passwords,
    private readonly phantoms: PhantomUsers,
  ) {}

  async of(username: Username): Promise<PasswordAccount> {
    const standIn = this.phantoms.idOf(username);
    const [row] = await this.uow.queryOften<AccountRow>(username.kind === 'id' ? BY_ID : BY_EMAIL, [
      this.settings.poolId,
      nameIn(username),
      standIn,
    ]);
    if (!row) throw new Error('The statement answers with one row, whoever is meant.');
    const user = hasUser(row) ? toPoolUser(row) : undefined;
    const id = user?.id ?? standIn;
    return {
      id,
      user,
      awaitsReset: user?.status === 'RESET_REQUIRED' && row.sealed === null,
      verifier: this.passwords.opened(id, row.sealed),
      factors: enabledFactors(row.factors),
    };
  }
}

const hasUser = (row: AccountRow): row is AccountRow & PoolUserRow => row.id !== null;

/** Nobody has another name's address; what was typed may hold characters that the database refuses. */
const nameIn = (username: Username): string =>
  username.kind === 'other' ? '' : canonical(username);
