import { Injectable, Logger } from '@nestjs/common';
import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { SecurityEvents } from '../audit/security-events';
import type { PoolClient } from '../clients/pool-clients';
import { refuse } from '../protocol/refusals';
import type { AuthAnswer, ChallengeHandler, ChallengeResponse } from '../sign-in/challenge';
import { required } from '../sign-in/parameters';
import { SignInCompletion } from '../sign-in/sign-in-completion';
import { SignInSessions, type Waiting } from '../sign-in/sign-in-sessions';
import { assertion, readClientData, userHandle, type Assertion } from './credential';
import { Passkeys, type Passkey } from './passkeys';
import { RelyingParty } from './relying-party';

const BROWSER_TIMEOUT_MS = 170_000;
const remembered = z.object({ challenge: z.string() });

/** Sign-in with a passkey, in the place of a password. */
@Injectable()
export class WebAuthnChallenge implements ChallengeHandler {
  readonly name = 'WEB_AUTHN';
  private readonly log = new Logger(WebAuthnChallenge.name);

  constructor(
    private readonly relyingParty: RelyingParty,
    private readonly passkeys: Passkeys,
    private readonly sessions: SignInSessions,
    private readonly completion: SignInCompletion,
    private readonly events: SecurityEvents,
  ) {}

  /** Whether the account has a passkey, so that one can be asked for. */
  async isAvailable(userId: string): Promise<boolean> {
    return (await this.passkeys.of(userId)).length > 0;
  }

  /** The question; for an account without a passkey one that nobody can answer. */
  async ask(client: PoolClient, waiting: Waiting): Promise<AuthAnswer> {
    const known = await this.passkeys.of(waiting.subjectId);
    const options = await generateAuthenticationOptions({
      rpID: this.relyingParty.id,
      allowCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
      timeout: BROWSER_TIMEOUT_MS,
      userVerification: 'preferred',
    });
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
    const credential = parsed(required(response.responses, 'CREDENTIAL'));
    const resumed = await this.sessions.resume(this.name, response, remembered);
    const { user, extra, subjectId } = resumed;
    const passkey = user && (await this.passkeys.find(user.id, credential.id));
    const use = passkey && (await this.verified(passkey, credential, extra.challenge));
    if (!user || !use) {
      await this.events.record(subjectId, 'sign_in_failed');
      throw refuse.wrongPasskey();
    }
    await resumed.finish();
    await this.noteUse(passkey, use.newCounter);
    return this.completion.complete({
      user,
      client: response.client,
      // A passkey that checked who holds it is two factors in one.
      proofs: {
        ...resumed.proofs,
        first: 'passkey',
        ...(use.userVerified ? { second: 'passkey' as const } : {}),
      },
      responses: response.responses,
    });
  }

  private async verified(passkey: Passkey, credential: Assertion, expectedChallenge: string) {
    const owner = credential.response.userHandle;
    if (
      owner !== undefined &&
      owner !== Buffer.from(userHandle(passkey.userId)).toString('base64url')
    )
      return undefined;
    const origin = readClientData(credential)?.origin;
    if (origin === undefined || !this.relyingParty.origins.includes(origin)) return undefined;
    const { userHandle: _owner, ...response } = credential.response;
    const result = await verifyAuthenticationResponse({
      response: { ...credential, response },
      expectedChallenge,
      expectedOrigin: this.relyingParty.origins,
      expectedRPID: this.relyingParty.id,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        // Judged below: the library would refuse, and some authenticators count badly.
        counter: 0,
      },
      requireUserVerification: false,
    }).catch(() => undefined);
    return result?.verified ? result.authenticationInfo : undefined;
  }

  /** Synchronised passkeys always count zero. Of others, one that counts back may be a copy. */
  private async noteUse(passkey: Passkey, counter: number): Promise<void> {
    if ((counter > 0 || passkey.counter > 0) && counter <= passkey.counter) {
      this.log.warn(
        { user: passkey.userId, kept: passkey.counter, counter },
        'passkey counted back',
      );
      await this.events.record(passkey.userId, 'passkey_copied', undefined, passkey.name);
    }
    await this.passkeys.used(passkey.credentialId, counter);
  }
}

function parsed(text: string): Assertion {
  try {
    return assertion.parse(JSON.parse(text));
  } catch {
    throw refuse.invalidParameter('CREDENTIAL is not the answer of a passkey.');
  }
}
