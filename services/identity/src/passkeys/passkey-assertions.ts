import { Injectable, Logger } from '@nestjs/common';
import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { SecurityEvents } from '../audit/security-events';
import { type Passkey, Passkeys } from './passkeys';
import { refuse } from '../protocol/refusals';
import { PRODUCT_NAME } from '../settings/pool-settings';

/** The WebAuthn relying party: this installation's public host. */
export class RelyingParty {
  /** The host name; a passkey never works on another host. */
  readonly id: string;
  readonly origins: string[];
  /** Browsers show this name when a passkey is created. */
  readonly name = PRODUCT_NAME;

  constructor(publicUrl: string) {
    const { hostname, origin } = new URL(publicUrl);
    this.id = hostname;
    this.origins = [origin];
  }
}

const base64url = z.string().regex(/^[\w-]{1,8192}$/);
const transport = z.enum(['ble', 'hybrid', 'internal', 'nfc', 'usb']);
const attachment = z.enum(['platform', 'cross-platform']);

/** The verified fields of the client data that the browser signs. */
const clientData = z.looseObject({ challenge: base64url, origin: z.string() });
const clientDataJson = base64url.transform((encoded, context) => {
  try {
    return clientData.parse(JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')));
  } catch {
    context.addIssue({ code: 'custom', message: 'differs from a browser’s signature' });
    return z.NEVER;
  }
});

const shared = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: attachment.optional().catch(undefined),
  clientExtensionResults: z.looseObject({}).default({}),
};

/** A new credential as browsers encode it. Other fields pass through. */
export const newCredential = z.looseObject({
  ...shared,
  response: z.looseObject({
    clientDataJSON: base64url,
    attestationObject: base64url,
    /** Drops unknown transports, because new ones keep appearing. */
    transports: z
      .array(z.string())
      .default([])
      .transform((list) =>
        list.filter((one) => transport.safeParse(one).success).map((one) => transport.parse(one)),
      ),
  }),
});
export type NewCredential = z.infer<typeof newCredential>;

/** An assertion as browsers encode it. */
export const assertion = z.looseObject({
  ...shared,
  response: z.looseObject({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
});
export type Assertion = z.infer<typeof assertion>;

/** @returns undefined for malformed client data */
export function readClientData(credential: {
  response: { clientDataJSON: string };
}): z.infer<typeof clientData> | undefined {
  return clientDataJson.safeParse(credential.response.clientDataJSON).data;
}

/** Returns the user handle of a passkey: the account id as bytes, without personal data. */
export function userHandle(userId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'));
}

/**
 * Parses a client's assertion.
 * @throws {ProtocolError} when it is malformed
 */
export function parseAssertion(text: string): Assertion {
  try {
    return assertion.parse(JSON.parse(text));
  } catch {
    throw refuse.invalidParameter('CREDENTIAL is not the answer of a passkey.');
  }
}

const BROWSER_TIMEOUT_MS = 170_000;

/** A successful assertion. */
export interface PasskeyUse {
  passkey: Passkey;
  counter: number;
  /** Whether the authenticator verified the user, which makes the passkey two factors in one. */
  userVerified: boolean;
}

/** Creates passkey challenges and verifies assertions. */
@Injectable()
export class PasskeyAssertions {
  private readonly log = new Logger(PasskeyAssertions.name);

  constructor(
    private readonly relyingParty: RelyingParty,
    private readonly passkeys: Passkeys,
    private readonly events: SecurityEvents,
  ) {}

  async isAvailable(userId: string): Promise<boolean> {
    return (await this.passkeys.of(userId)).length > 0;
  }

  /** Creates a challenge. For an account without a passkey no valid response exists. */
  async ask(userId: string) {
    const known = await this.passkeys.of(userId);
    return generateAuthenticationOptions({
      rpID: this.relyingParty.id,
      allowCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
      timeout: BROWSER_TIMEOUT_MS,
      userVerification: 'preferred',
    });
  }

  /** @returns undefined unless one of the account's passkeys signed the challenge */
  async verify(
    userId: string,
    credential: Assertion,
    expectedChallenge: string,
  ): Promise<PasskeyUse | undefined> {
    const passkey = await this.passkeys.find(userId, credential.id);
    const info = passkey && (await this.verified(passkey, credential, expectedChallenge));
    return info && { passkey, counter: info.newCounter, userVerified: info.userVerified };
  }

  /** Synced passkeys always count zero. For others, a decreasing counter may mean a cloned key. */
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
        // Disables the library's counter check, because some authenticators count badly; `noteUse` checks it.
        counter: 0,
      },
      requireUserVerification: false,
    }).catch(() => undefined);
    return result?.verified ? result.authenticationInfo : undefined;
  }
}
