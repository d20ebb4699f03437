import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/**
 * Encrypts small secrets with AES-256-GCM. The first key encrypts and all keys decrypt, which allows key rotation. Each purpose
 * has a derived key (HKDF). The owner is authenticated, so that a value copied to another row does not decrypt.
 */
export class Keyring {
  private readonly derived = new Map<string, Buffer>();

  private constructor(private readonly keys: ReadonlyMap<string, Buffer>) {}

  /**
   * @param text `2:<base64>,1:<base64>`: versions with 32-byte keys, the encrypting one first
   * @throws if the text is malformed
   */
  static parse(text: string): Keyring {
    const keys = new Map<string, Buffer>();
    for (const part of text.split(',')) {
      const [version, encoded] = part.trim().split(':', 2);
      const key = Buffer.from(encoded ?? '', 'base64');
      if (!version || !/^\d+$/.test(version) || key.length !== KEY_BYTES || keys.has(version))
        throw new Error('A keyring reads `2:<base64 of 32 bytes>,1:<base64 of 32 bytes>`.');
      keys.set(version, key);
    }
    return new Keyring(keys);
  }

  /** Version of the current encryption key. */
  get currentVersion(): string {
    const [version] = this.keys.keys();
    if (version === undefined) throw new Error('The keyring is empty.');
    return version;
  }

  /** @param owner record that the value belongs to, such as `pool|user` */
  seal(plain: string | Uint8Array, purpose: string, owner = ''): string {
    const version = this.currentVersion;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key(version, purpose), nonce);
    cipher.setAAD(Buffer.from(`${purpose}|${owner}|${version}`));
    const sealed = Buffer.concat([
      nonce,
      cipher.update(plain),
      cipher.final(),
      cipher.getAuthTag(),
    ]);
    return `${version}.${sealed.toString('base64url')}`;
  }

  /** @throws if the value has another purpose or owner, an unknown key, or was altered */
  open(sealed: string, purpose: string, owner = ''): Buffer {
    const [version = '', encoded = ''] = sealed.split('.', 2);
    const bytes = Buffer.from(encoded, 'base64url');
    if (!this.keys.has(version) || bytes.length < NONCE_BYTES + TAG_BYTES)
      throw new Error('This value can not be opened with the keys at hand.');
    const decipher = createDecipheriv(
      'aes-256-gcm',
      this.key(version, purpose),
      bytes.subarray(0, NONCE_BYTES),
    );
    decipher.setAAD(Buffer.from(`${purpose}|${owner}|${version}`));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([
      decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)),
      decipher.final(),
    ]);
  }

  /**
   * Keyed hash (HMAC) for values that are only compared, such as codes. To compare, pass the version that was current when the
   * hash was created.
   */
  mac(value: string, purpose: string, version = this.currentVersion): Buffer {
    return createHmac('sha256', this.key(version, purpose)).update(value).digest();
  }

  private key(version: string, purpose: string): Buffer {
    const name = `${version}|${purpose}`;
    let key = this.derived.get(name);
    if (!key) {
      const root = this.keys.get(version);
      if (!root) throw new Error(`There is no key of version ${version}.`);
      key = Buffer.from(hkdfSync('sha256', root, '', `tomekeeper ${purpose}`, KEY_BYTES));
      this.derived.set(name, key);
    }
    return key;
  }
}
