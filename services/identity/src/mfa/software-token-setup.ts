import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import { refuse } from '../protocol/refusals';
import { PendingChallenges } from '../sign-in/pending-challenges';
import type { PoolUser } from '../users/pool-user';
import { FactorChanges } from './factor-changes';
import { setupState } from './mfa-step';
import { SoftwareTokens } from './software-tokens';

/** Links an authenticator app to an account: the app gets a secret and proves possession with a code. */
@Injectable()
export class SoftwareTokenSetup {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly tokens: SoftwareTokens,
    private readonly changes: FactorChanges,
    private readonly pending: PendingChallenges,
  ) {}

  async begin(userId: string): Promise<string> {
    const { secretCode, sealed } = this.tokens.create(userId);
    await this.tokens.keepPending(userId, sealed);
    return secretCode;
  }

  /** Does not enable the factor: sign-in requires it only after a change of preferences. */
  async prove(user: PoolUser, code: string, friendlyName: string): Promise<void> {
    const sealed = await this.tokens.pending(user.id);
    if (sealed === undefined) throw refuse.noSoftwareToken();
    const token = this.tokens.prove(user.id, sealed, code, friendlyName);
    if (!token) throw refuse.softwareTokenNotProved();
    await this.uow.run(async (tx) => {
      await this.tokens.activate(tx, user.id, token);
      await this.changes.noteReplacement(tx, user, 'SOFTWARE_TOKEN_MFA');
    });
  }

  async beginInSignIn(session: string | undefined): Promise<object> {
    const found = await this.pending.find('MFA_SETUP', session, setupState);
    if (found.proofs.second) throw refuse.invalidSession();
    const { secretCode, sealed } = this.tokens.create(found.subjectId);
    await found.finish();
    const next = await this.pending.open('MFA_SETUP', { id: found.clientId }, found, { sealed });
    return { SecretCode: secretCode, Session: next };
  }

  /** Also enables the factor, because the sign-in requires one to finish. */
  async proveInSignIn(
    session: string | undefined,
    code: string,
    friendlyName: string,
  ): Promise<string> {
    const found = await this.pending.find('MFA_SETUP', session, setupState);
    const { user, extra, proofs } = found;
    if (!user || extra.sealed === undefined) throw refuse.noSoftwareToken();
    const token = this.tokens.prove(user.id, extra.sealed, code, friendlyName);
    if (!token) throw refuse.softwareTokenNotProved();
    await this.uow.run(async (tx) => {
      await found.finish(tx);
      await this.tokens.activate(tx, user.id, token);
      await this.changes.turnOn(tx, user, 'SOFTWARE_TOKEN_MFA');
    });
    return this.pending.open(
      'MFA_SETUP',
      { id: found.clientId },
      { subjectId: user.id, proofs: { ...proofs, second: 'software-token' } },
    );
  }
}
