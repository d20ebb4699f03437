import { Injectable } from '@nestjs/common';
import type { ProtectionChange } from '@tomekeeper/contracts-mailing';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { ProtectionMails } from '../audit/protection-mails';
import { SecurityEvents } from '../audit/security-events';
import type { SecondFactorName } from '../sign-in/challenge';
import type { PoolUser } from '../users/pool-user';
import { MfaFactors, type EnabledFactors } from './mfa-factors';
import { RecoveryCodes } from './recovery-codes';

const CHANGES = {
  SOFTWARE_TOKEN_MFA: { on: 'authenticator-on', off: 'authenticator-off' },
  EMAIL_OTP: { on: 'email-code-on', off: 'email-code-off' },
  SMS_MFA: { on: 'text-message-on', off: 'text-message-off' },
} as const satisfies Record<SecondFactorName, { on: ProtectionChange; off: ProtectionChange }>;

/** Second factors turned on and off. Each change is told to the owner, as a thief would not. */
@Injectable()
export class MfaChanges {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly factors: MfaFactors,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly mails: ProtectionMails,
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
        await this.tell(tx, user, CHANGES[kind].on);
      }
    for (const kind of present.kinds)
      if (!wanted.kinds.includes(kind)) {
        if (kind === 'SOFTWARE_TOKEN_MFA') await this.recoveryCodes.remove(tx, user.id);
        await this.events.record(user.id, 'mfa_disabled', tx, kind);
        await this.tell(tx, user, CHANGES[kind].off);
      }
  }

  /** The first factor that a person adds is the one that sign-in asks for. */
  async turnOn(tx: Transaction, user: PoolUser, kind: SecondFactorName): Promise<void> {
    await this.change(tx, user, ({ kinds, preferred }) => ({
      kinds: kinds.includes(kind) ? kinds : [...kinds, kind],
      preferred: preferred ?? kind,
    }));
  }

  /** The same where nothing else happens with it. */
  async turnOnAlone(user: PoolUser, kind: SecondFactorName): Promise<void> {
    await this.uow.run((tx) => this.turnOn(tx, user, kind));
  }

  async turnOff(tx: Transaction, user: PoolUser, kind: SecondFactorName): Promise<void> {
    await this.change(tx, user, ({ kinds, preferred }) => ({
      kinds: kinds.filter((one) => one !== kind),
      preferred: preferred === kind ? undefined : preferred,
    }));
  }

  /** Another app or telephone in the place of the one that sign-in asks for. */
  async tellIfReplaced(tx: Transaction, user: PoolUser, kind: SecondFactorName): Promise<void> {
    const { kinds } = await this.factors.of(user.id, tx);
    if (!kinds.includes(kind)) return;
    await this.events.record(user.id, 'mfa_enabled', tx, kind);
    await this.tell(tx, user, CHANGES[kind].on);
  }

  async tell(tx: Transaction, user: PoolUser, change: ProtectionChange): Promise<void> {
    await this.mails.tell(tx, user, change);
  }
}
