import { Injectable } from '@nestjs/common';
import type { ProtectionChange } from '@tomekeeper/contracts-mailing';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { SecurityEvents } from '../audit/security-events';
import { MailRequests } from '../messages/mail-requests';
import {
  type PoolUser,
  SecondFactors,
  type EnabledFactors,
  type SecondFactorName,
} from '../users/pool-user';
import { RecoveryCodes } from './recovery-codes';

const CHANGES = {
  SOFTWARE_TOKEN_MFA: { on: 'authenticator-on', off: 'authenticator-off' },
  EMAIL_OTP: { on: 'email-code-on', off: 'email-code-off' },
  SMS_MFA: { on: 'text-message-on', off: 'text-message-off' },
} as const satisfies Record<SecondFactorName, { on: ProtectionChange; off: ProtectionChange }>;

/** Enables and disables second factors. The owner gets a mail about each change, in case another person made it. */
@Injectable()
export class FactorChanges {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly factors: SecondFactors,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly mails: MailRequests,
    private readonly events: SecurityEvents,
  ) {}

  /** Replaces the current factors by the result of `decide`. */
  async change(
    tx: Transaction,
    user: PoolUser,
    decide: (present: EnabledFactors) => EnabledFactors,
  ): Promise<void> {
    // Locks the account, because concurrent changes would overwrite each other.
    await tx.query('SELECT 1 FROM pool_user WHERE id = $1 FOR UPDATE', [user.id]);
    const present = await this.factors.of(user.id, tx);
    const wanted = decide(present);
    await this.factors.set(tx, user.id, wanted);
    for (const kind of wanted.kinds)
      if (!present.kinds.includes(kind)) {
        await this.events.record(user.id, 'mfa_enabled', tx, kind);
        await this.mails.notifyOwner(tx, user, CHANGES[kind].on);
      }
    for (const kind of present.kinds)
      if (!wanted.kinds.includes(kind)) {
        if (kind === 'SOFTWARE_TOKEN_MFA') await this.recoveryCodes.delete(tx, user.id);
        await this.events.record(user.id, 'mfa_disabled', tx, kind);
        await this.mails.notifyOwner(tx, user, CHANGES[kind].off);
      }
  }

  /** The first factor that a user enables becomes the preferred one. */
  async turnOn(tx: Transaction, user: PoolUser, kind: SecondFactorName): Promise<void> {
    await this.change(tx, user, ({ kinds, preferred }) => ({
      kinds: kinds.includes(kind) ? kinds : [...kinds, kind],
      preferred: preferred ?? kind,
    }));
  }

  /** Like `turnOn`, in a separate transaction. */
  async turnOnAlone(user: PoolUser, kind: SecondFactorName): Promise<void> {
    await this.uow.run((tx) => this.turnOn(tx, user, kind));
  }

  async turnOff(tx: Transaction, user: PoolUser, kind: SecondFactorName): Promise<void> {
    await this.change(tx, user, ({ kinds, preferred }) => ({
      kinds: kinds.filter((one) => one !== kind),
      preferred: preferred === kind ? undefined : preferred,
    }));
  }

  /** Notifies the owner when the app or telephone number of an enabled factor is replaced. */
  async noteReplacement(tx: Transaction, user: PoolUser, kind: SecondFactorName): Promise<void> {
    const { kinds } = await this.factors.of(user.id, tx);
    if (!kinds.includes(kind)) return;
    await this.events.record(user.id, 'mfa_enabled', tx, kind);
    await this.mails.notifyOwner(tx, user, CHANGES[kind].on);
  }
}
