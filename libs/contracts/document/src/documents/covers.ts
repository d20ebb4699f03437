import { id } from '@tomekeeper/contracts-values';
import { z } from 'zod';
import { finalizeRequest } from '../uploads/uploads';

/** Body of `POST /api/documents/covers/`: turns a presigned upload into the campaign's cover. */
export const chooseCoverRequest = finalizeRequest.pick({ campaign: true, s3_key: true });
export type ChooseCoverRequest = z.infer<typeof chooseCoverRequest>;

/** Cover of one campaign. */
export const coverAnswer = z.object({
  /** Valid for a minute; absent if the campaign uses the generated cover. */
  url: z.string().optional(),
  /** For GMs: processing state of the last chosen image. */
  chosen: z.enum(['waiting', 'ready', 'refused']).optional(),
});
export type CoverAnswer = z.infer<typeof coverAnswer>;

/** Query of `GET /api/documents/covers/`: restricts the response to one campaign. Required for view-as. */
export const coversQuery = z.object({ campaign: id.optional() });
export type CoversQuery = z.infer<typeof coversQuery>;

/** Response of `GET /api/documents/covers/`: campaigns of the caller that have an uploaded cover. */
export const coversAnswer = z.object({
  covers: z.array(z.object({ campaign: id, url: z.string() })),
});
export type CoversAnswer = z.infer<typeof coversAnswer>;
