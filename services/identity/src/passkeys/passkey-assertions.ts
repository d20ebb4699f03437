import { Injectable, Logger } from '@nestjs/common';
import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import { SecurityEvents } from '../audit/security-events';
import { readClientData, RelyingParty, userHandle, type Assertion } from './credential';
import { Passkeys, type Passkey } from './passkeys';

const BROWSER_TIMEOUT_MS = 170_000;

/** A passkey that answered rightly. */
export interface PasskeyUse {
  passkey: Passkey;
  counter: number;
  /** It checked who holds it, and so is two factors in one. */
  userVerified: boolean;
}

/** Asks for passkeys, and judges what comes back. */
@Injectable()
export class PasskeyAssertions {
  private readonly log = new Logger(PasskeyAssertions.name);

  constructor(
    private readonly relyingParty: RelyingParty,
    private readonly passkeys: Passkeys,
    private readonly events: SecurityEvents,
  ) {}

  /** Whether the account has a passkey. */
  async isAvailable(userId: string): Promise<boolean> {
    return (await this.passkeys.of(userId)).length > 0;
  }

  /** The question; for an account without a passkey it has no right answer. */
  async ask(userId: string) {
    const known = await this.passkeys.of(userId);
    return generateAuthenticationOptions({
      rpID: this.relyingParty.id,
      allowCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
      timeout: BROWSER_TIMEOUT_MS,
      userVerification: 'preferred',
    });
  }

  /** @returns undefined when it is not an answer of one of the account's passkeys to the challenge */
  async verify(
    userId: string,
    credential: Assertion,
    expectedChallenge: string,
  ): Promise<PasskeyUse | undefined> {
    const passkey = await this.passkeys.find(userId, credential.id);
    const info = passkey && (await this.verified(passkey, credential, expectedChallenge));
    return info && { passkey, counter: info.newCounter, userVerified: info.userVerified };
  }

  /** Synchronised passkeys always count zero. Of others, one that counts back may be a copy. */
  async noteUse({ passkey, counter }: PasskeyUse): Promise<void> {
    if ((counter > 0 || passkey.counter > 0) && counter <= passkey.counter) {
      this.log.warn(
        { user: passkey.userId, kept: passkey.counter, counter },
        'passkey counted back',
      );
      await this.events.record(passkey.userId, 'passkey_copied', undefined, passkey.name);
    }
    await this.passkeys.used(passkey.credentialId, counter);
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
        // `noteUse` judges it: the library would refuse, and some authenticators count badly.
        counter: 0,
      },
      requireUserVerification: false,
    }).catch(() => undefined);
    return result?.verified ? result.authenticationInfo : undefined;
  }
}
