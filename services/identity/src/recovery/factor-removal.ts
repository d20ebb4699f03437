import { Injectable } from '@nestjs/common';
import type { Transaction } from '@tomekeeper/persistence';
import { SecurityEvents } from '../audit/security-events';
import type { PoolUser } from '../users/pool-user';
import type { SecondFactorName } from '../users/second-factors';

/** What signed in, or stood for a second factor, until a reset took it away. */
export interface RemovedFactors {
  passkeys: number;
  /** With `SMS_MFA` where codes by text message signed in, as a first factor or a second. */
  secondFactors: SecondFactorName[];
}

/** What a reset by code takes away beside the password, as someone else may have put it there. */
@Injectable()
export class FactorRemoval {
  constructor(private readonly events: SecurityEvents) {}

  /** Devices that need no second factor, and networks from which guessing is not slowed down. */
  async deletePlaces(tx: Transaction, userId: string): Promise<void> {
    const devices = await tx.query<{ name: string; remembered: boolean }>(
      'DELETE FROM device WHERE user_id = $1 RETURNING name, remembered',
      [userId],
    );
    for (const { name, remembered } of devices)
      if (remembered) await this.events.record(userId, 'device_forgotten', tx, name);
    await tx.query('DELETE FROM known_source WHERE user_id = $1', [userId]);
  }

  /**
   * Passkeys, authenticator app, recovery codes, and the other second factors. A telephone number stays as
   * an unverified one: codes to a verified one sign in.
   */
  async remove(tx: Transaction, { id }: PoolUser): Promise<RemovedFactors> {
    const passkeys = await tx.query<{ name: string }>(
      'DELETE FROM passkey WHERE user_id = $1 RETURNING name',
      [id],
    );
    for (const { name } of passkeys) await this.events.record(id, 'passkey_removed', tx, name);
    const factors = await tx.query<{ kind: SecondFactorName }>(
      'DELETE FROM mfa_factor WHERE user_id = $1 RETURNING kind',
      [id],
    );
    for (const { kind } of factors) await this.events.record(id, 'mfa_disabled', tx, kind);
    const numbers = await tx.query(
      `UPDATE pool_user SET phone_number_verified = false, updated_at = now()
        WHERE id = $1 AND phone_number_verified RETURNING id`,
      [id],
    );
    const kinds = new Set(factors.map(({ kind }) => kind));
    // Codes to a verified number signed in (`SMS_OTP`) without being a second factor; the mail has one word for both.
    if (numbers.length > 0) kinds.add('SMS_MFA');
    // Deletes unfinished setups too, as whoever began one could finish it.
    for (const table of ['software_token', 'recovery_code', 'passkey_registration'])
      await tx.query(`DELETE FROM ${table} WHERE user_id = $1`, [id]);
    return { passkeys: passkeys.length, secondFactors: [...kinds] };
  }
}
