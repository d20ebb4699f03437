import { z } from 'zod';
import { id, timestamp } from '@tomekeeper/contracts-values';
import { campaignDocument } from './documents';

/** Query of the internal `GET /internal/owned-documents`. Without a campaign: the user's own notes as a player, in all campaigns. */
export const ownedDocumentsQuery = z.object({ owner: id, campaign: id.optional() });
export type OwnedDocumentsQuery = z.infer<typeof ownedDocumentsQuery>;

/**
 * Response: documents of that campaign newest first, then its trash, then earlier versions of both, then its cover; empty if the
 * user does not own the campaign. Sizes are in bytes.
 */
export const ownedDocumentsAnswer = z.object({
  documents: z.array(
    // Earlier versions and covers have neither kind nor title.
    campaignDocument.partial({ kind: true, title: true }).extend({
      size: z.number(),
      deleted_at: timestamp.optional(),
      /** For an earlier file version, which has its own id: its document, and the time of its replacement. */
      version_of: id.optional(),
      replaced_at: timestamp.optional(),
      /** For a cover: its campaign. Its file is requested by the campaign's id. */
      cover_of: id.optional(),
    }),
  ),
});
export type OwnedDocumentsAnswer = z.infer<typeof ownedDocumentsAnswer>;

/** Query of the internal `GET /internal/owned-documents/{id}/file`, which responds with the file's bytes. */
export const ownedFileQuery = z.object({ owner: id });
export type OwnedFileQuery = z.infer<typeof ownedFileQuery>;

/**
 * Query of the internal `GET /internal/owned-documents/{id}/text`, which responds with a document's extracted passages as GMs see
 * them: a JSON array with one passage per line, or Markdown.
 */
export const ownedTextQuery = z.object({
  owner: id,
  format: z.enum(['json', 'markdown']).default('json'),
});
export type OwnedTextQuery = z.infer<typeof ownedTextQuery>;
