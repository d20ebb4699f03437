import {
  createHash,
  createSign,
  generateKeyPairSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED = 0x40;
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array | string) => Buffer.from(data).toString('base64url');

export interface PasskeyOptions {
  rpId?: string;
  origin?: string;
  verifiesUser?: boolean;
}

/** A passkey as a browser and its authenticator hold it, so that no browser is needed. */
export class SoftwarePasskey {
  readonly id = base64url(randomBytes(32));
  counter = 0;
  userHandle: string | undefined;
  private readonly privateKey: KeyObject;
  private readonly publicKey: KeyObject;

  constructor(readonly options: PasskeyOptions = {}) {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.privateKey = pair.privateKey;
    this.publicKey = pair.publicKey;
  }

  /** Result of `navigator.credentials.create`. */
  register(creation: { challenge: string; user: { id: string } }): object {
    this.userHandle = creation.user.id;
    const { x = '', y = '' } = this.publicKey.export({ format: 'jwk' });
    const publicKey = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    );
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, publicKey]);
    const authData = Buffer.concat([this.authenticatorData(ATTESTED), attested]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    return {
      ...this.named(),
      authenticatorAttachment: 'platform',
      response: {
        clientDataJSON: base64url(this.clientData('webauthn.create', creation.challenge)),
        attestationObject: base64url(isoCBOR.encode(attestation as never)),
        transports: ['internal', 'telepathy'],
        publicKeyAlgorithm: -7,
      },
    };
  }

  /** Result of `navigator.credentials.get` as clients send it: JSON text. */
  answer(challenge: string, bent: Record<string, string> = {}): string {
    this.counter += 1;
    const clientData = this.clientData('webauthn.get', challenge);
    const authenticatorData = this.authenticatorData(0);
    const signature = createSign('sha256')
      .update(Buffer.concat([authenticatorData, sha256(clientData)]))
      .sign(this.privateKey);
    return JSON.stringify({
      ...this.named(),
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signature),
        userHandle: this.userHandle,
        ...bent,
      },
    });
  }

  private named() {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {} };
  }

  private clientData(type: string, challenge: string): string {
    const origin = this.options.origin ?? 'http://localhost:8080';
    return JSON.stringify({ type, challenge, origin, crossOrigin: false });
  }

  private authenticatorData(flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const verified = this.options.verifiesUser === false ? 0 : USER_VERIFIED;
    return Buffer.concat([
      sha256(this.options.rpId ?? 'localhost'),
      Buffer.from([USER_PRESENT | verified | flags]),
      counter,
    ]);
  }
}
