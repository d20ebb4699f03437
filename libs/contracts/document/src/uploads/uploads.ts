import { z } from 'zod';
import { hasNoControlCharacters, id } from '@tomekeeper/contracts-values';
import { tags } from '../documents/tags';

/** Content type of files whose type the browser does not know. */
export const DEFAULT_CONTENT_TYPE = 'application/octet-stream';

/** Media type without parameters, in lower case: `text/plain` for `Text/Plain; charset=utf-8`. */
export const mediaTypeOf = (contentType: string): string =>
  contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';

export const fileName = z
  .string({ error: 'File name must be text.' })
  .min(1, { error: 'File name must not be empty.' })
  .max(4096, { error: 'File name is far too long.' });

/** `type/subtype` with parameters, in printable ASCII, because it becomes a header value. */
const CONTENT_TYPE =
  /^[\w.+-]+\/[\w.+-]+([ \t]*;[ \t]*[\w.+-]+=("[\x20\x21\x23-\x5b\x5d-\x7e]*"|[\w.+-]+))*$/;

const contentType = z
  .string({ error: 'Content type must be text.' })
  .trim()
  .max(255, { error: 'Content type must have at most 255 characters.' })
  .refine((value) => value === '' || CONTENT_TYPE.test(value), {
    error: 'Content type must look like type/subtype.',
  });

export const spoilerFlag = z.boolean({ error: 'is_spoilers must be true or false.' });

/**
 * Content fingerprint computed by the browser, to find duplicates: hexadecimal SHA-256 of the SHA-256 hashes of the file's 4 MiB
 * chunks.
 */
const fingerprint = z
  .string({ error: 'content_fingerprint must be text.' })
  .regex(/^[0-9a-f]{64}$/, { error: 'content_fingerprint must be 64 hexadecimal digits.' });

/** Body of `POST /api/documents/presign/`. */
export const presignRequest = z.object({
  campaign: id,
  file_name: fileName,
  content_type: contentType.optional(),
  is_spoilers: spoilerFlag.default(false),
  /** In bytes. If present, the presigned URL also enforces it. */
  size: z
    .number({ error: 'Size must be a number of bytes.' })
    .int({ error: 'Size must be a whole number of bytes.' })
    .min(0, { error: 'Size must not be negative.' })
    .optional(),
  /** If present, the response lists documents with the same content. */
  content_fingerprint: fingerprint.optional(),
  /** Document whose file the upload replaces. Allowed in a full campaign, because it adds no document. */
  replaces: id.optional(),
  /**
   * Purpose of the upload. Covers, note images and imports are allowed in a full campaign, because they are not documents. Imports
   * have a separate size limit.
   */
  purpose: z
    .enum(['document', 'cover', 'image', 'import'], {
      error: 'purpose must be document, cover, image or import.',
    })
    .optional(),
});
export type PresignRequest = z.infer<typeof presignRequest>;

/** Presigned PUT: URL, object key and required headers. */
export const presignAnswer = z.object({
  upload_url: z.string(),
  key: z.string(),
  headers: z.record(z.string(), z.string()),
  /** Documents of the campaign with the same content; absent if there are none. */
  same_content: z.array(z.object({ id, original_filename: z.string() })).optional(),
});
export type PresignAnswer = z.infer<typeof presignAnswer>;

/** Body of `POST /api/documents/finalize/`. */
export const finalizeRequest = z.object({
  campaign: id,
  s3_key: z
    .string({ error: 's3_key must be text.' })
    .min(1)
    .max(1024)
    .refine(hasNoControlCharacters, { error: 's3_key must not contain control characters.' }),
  is_spoilers: spoilerFlag.default(false),
  original_filename: fileName.optional(),
  tags: tags.optional(),
  /**
   * Change id chosen by the client. The invalidation event for this user carries it, so that a client with the response need not
   * refetch.
   */
  change: id.optional(),
});
export type FinalizeRequest = z.infer<typeof finalizeRequest>;
