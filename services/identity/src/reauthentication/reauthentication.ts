import { Injectable } from '@nestjs/common';
import type { ProofFactor } from '@tomekeeper/contracts-identity';
import { z } from 'zod';
import { SecurityEvents } from '../audit/security-events';
import { GuessLockout } from '../lockout/guess-lockout';
import { SoftwareTokens } from '../mfa/software-tokens';
import { type Assertion, PasskeyAssertions } from '../passkeys/passkey-assertions';
import { Passwords } from '../passwords/passwords';
import { refuse } from '../protocol/refusals';
import type { SignedInUser } from '../sessions/access-tokens';
import { UserSessions } from '../sessions/user-sessions';
import { ChallengeStore, type ChallengeKey } from '../sign-in/pending-challenges';
import { SecondFactors } from '../users/pool-user';

const SESSION_BYTES = 96;
const passkeyState = z.object({ challenge: z.string() });

/** A passkey challenge for the browser. */
export interface PasskeyQuestion {
  options: object;
  session: string;
}

/** Step-up authentication: signed-in users prove their identity again within their session. */
@Injectable()
export class Reauthentication {
  constructor(
    private readonly passwords: Passwords,
    private readonly factors: SecondFactors,
    private readonly tokens: SoftwareTokens,
    private readonly passkeys: PasskeyAssertions,
    private readonly store: ChallengeStore,
    private readonly lockout: GuessLockout,
    private readonly events: SecurityEvents,
    private readonly sessions: UserSessions,
  ) {}

  /** Returns the user's factors, the most convenient first. */
  async factorsOf({ user }: SignedInUser): Promise<ProofFactor[]> {
    const { kinds } = await this.factors.of(user.id);
    return [
      ...((await this.passkeys.isAvailable(user.id)) ? (['WEB_AUTHN'] as const) : []),
      ...((await this.passwords.exists(user.id)) ? (['PASSWORD'] as const) : []),
      // A disabled authenticator app may be in other hands by now.
      ...(kinds.includes('SOFTWARE_TOKEN_MFA') ? (['SOFTWARE_TOKEN_MFA'] as const) : []),
    ];
  }

  async askForPasskey({ user, clientId }: SignedInUser): Promise<PasskeyQuestion> {
    const options = await this.passkeys.ask(user.id);
    const secret = await this.store.open(
      challengeKey(clientId),
      user.id,
      { challenge: options.challenge },
      SESSION_BYTES,
    );
    return { options, session: secret.toString('base64url') };
  }

  async byPassword({ user, originJti }: SignedInUser, password: string): Promise<void> {
    const right = await this.lockout.guard(user.id, () =>
      this.passwords.matches(user.id, password),
    );
    if (!right) throw refuse.wrongCredentials();
    await this.sessions.noteProof(originJti);
  }

  async bySoftwareToken({ user, originJti }: SignedInUser, code: string): Promise<void> {
    const { kinds } = await this.factors.of(user.id);
    if (!kinds.includes('SOFTWARE_TOKEN_MFA')) throw refuse.noSoftwareToken();
    let replayed = false;
    const right = await this.lockout.guard(
      user.id,
      async () => {
        const verdict = await this.tokens.check(user.id, code);
        replayed = verdict === 'replayed';
        return verdict === 'right';
      },
      { what: 'second-factor' },
    );
    if (replayed) throw refuse.softwareTokenReplayed();
    if (!right) throw refuse.wrongSoftwareTokenCode();
    await this.sessions.noteProof(originJti);
  }

  async byPasskey(
    { user, originJti, clientId }: SignedInUser,
    session: string,
    credential: Assertion,
  ): Promise<void> {
    const taken = await this.store.take(
      challengeKey(clientId),
      Buffer.from(session, 'base64url'),
      passkeyState,
    );
    if (taken?.userId !== user.id) throw refuse.invalidSession();
    const use = await this.passkeys.verify(user.id, credential, taken.state.challenge);
    if (!use) {
      await this.events.record(user.id, 'sign_in_failed');
      throw refuse.wrongPasskey();
    }
    await this.passkeys.noteUse(use);
    await this.sessions.noteProof(originJti);
  }
}

const challengeKey = (clientId: string): ChallengeKey => ({
  challenge: 'REAUTHENTICATION',
  clientId,
});
