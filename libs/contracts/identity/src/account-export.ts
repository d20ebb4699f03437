import { timestamp } from '@tomekeeper/contracts-values';
import { z } from 'zod';

/** Lifetime of a data export link, in seconds; single use. */
export const EXPORT_LINK_SECONDS = 60;

/** Response of `POST /api/account/export/`: single-use link to the zip file. */
export const exportAnswer = z.object({ url: z.string(), expires_at: timestamp });
export type ExportAnswer = z.infer<typeof exportAnswer>;
