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
      return fromWord((chunk, value) => crc32(chunk, value));
    case 'crc32c':
      return fromWord(crc32c);
    case 'md5':
    case 'sha1':
    case 'sha256': {
      const hash = createHash(algorithm);
      return { update: (chunk) => void hash.update(chunk), digest: () => hash.digest('base64') };
    }
    default:
      throw new S3Error('NotImplemented', `The checksum ${algorithm} is not implemented.`);
  }
}

function fromWord(step: (chunk: Buffer, value: number) => number): Checksum {
  let value = 0;
  return {
    update: (chunk) => {
      value = step(chunk, value);
    },
    digest: () => {
      const word = Buffer.alloc(4);
      word.writeUInt32BE(value >>> 0);
      return word.toString('base64');
    },
  };
}

const CASTAGNOLI = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value;
});

function crc32c(chunk: Buffer, before: number): number {
  let value = ~before;
  for (const byte of chunk) value = (CASTAGNOLI[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return ~value;
}
