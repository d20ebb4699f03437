import { crc32 } from 'node:zlib';
import { S3Error } from './s3-error';

export const CHECKSUM_HEADER = 'x-amz-checksum-';

/** A checksum that takes its input bit by bit; the digest is base64, as S3 spells it. */
export type Checksum = { update(chunk: Buffer): void; digest(): string };

/** The AWS SDK's default checksum; rejects other algorithms because they would remain unverified. */
export function createChecksum(algorithm: string): Checksum {
  if (algorithm !== 'crc32')
    throw new S3Error('NotImplemented', `The checksum ${algorithm} is not implemented.`);
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
