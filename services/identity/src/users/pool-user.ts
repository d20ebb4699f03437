import { Injectable } from '@nestjs/common';
import { type Transaction, UnitOfWork } from '@tomekeeper/persistence';

/** Account status by protocol name. */
export type UserStatus = 'UNCONFIRMED' | 'CONFIRMED' | 'RESET_REQUIRED' | 'FORCE_CHANGE_PASSWORD';

export interface PoolUser {
  id: string;
  /** Lowercased. */
  email: string;
  emailVerified: boolean;
  status: UserStatus;
  enabled: boolean;
  givenName: string;
  familyName: string;
  /** In E.164 form; empty when there is none. */
  phoneNumber: string;
  phoneNumberVerified: boolean;
  /** Increases whenever all sessions end: proofs from an earlier epoch start no session. */
  credentialEpoch: number;
}

/** The address is unconfirmed. Confirming the address replaces such an account. */
export const isWaiting = ({ status, enabled }: PoolUser): boolean =>
  status === 'UNCONFIRMED' && enabled;

/** {@link isWaiting} in SQL. */
export const IS_WAITING = `status = 'UNCONFIRMED' AND enabled`;
/** SQL condition: the address was verified, even if an operator has disabled the account since. */
export const HAS_PROVED_ADDRESS = `status <> 'UNCONFIRMED'`;

/** A row of `pool_user`. */
export interface PoolUserRow {
  id: string;
  email: string;
  email_verified: boolean;
  status: UserStatus;
  enabled: boolean;
  given_name: string;
  family_name: string;
  phone_number: string;
  phone_number_verified: boolean;
  credential_epoch: number;
}

const COLUMNS = [
  'id',
  'email',
  'email_verified',
  'status',
  'enabled',
  'given_name',
  'family_name',
  'phone_number',
  'phone_number_verified',
  'credential_epoch',
];

/** Returns the columns of a {@link PoolUserRow}, for a query that uses this table alias. */
export const userColumns = (alias = 'pool_user'): string =>
  COLUMNS.map((column) => `${alias}.${column}`).join(', ');

export const toPoolUser = (row: PoolUserRow): PoolUser => ({
  id: row.id,
  email: row.email,
  emailVerified: row.email_verified,
  status: row.status,
  enabled: row.enabled,
  givenName: row.given_name,
  familyName: row.family_name,
  phoneNumber: row.phone_number,
  phoneNumberVerified: row.phone_number_verified,
  credentialEpoch: row.credential_epoch,
});

/** Factors that may be required after the first one. */
export type SecondFactorName = 'SOFTWARE_TOKEN_MFA' | 'EMAIL_OTP' | 'SMS_MFA';

/** A user's enabled second factors. */
export interface EnabledFactors {
  kinds: readonly SecondFactorName[];
  preferred: SecondFactorName | undefined;
}

export interface FactorRow {
  kind: SecondFactorName;
  preferred: boolean;
}

/**
 * SQL for the second factors of the account.
 * @param userId SQL expression of the account's id
 */
export const secondFactorsOf = (userId: string) =>
  `SELECT kind, preferred FROM mfa_factor WHERE user_id = ${userId} ORDER BY enabled_at, kind`;

/** Enabled second factors of accounts. */
@Injectable()
export class SecondFactors {
  constructor(private readonly uow: UnitOfWork) {}

  async of(userId: string, within: Pick<Transaction, 'query'> = this.uow): Promise<EnabledFactors> {
    return enabledFactors(await within.query<FactorRow>(secondFactorsOf('$1'), [userId]));
  }

  /** Replaces the account's factors. */
  async set(tx: Transaction, userId: string, { kinds, preferred }: EnabledFactors): Promise<void> {
    await tx.query('DELETE FROM mfa_factor WHERE user_id = $1 AND kind <> ALL($2)', [
      userId,
      kinds,
    ]);
    // A separate statement before the update, because a unique index allows only one preferred factor at any moment.
    await tx.query('UPDATE mfa_factor SET preferred = false WHERE user_id = $1 AND preferred', [
      userId,
    ]);
    for (const kind of kinds)
      await tx.query(
        `INSERT INTO mfa_factor (user_id, kind, preferred) VALUES ($1, $2, $3)
         ON CONFLICT (user_id, kind) DO UPDATE SET preferred = excluded.preferred`,
        [userId, kind, kind === preferred],
      );
  }
}

export const enabledFactors = (rows: readonly FactorRow[]): EnabledFactors => ({
  kinds: rows.map(({ kind }) => kind),
  preferred: rows.find(({ preferred }) => preferred)?.kind,
});

/** Returns the settings in the protocol's form, without absent ones. */
export function factorSettings({ kinds, preferred }: EnabledFactors): object {
  return {
    ...(preferred ? { PreferredMfaSetting: preferred } : {}),
    ...(kinds.length > 0 ? { UserMFASettingList: kinds } : {}),
  };
}
