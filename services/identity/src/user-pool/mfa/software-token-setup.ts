import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import { refuse } from '../protocol/refusals';
import { SignInSessions } from '../sign-in/sign-in-sessions';
import type { PoolUser } from '../users/pool-user';
import { MfaChanges } from './mfa-changes';
import { setupState } from './mfa-setup';
import { SoftwareTokens } from './software-tokens';

/** Ties an authenticator app to an account: the app gets a secret, and proves with a code that it has it. */
@Injectable()
export class SoftwareTokenSetup {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly tokens: SoftwareTokens,
    private readonly changes: MfaChanges,
    private readonly sessions: SignInSessions,
  ) {}

  async begin(userId: string): Promise<string> {
    const { secretCode, sealed } = this.tokens.create(userId);
    await this.tokens.keepPending(userId, sealed);
    return secretCode;
  }

  /** Signing in does not ask for its codes until the person says so in their preferences. */
  async prove(user: PoolUser, code: string, friendlyName: string): Promise<void> {
    const sealed = await this.tokens.pending(user.id);
    if (sealed === undefined) throw refuse.noSoftwareToken();
    const token = this.tokens.prove(user.id, sealed, code, friendlyName);
    if (!token) throw refuse.softwareTokenNotProved();
    await this.uow.run(async (tx) => {
      await this.tokens.activate(tx, user.id, token);
      await this.changes.tellIfReplaced(tx, user, 'SOFTWARE_TOKEN_MFA');
    });
  }

  async beginInSignIn(session: string | undefined): Promise<object> {
    const found = await this.sessions.find('MFA_SETUP', session, setupState);
    if (found.proofs.second) throw refuse.invalidSession();
    const { secretCode, sealed } = this.tokens.create(found.subjectId);
    await found.finish();
    const next = await this.sessions.open('MFA_SETUP', { id: found.clientId }, found, { sealed });
    return { SecretCode: secretCode, Session: next };
  }

  /** Nobody is asked for a preference here: the sign-in could not end without the factor. */
  async proveInSignIn(
    session: string | undefined,
    code: string,
    friendlyName: string,
  ): Promise<string> {
    const found = await this.sessions.find('MFA_SETUP', session, setupState);
    const { user, extra, proofs } = found;
    if (!user || extra.sealed === undefined) throw refuse.noSoftwareToken();
    const token = this.tokens.prove(user.id, extra.sealed, code, friendlyName);
    if (!token) throw refuse.softwareTokenNotProved();
    await this.uow.run(async (tx) => {
      await found.finish(tx);
      await this.tokens.activate(tx, user.id, token);
      await this.changes.turnOn(tx, user, 'SOFTWARE_TOKEN_MFA');
    });
    return this.sessions.open(
      'MFA_SETUP',
      { id: found.clientId },
      { subjectId: user.id, proofs: { ...proofs, second: 'software-token' } },
    );
  }
}
