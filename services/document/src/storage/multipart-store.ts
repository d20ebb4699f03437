import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  UploadPartCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import { isNotFound, storeUnavailable } from './store-errors';

/** A multipart upload: the key of the future object, and the id that the store gave. */
export interface MultipartRef {
  key: string;
  id: string;
}

export interface StoredPart {
  part: number;
  etag: string;
  /** Bytes. */
  size: number;
}

const PART_WITHIN_MS = 60_000;

/** Multipart uploads of the bucket. */
export class MultipartStore {
  /** @param signer signs URLs for browsers */
  constructor(
    private readonly bucket: string,
    private readonly client: S3Client,
    private readonly signer: S3Client,
  ) {}

  /** @returns the id of a new upload */
  async create(key: string, contentType: string): Promise<string> {
    try {
      const { UploadId } = await this.client.send(
        new CreateMultipartUploadCommand({
          Bucket: this.bucket,
          Key: key,
          ContentType: contentType,
        }),
      );
      if (!UploadId) throw new Error('The store gave no id for a multipart upload.');
      return UploadId;
    } catch (error) {
      throw storeUnavailable(error);
    }
  }

  /** A URL that takes one part of exactly this size. */
  presignPart({ key, id }: MultipartRef, part: number, size: number): Promise<string> {
    const command = new UploadPartCommand({
      Bucket: this.bucket,
      Key: key,
      UploadId: id,
      PartNumber: part,
      ContentLength: size,
    });
    return getSignedUrl(this.signer, command, {
      expiresIn: DOCUMENT_LIMITS.uploadUrlSeconds,
      signableHeaders: new Set(['host', 'content-length']),
    });
  }

  /** Stores a part from this process. */
  async put({ key, id }: MultipartRef, part: number, bytes: Buffer): Promise<StoredPart> {
    try {
      const { ETag = '' } = await this.client.send(
        new UploadPartCommand({
          ...{ Bucket: this.bucket, Key: key, UploadId: id },
          ...{ PartNumber: part, Body: bytes, ContentLength: bytes.length },
        }),
        { requestTimeout: PART_WITHIN_MS },
      );
      return { part, etag: ETag, size: bytes.length };
    } catch (error) {
      throw storeUnavailable(error);
    }
  }

  /** @returns undefined if the store has no such upload */
  async parts({ key, id }: MultipartRef): Promise<StoredPart[] | undefined> {
    try {
      // A page holds 1,000 parts, more than the largest file has.
      const { Parts = [] } = await this.client.send(
        new ListPartsCommand({ Bucket: this.bucket, Key: key, UploadId: id }),
      );
      return Parts.map(({ PartNumber = 0, ETag = '', Size = 0 }) => ({
        part: PartNumber,
        etag: ETag,
        size: Size,
      }));
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw storeUnavailable(error);
    }
  }

  /** Joins the parts into the object, unless another call has already ended the upload. */
  async complete(
    { key, id }: MultipartRef,
    parts: readonly StoredPart[],
    withinMs: number,
  ): Promise<void> {
    const Parts = parts.map(({ part, etag }) => ({ PartNumber: part, ETag: etag }));
    try {
      await this.client.send(
        new CompleteMultipartUploadCommand({
          Bucket: this.bucket,
          Key: key,
          UploadId: id,
          MultipartUpload: { Parts },
        }),
        { requestTimeout: withinMs },
      );
    } catch (error) {
      if (!isNotFound(error)) throw storeUnavailable(error);
    }
  }

  /** Deletes an upload with its parts; succeeds if it does not exist. */
  async abort({ key, id }: MultipartRef): Promise<void> {
    try {
      await this.client.send(
        new AbortMultipartUploadCommand({ Bucket: this.bucket, Key: key, UploadId: id }),
      );
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
}
