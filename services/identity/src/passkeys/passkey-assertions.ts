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

/** Who passkeys are made for: this installation, under the name that browsers know it by. */
export class RelyingParty {
  /** The host alone; a passkey of one host never works on another. */
  readonly id: string;
  readonly origins: string[];
  /** Shown by the browser when a passkey is made. */
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

/** What the browser signed, as far as we look at it ourselves. */
const clientData = z.looseObject({ challenge: base64url, origin: z.string() });
const clientDataJson = base64url.transform((encoded, context) => {
  try {
    return clientData.parse(JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')));
  } catch {
    context.addIssue({ code: 'custom', message: 'is not what a browser signs' });
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

/** A new passkey, as browsers write it down. Other fields are let through. */
export const newCredential = z.looseObject({
  ...shared,
  response: z.looseObject({
    clientDataJSON: base64url,
    attestationObject: base64url,
    /** New kinds come up; what we do not know is left out. */
    transports: z
      .array(z.string())
      .default([])
      .transform((list) =>
        list.filter((one) => transport.safeParse(one).success).map((one) => transport.parse(one)),
      ),
  }),
});
export type NewCredential = z.infer<typeof newCredential>;

/** A passkey's answer to a challenge. */
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

/** @returns undefined when it is not what a browser signs */
export function readClientData(credential: {
  response: { clientDataJSON: string };
}): z.infer<typeof clientData> | undefined {
  return clientDataJson.safeParse(credential.response.clientDataJSON).data;
}

/** What a passkey keeps of its owner: the account's id as bytes, and nothing that says who it is. */
export function userHandle(userId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'));
}

/** A passkey's answer as clients send it. @throws the protocol's refusal when it is none */
export function parseAssertion(text: string): Assertion {
  try {
    return assertion.parse(JSON.parse(text));
  } catch {
    throw refuse.invalidParameter('CREDENTIAL is not the answer of a passkey.');
  }
}

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
