import { timestamp } from '@tomekeeper/contracts-values';
import { z } from 'zod';

/** Life of a link to the copy of someone's data, in seconds; it works once. */
export const EXPORT_LINK_SECONDS = 60;

/** Answer of `POST /api/account/export/`: a link to the zip for a plain download, good for one. */
export const exportAnswer = z.object({ url: z.string(), expires_at: timestamp });
export type ExportAnswer = z.infer<typeof exportAnswer>;
