import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { SecurityEvents } from '../audit/security-events';
import type { PoolClient } from '../clients/pool-clients';
import { refuse } from '../protocol/refusals';
import { PendingChallenges, type SignInState } from '../sign-in/pending-challenges';
import { SignInCompletion } from '../sign-in/sign-in-completion';
import {
  newProofs,
  ChallengeHandler,
  FirstFactor,
  required,
  type AuthAnswer,
  type ChallengeResponse,
  type FirstFactorRequest,
} from '../sign-in/sign-in-parts';
import { DecoyUsers } from '../users/decoy-users';
import type { Subject } from '../users/pool-users';
import { parseAssertion, PasskeyAssertions } from './passkey-assertions';

const passkeyState = z.object({ challenge: z.string() });

/** Sign-in with a passkey instead of a password. */
@ChallengeHandler()
@Injectable()
export class WebAuthnChallenge implements ChallengeHandler {
  readonly name = 'WEB_AUTHN';

  constructor(
    private readonly assertions: PasskeyAssertions,
    private readonly pending: PendingChallenges,
    private readonly completion: SignInCompletion,
    private readonly events: SecurityEvents,
  ) {}

  /** Creates a challenge. For an account without a passkey no valid response exists. */
  async ask(client: PoolClient, state: SignInState): Promise<AuthAnswer> {
    const options = await this.assertions.ask(state.subjectId);
    return {
      ChallengeName: this.name,
      ChallengeParameters: {
        CREDENTIAL_REQUEST_OPTIONS: JSON.stringify(options),
        USERNAME: state.subjectId,
        USER_ID_FOR_SRP: state.subjectId,
      },
      Session: await this.pending.open(this.name, client, state, { challenge: options.challenge }),
    };
  }

  async respond(response: ChallengeResponse): Promise<AuthAnswer> {
    const credential = parseAssertion(required(response.responses, 'CREDENTIAL'));
    const resumed = await this.pending.resume(this.name, response, passkeyState);
    const { user, extra, subjectId } = resumed;
    const use = user && (await this.assertions.verify(user.id, credential, extra.challenge));
    if (!use) {
      await this.events.record(subjectId, 'sign_in_failed');
      throw refuse.wrongPasskey();
    }
    await resumed.finish();
    await this.assertions.noteUse(use);
    return this.completion.complete({
      user,
      client: response.client,
      proofs: {
        ...resumed.proofs,
        first: 'passkey',
        ...(use.userVerified ? { second: 'passkey' as const } : {}),
      },
      responses: response.responses,
    });
  }
}

/** The passkey as a selectable first factor. */
@FirstFactor()
@Injectable()
export class PasskeyFactor implements FirstFactor {
  readonly name = 'WEB_AUTHN';

  constructor(
    private readonly assertions: PasskeyAssertions,
    private readonly challenge: WebAuthnChallenge,
    private readonly decoys: DecoyUsers,
  ) {}

  async isOpenTo({ id, user }: Subject): Promise<boolean> {
    // Queried for unknown users too, so that the response time reveals no accounts.
    const hasOne = await this.assertions.isAvailable(id);
    return user ? hasOne : this.decoys.seemToHave('passkey', id);
  }

  async begin({ client, subject, username }: FirstFactorRequest): Promise<AuthAnswer> {
    const answer = await this.challenge.ask(client, {
      subjectId: subject.id,
      proofs: newProofs(username, subject.user),
    });
    return subject.user ? answer : this.withDecoyPasskey(answer, subject.id);
  }

  /** Adds a decoy credential, because a challenge without credentials would reveal that the account does not exist. */
  private withDecoyPasskey(answer: AuthAnswer, userId: string): AuthAnswer {
    const { CREDENTIAL_REQUEST_OPTIONS: options = '{}', ...parameters } =
      answer.ChallengeParameters;
    const allowCredentials = [
      {
        id: this.decoys.passkeyOf(userId).toString('base64url'),
        transports: ['internal', 'hybrid'],
        type: 'public-key',
      },
    ];
    return {
      ...answer,
      ChallengeParameters: {
        ...parameters,
        CREDENTIAL_REQUEST_OPTIONS: JSON.stringify({ ...JSON.parse(options), allowCredentials }),
      },
    };
  }
}
