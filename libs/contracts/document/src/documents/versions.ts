import { id, timestamp } from '@tomekeeper/contracts-values';
import { z } from 'zod';
import { campaignDocument } from './documents';
import { finalizeRequest } from '../uploads/uploads';

/** Body of `POST /api/documents/{id}/versions/`: replaces the document's file with an upload presigned with `replaces`. */
export const replaceFileRequest = finalizeRequest.pick({ s3_key: true, change: true });
export type ReplaceFileRequest = z.infer<typeof replaceFileRequest>;

/** Response: the document with its new file, and the id of the version that holds the previous file. */
export const replacedFileAnswer = campaignDocument.extend({ replaced: id.optional() });
export type ReplacedFileAnswer = z.infer<typeof replacedFileAnswer>;

/** Query of `POST /api/documents/{id}/versions/{version}/restore/`. */
export const restoreVersionQuery = z.object({
  /** For the original of a note: whether text written since may be permanently deleted. */
  discard_edits: z.literal('true').optional(),
});
export type RestoreVersionQuery = z.infer<typeof restoreVersionQuery>;

/**
 * Body of `PUT /api/documents/{id}/original/`, for GMs: releases the original file of a Public note to its readers, or withdraws
 * it; the response is the document. A release ends at the next Hide of the document or of its text, and when text that readers
 * saw is removed.
 */
export const setOriginalRequest = z.object({
  audience: z.enum(['gm', 'readers'], { error: 'audience must be gm or readers.' }),
});
export type SetOriginalRequest = z.infer<typeof setOriginalRequest>;

/** An earlier version of a document's file, for GMs. */
export const documentVersion = z.object({
  id,
  /** File name of that version. */
  original_filename: z.string(),
  content_type: z.string(),
  /** In bytes. */
  size: z.number(),
  replaced_at: timestamp,
  /** Time of the permanent deletion; absent for an original. */
  goes_at: timestamp.optional(),
  /** Present if the document became a note: its file. Restoring it makes the document a file again. */
  is_original: z.literal(true).optional(),
});
export type DocumentVersion = z.infer<typeof documentVersion>;
