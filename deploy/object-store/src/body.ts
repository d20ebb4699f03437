import { createHash } from 'node:crypto';
import { CHECKSUM_HEADER, createChecksum, type Checksum } from './checksums';
import { S3Error } from './s3-error';
import { header, type S3Request } from './s3-request';
import type { PayloadRule } from './signature';

export type Received = {
  readonly size: number;
  /**
   * Hexadecimal, of the content. Not its MD5, as S3 has it for some uploads and not for others: SHA-256 takes
   * less than half of the time on processors of today.
   */
  readonly etag: string;
  /** Checksums that the client gave and that hold, by algorithm. */
  readonly checksums: Readonly<Record<string, string>>;
};

/** The length of an MD5 in hexadecimal, which clients expect. */
export const ETAG_LENGTH = 32;

/**
 * The body of a signed request: counted and verified while streaming. Reading it to the end without
 * an exception means that it is complete and authentic.
 */
export class Body {
  private size = 0;
  private readonly sha256 = createHash('sha256');
  private readonly announced: number;
  private readonly expected: ReadonlyMap<string, string>;
  private readonly running = new Map<string, Checksum>();
  private finished: Received | undefined;

  constructor(
    private readonly request: S3Request,
    private readonly rule: PayloadRule,
    private readonly limit: number,
  ) {
    this.announced = announcedLength(request);
    if (this.announced > limit) throw new S3Error('EntityTooLarge');
    this.expected = givenChecksums(request);
    for (const algorithm of this.expected.keys())
      this.running.set(algorithm, createChecksum(algorithm));
  }

  async *chunks(): AsyncGenerator<Buffer> {
    // A refusal must still reach the client: leaving the loop may not tear the connection down.
    const raw = this.request.message.iterator({ destroyOnReturn: false });
    for await (const chunk of buffers(raw)) {
      this.size += chunk.length;
      if (this.size > this.limit) throw new S3Error('EntityTooLarge');
      this.sha256.update(chunk);
      for (const checksum of this.running.values()) checksum.update(chunk);
      yield chunk;
    }
    this.finished = this.verify();
  }

  /** Size and checksums of the body; available after the last chunk. */
  get received(): Received {
    if (!this.finished) throw new Error('the body has not been read to its end');
    return this.finished;
  }

  private verify(): Received {
    if (this.size !== this.announced) throw new S3Error('IncompleteBody');
    const sha256 = this.sha256.digest('hex');
    if (this.rule.kind === 'hashed' && sha256 !== this.rule.sha256) {
      throw new S3Error('XAmzContentSHA256Mismatch');
    }
    for (const [algorithm, value] of this.expected) {
      if (this.running.get(algorithm)?.digest() !== value) throw new S3Error('BadDigest');
    }
    return {
      size: this.size,
      etag: sha256.slice(0, ETAG_LENGTH),
      checksums: Object.fromEntries(this.expected),
    };
  }
}

function announcedLength({ message }: S3Request): number {
  const text = header(message, 'content-length');
  if (text === undefined || !/^\d{1,15}$/.test(text)) throw new S3Error('MissingContentLength');
  return Number(text);
}

/** Checksums in the headers or in the presigned URL, where a client may have baked a wrong one in. */
function givenChecksums({ message, query }: S3Request): Map<string, string> {
  const given = new Map<string, string>();
  for (const [name, value] of query.entries) {
    const lower = name.toLowerCase();
    if (lower.startsWith(CHECKSUM_HEADER)) given.set(lower.slice(CHECKSUM_HEADER.length), value);
  }
  for (const name of Object.keys(message.headers)) {
    if (!name.startsWith(CHECKSUM_HEADER)) continue;
    given.set(name.slice(CHECKSUM_HEADER.length), header(message, name) ?? '');
  }
  // Says how the checksums of parts combine; it is no checksum itself.
  for (const other of ['type', 'mode', 'algorithm']) given.delete(other);
  // Refused with all other unknown checksums, because the client counts on it.
  if (message.headers['content-md5'] !== undefined) given.set('md5', '');
  return given;
}

async function* buffers(source: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
  }
}
