import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import { SecurityEvents } from '../audit/security-events';
import type { PoolUser } from '../users/pool-user';
import { MfaChanges } from './mfa-changes';
import { RecoveryCodes } from './recovery-codes';

/** Recovery codes at work: made for the owner, used up at sign-in, and the owner told of both. */
@Injectable()
export class RecoverySignIn {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly codes: RecoveryCodes,
    private readonly changes: MfaChanges,
    private readonly events: SecurityEvents,
  ) {}

  async make(user: PoolUser): Promise<string[]> {
    return this.uow.run(async (tx) => {
      const codes = await this.codes.replace(tx, user.id);
      await this.events.record(user.id, 'recovery_codes_made', tx);
      await this.changes.tell(tx, user, 'recovery-codes-made');
      return codes;
    });
  }

  /** @returns whether it was one; it is not any more */
  async use(user: PoolUser, code: string): Promise<boolean> {
    return this.uow.run(async (tx) => {
      if (!(await this.codes.redeem(tx, user.id, code))) return false;
      await this.events.record(user.id, 'recovery_code_used', tx);
      await this.changes.tell(tx, user, 'recovery-code-used');
      return true;
    });
  }
}
