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

/** Turns second factors on and off. The owner gets a mail about each change, in case someone else made it. */
@Injectable()
export class FactorChanges {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly factors: SecondFactors,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly mails: MailRequests,
    private readonly events: SecurityEvents,
  ) {}

  /** Puts the factors that `decide` makes of the present ones in their place. */
  async change(
    tx: Transaction,
    user: PoolUser,
    decide: (present: EnabledFactors) => EnabledFactors,
  ): Promise<void> {
    // Two changes at once would each go by what was before the other.
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

  /** The first factor that a person adds is the one that sign-in asks for. */
  async turnOn(tx: Transaction, user: PoolUser, kind: SecondFactorName): Promise<void> {
    await this.change(tx, user, ({ kinds, preferred }) => ({
      kinds: kinds.includes(kind) ? kinds : [...kinds, kind],
      preferred: preferred ?? kind,
    }));
  }

  /** The same in a transaction of its own. */
  async turnOnAlone(user: PoolUser, kind: SecondFactorName): Promise<void> {
    await this.uow.run((tx) => this.turnOn(tx, user, kind));
  }

  async turnOff(tx: Transaction, user: PoolUser, kind: SecondFactorName): Promise<void> {
    await this.change(tx, user, ({ kinds, preferred }) => ({
      kinds: kinds.filter((one) => one !== kind),
      preferred: preferred === kind ? undefined : preferred,
    }));
  }

  /** Tells the owner of another app or telephone in the place of the one that sign-in asks for. */
  async noteReplacement(tx: Transaction, user: PoolUser, kind: SecondFactorName): Promise<void> {
    const { kinds } = await this.factors.of(user.id, tx);
    if (!kinds.includes(kind)) return;
    await this.events.record(user.id, 'mfa_enabled', tx, kind);
    await this.mails.notifyOwner(tx, user, CHANGES[kind].on);
  }
}
