/** A question as the pool writes it: bytes are base64url text. */
export interface PasskeyQuestion {
  challenge: string;
  rpId?: string;
  timeout?: number;
  userVerification?: UserVerificationRequirement;
  allowCredentials?: readonly { id: string; transports?: AuthenticatorTransport[] }[];
}

/** Lets the browser ask for a passkey. @returns the answer as the pool reads it */
export async function answerWithPasskey(question: PasskeyQuestion): Promise<string> {
  const { challenge, allowCredentials = [], ...options } = question;
  const credential = await navigator.credentials.get({
    publicKey: {
      ...options,
      challenge: bytesOf(challenge),
      allowCredentials: allowCredentials.map(({ id, transports = [] }) => ({
        id: bytesOf(id),
        transports,
        type: 'public-key' as const,
      })),
    },
  });
  if (!(credential instanceof PublicKeyCredential)) throw new Error('The browser gave no passkey.');
  const { response } = credential as PublicKeyCredential & {
    response: AuthenticatorAssertionResponse;
  };
  return JSON.stringify({
    id: credential.id,
    rawId: textOf(credential.rawId),
    type: 'public-key',
    clientExtensionResults: credential.getClientExtensionResults(),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
      ...(response.userHandle && { userHandle: textOf(response.userHandle) }),
    },
  });
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
}

function textOf(bytes: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
