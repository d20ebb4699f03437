import { id, timestamp } from '@tomekeeper/contracts-values';
import { z } from 'zod';
import { campaignDocument, finalizeRequest } from './documents';

/** Body of `POST /api/documents/{id}/versions/`: an upload, presigned with `replaces`, becomes the document's file. */
export const replaceFileRequest = finalizeRequest.pick({ s3_key: true, change: true });
export type ReplaceFileRequest = z.infer<typeof replaceFileRequest>;

/** Its answer: the document with its new file, and the version that brings back the file which it had before. */
export const replacedFileAnswer = campaignDocument.extend({ replaced: id.optional() });
export type ReplacedFileAnswer = z.infer<typeof replacedFileAnswer>;

/** An earlier version of a document's file, for GMs. */
export const documentVersion = z.object({
  id,
  /** What the document was called with it. */
  original_filename: z.string(),
  content_type: z.string(),
  /** Bytes. */
  size: z.number(),
  replaced_at: timestamp,
  /** From then on it goes for good, by itself. */
  goes_at: timestamp,
});
export type DocumentVersion = z.infer<typeof documentVersion>;
