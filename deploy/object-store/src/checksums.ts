import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { S3Error } from './s3-error';

export const CHECKSUM_HEADER = 'x-amz-checksum-';

/** A checksum that takes its input bit by bit; the digest is base64, as S3 spells it. */
export type Checksum = { update(chunk: Buffer): void; digest(): string };

/** The checksum of that name; refuses one that is not known rather than let it pass unchecked. */
export function createChecksum(algorithm: string): Checksum {
  switch (algorithm) {
    case 'crc32':
      return crc32Checksum();
    case 'md5':
    case 'sha256': {
      const hash = createHash(algorithm);
      return { update: (chunk) => void hash.update(chunk), digest: () => hash.digest('base64') };
    }
    default:
      throw new S3Error('NotImplemented', `The checksum ${algorithm} is not implemented.`);
  }
}

function crc32Checksum(): Checksum {
  let value = 0;
  return {
    update: (chunk) => {
      value = crc32(chunk, value);
    },
    digest: () => {
      const word = Buffer.alloc(4);
      word.writeUInt32BE(value);
      return word.toString('base64');
    },
  };
}
