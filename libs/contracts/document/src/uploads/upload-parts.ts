import { z } from 'zod';
import { finalizeRequest } from './uploads';

export const UPLOAD_PARTS = {
  /** Bytes of every part but the last, which is smaller. A multiple of the pieces of `content_fingerprint`. */
  bytes: 8 * 1024 * 1024,
  /** Browsers send files of this size and larger in parts. */
  fromBytes: 16 * 1024 * 1024,
  /** Maximum URLs per request. */
  urls: 16,
  /** S3's highest part number. */
  highest: 10_000,
  /** Age at which an unfinished upload is deleted, in hours. */
  keptHours: 24,
} as const;

/** Number of parts of a file. */
export const partCount = (size: number, partBytes: number = UPLOAD_PARTS.bytes): number =>
  Math.ceil(size / partBytes);

/** Bytes of a part; the first has the number 1. */
export const partSize = (
  size: number,
  part: number,
  partBytes: number = UPLOAD_PARTS.bytes,
): number => Math.min(partBytes, size - (part - 1) * partBytes);

const upload = finalizeRequest.pick({ campaign: true, s3_key: true });

const partNumber = z
  .number({ error: 'A part must be a number.' })
  .int({ error: 'A part must be a whole number.' })
  .min(1, { error: 'Parts are numbered from 1.' })
  .max(UPLOAD_PARTS.highest, { error: `Parts are numbered up to ${UPLOAD_PARTS.highest}.` });

/**
 * Body of `POST /api/documents/presign-parts/`: an alternative to the single PUT of an upload that was presigned with its
 * `size`. After all parts are stored, `finalize` creates the document as usual.
 */
export const presignPartsRequest = upload.extend({
  /** Parts to send next. Without any, the response only lists the stored parts. */
  parts: z
    .array(partNumber, { error: 'Parts must be a list of numbers.' })
    .max(UPLOAD_PARTS.urls, {
      error: `At most ${UPLOAD_PARTS.urls} parts can be asked for at once.`,
    })
    .default([]),
});
export type PresignPartsRequest = z.infer<typeof presignPartsRequest>;

/** Response: the stored parts, and presigned PUTs for those of the requested parts that are not stored. */
export const presignPartsAnswer = z.object({
  /** In bytes, of every part but the last. */
  part_size: z.number().int(),
  stored: z.array(z.number().int()),
  urls: z.array(z.object({ part: z.number().int(), upload_url: z.string() })),
});
export type PresignPartsAnswer = z.infer<typeof presignPartsAnswer>;

/** Body of `POST /api/documents/discard-upload/`: deletes an unfinished upload with everything that is stored of it. */
export const discardUploadRequest = upload;
export type DiscardUploadRequest = z.infer<typeof discardUploadRequest>;
