import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { SecurityEvents } from '../audit/security-events';
import type { PoolClient } from '../clients/pool-clients';
import { refuse } from '../protocol/refusals';
import type { AuthAnswer, ChallengeHandler, ChallengeResponse } from '../sign-in/challenge';
import { required } from '../sign-in/parameters';
import { SignInCompletion } from '../sign-in/sign-in-completion';
import { SignInSessions, type Waiting } from '../sign-in/sign-in-sessions';
import { parseAssertion } from './credential';
import { PasskeyAssertions } from './passkey-assertions';

const remembered = z.object({ challenge: z.string() });

/** Sign-in with a passkey, in the place of a password. */
@Injectable()
export class WebAuthnChallenge implements ChallengeHandler {
  readonly name = 'WEB_AUTHN';

  constructor(
    private readonly assertions: PasskeyAssertions,
    private readonly sessions: SignInSessions,
    private readonly completion: SignInCompletion,
    private readonly events: SecurityEvents,
  ) {}

  /** Whether the account has a passkey, so that one can be asked for. */
  async isAvailable(userId: string): Promise<boolean> {
    return this.assertions.isAvailable(userId);
  }

  /** The question; for an account without a passkey one that nobody can answer. */
  async ask(client: PoolClient, waiting: Waiting): Promise<AuthAnswer> {
    const options = await this.assertions.ask(waiting.subjectId);
    return {
      ChallengeName: this.name,
      ChallengeParameters: {
        CREDENTIAL_REQUEST_OPTIONS: JSON.stringify(options),
        USERNAME: waiting.subjectId,
        USER_ID_FOR_SRP: waiting.subjectId,
      },
      Session: await this.sessions.open(this.name, client, waiting, {
        challenge: options.challenge,
      }),
    };
  }

  async respond(response: ChallengeResponse): Promise<AuthAnswer> {
    const credential = parseAssertion(required(response.responses, 'CREDENTIAL'));
    const resumed = await this.sessions.resume(this.name, response, remembered);
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
