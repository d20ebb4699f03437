import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/**
 * Seals small secrets with AES-256-GCM. The first key seals, all keys open, so that keys can be
 * rotated. Each purpose has its own key (HKDF), and what a record belongs to is bound in, so that a
 * sealed value copied to another row does not open.
 */
export class Keyring {
  private readonly derived = new Map<string, Buffer>();

  private constructor(private readonly keys: ReadonlyMap<string, Buffer>) {}

  /**
   * @param text `2:<base64>,1:<base64>`: versions with 32-byte keys, the sealing one first
   * @throws when the text has another form
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

  /** Version of the key that seals now. */
  get currentVersion(): string {
    const [version] = this.keys.keys();
    if (version === undefined) throw new Error('The keyring is empty.');
    return version;
  }

  /** @param owner what the value belongs to, such as `pool|user` */
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

  /** @throws when the value was sealed for another purpose or owner, by an unknown key, or altered */
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
   * Keyed hash for values that are compared but never read again, such as codes. Pass the version that
   * was current when it was made.
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
