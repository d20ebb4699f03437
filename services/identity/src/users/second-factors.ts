import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';

/** Factors that may be required after the first one. */
export type SecondFactorName = 'SOFTWARE_TOKEN_MFA' | 'EMAIL_OTP' | 'SMS_MFA';

/** Second factors that a person has turned on. */
export interface EnabledFactors {
  kinds: readonly SecondFactorName[];
  preferred: SecondFactorName | undefined;
}

export interface FactorRow {
  kind: SecondFactorName;
  preferred: boolean;
}

/** SQL for the rows of the account that this piece of SQL names. */
export const secondFactorsOf = (userId: string) =>
  `SELECT kind, preferred FROM mfa_factor WHERE user_id = ${userId} ORDER BY enabled_at, kind`;

/** Which second factors accounts have turned on. */
@Injectable()
export class SecondFactors {
  constructor(private readonly uow: UnitOfWork) {}

  async of(userId: string, within: Pick<Transaction, 'query'> = this.uow): Promise<EnabledFactors> {
    return enabledFactors(await within.query<FactorRow>(secondFactorsOf('$1'), [userId]));
  }

  /** Puts this in place of what was. */
  async set(tx: Transaction, userId: string, { kinds, preferred }: EnabledFactors): Promise<void> {
    await tx.query('DELETE FROM mfa_factor WHERE user_id = $1 AND kind <> ALL($2)', [
      userId,
      kinds,
    ]);
    // A statement of its own before the new one is set, as there may be only one at any moment.
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

/** The settings as answers show them; absent when there are none. */
export function factorSettings({ kinds, preferred }: EnabledFactors): object {
  return {
    ...(preferred ? { PreferredMfaSetting: preferred } : {}),
    ...(kinds.length > 0 ? { UserMFASettingList: kinds } : {}),
  };
}
