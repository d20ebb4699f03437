import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { StartupProblem } from '@tomekeeper/cli-kit';

/**
 * Format of a sealed file: mark, salt, then chunks of AES-256-GCM. Each chunk is numbered and the last one is
 * marked, so that removed, reordered or truncated chunks are detected.
 */
export const SEAL_MARK = Buffer.from('TKSEAL1\n');
const SALT_BYTES = 16;
const PIECE_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const SEALED_PIECE_BYTES = PIECE_BYTES + TAG_BYTES;

/** Encrypts with a key made of the passphrase. */
export class Seal extends Transform {
  private readonly salt = randomBytes(SALT_BYTES);
  private readonly key: Buffer;
  private waiting = Buffer.alloc(0);
  private number = 0;

  constructor(passphrase: string) {
    super();
    this.key = keyOf(passphrase, this.salt);
    this.push(Buffer.concat([SEAL_MARK, this.salt]));
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    this.waiting = Buffer.concat([this.waiting, chunk]);
    // One byte more than a piece proves that the piece is not the last.
    while (this.waiting.length > PIECE_BYTES) {
      this.push(this.sealed(this.waiting.subarray(0, PIECE_BYTES), false));
      this.waiting = this.waiting.subarray(PIECE_BYTES);
    }
    done();
  }

  override _flush(done: TransformCallback): void {
    done(null, this.sealed(this.waiting, true));
  }

  private sealed(piece: Buffer, isLast: boolean): Buffer {
    const cipher = createCipheriv('aes-256-gcm', this.key, nonceOf(this.number++, isLast));
    return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  }
}

/** Decrypts the output of `Seal`. Fails at the first modified byte. */
export class Unseal extends Transform {
  private key: Buffer | undefined;
  private waiting = Buffer.alloc(0);
  private number = 0;

  constructor(private readonly passphrase: string) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    this.waiting = Buffer.concat([this.waiting, chunk]);
    try {
      this.readHead();
      while (this.key && this.waiting.length > SEALED_PIECE_BYTES) {
        this.push(this.opened(this.waiting.subarray(0, SEALED_PIECE_BYTES), false));
        this.waiting = this.waiting.subarray(SEALED_PIECE_BYTES);
      }
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      done(null, this.opened(this.waiting, true));
    } catch (error) {
      done(error as Error);
    }
  }

  private readHead(): void {
    const head = SEAL_MARK.length + SALT_BYTES;
    if (this.key || this.waiting.length < head) return;
    this.key = keyOf(this.passphrase, this.waiting.subarray(SEAL_MARK.length, head));
    this.waiting = this.waiting.subarray(head);
  }

  private opened(piece: Buffer, isLast: boolean): Buffer {
    try {
      if (!this.key) throw new Error('there is not even a head');
      const nonce = nonceOf(this.number++, isLast);
      const decipher = createDecipheriv('aes-256-gcm', this.key, nonce, {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(piece.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(piece.subarray(0, -TAG_BYTES)), decipher.final()]);
    } catch {
      throw new StartupProblem(
        this.number <= 1
          ? 'The backup does not open with this BACKUP_PASSPHRASE, or is damaged.'
          : 'The backup is damaged or cut off: it does not decrypt to its end.',
      );
    }
  }
}

/** The key is this file's own, so counting from nought never repeats a nonce. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

function keyOf(passphrase: string, salt: Buffer): Buffer {
  return scryptSync(passphrase, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 });
}
