import { z } from 'zod';
import { id, timestamp } from '@tomekeeper/contracts-values';

export const EXPORT_LIMITS = {
  /** Retention of a finished export, in hours. */
  hours: 24,
  /** Bytes of one file of an export; a larger campaign is exported in several files. */
  partBytes: 2 * 1024 * 1024 * 1024,
  parts: 100,
  /** Exports of one person and campaign that are not finished. */
  open: 2,
  /** Finished exports of one person and campaign; a new export deletes the oldest. */
  kept: 4,
  /** Exports in a list. */
  listed: 10,
} as const;

export const exportFormat = z.enum(['archive', 'obsidian', 'foundry'], {
  error: 'format must be archive, obsidian or foundry.',
});
export type ExportFormat = z.infer<typeof exportFormat>;

/** Body of `POST /api/campaigns/{campaign}/exports/`: exports the content that the member sees. */
export const createExportRequest = z.object({ format: exportFormat });
export type CreateExportRequest = z.infer<typeof createExportRequest>;

/**
 * An export of the caller. Once something that the export may contain was hidden or deleted, the response is 410 with the code
 * `document.export_outdated`.
 */
export const exportAnswer = z.object({
  id,
  format: exportFormat,
  state: z.enum(['waiting', 'writing', 'ready', 'failed']),
  /** From 0 to 1. */
  progress: z.number().min(0).max(1),
  created_at: timestamp,
  /** In the state `ready`: URLs with the lifetime of a file URL. */
  files: z
    .array(z.object({ name: z.string(), size: z.number(), url: z.string() }))
    .max(EXPORT_LIMITS.parts)
    .optional(),
  /** Until when a finished export can be downloaded. */
  available_until: timestamp.optional(),
});
export type ExportAnswer = z.infer<typeof exportAnswer>;

/** The caller's exports of a campaign, newest first, without URLs. */
export const exportsAnswer = z.object({
  exports: z.array(exportAnswer.omit({ files: true })).max(EXPORT_LIMITS.listed),
});
export type ExportsAnswer = z.infer<typeof exportsAnswer>;
