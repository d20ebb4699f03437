import { z } from 'zod';
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
