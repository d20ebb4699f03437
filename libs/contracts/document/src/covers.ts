import { id } from '@tomekeeper/contracts-values';
import { z } from 'zod';
import { finalizeRequest } from './documents';

/** Body of `POST /api/documents/covers/`: an upload, presigned as any other, becomes the campaign's cover. */
export const chooseCoverRequest = finalizeRequest.pick({ campaign: true, s3_key: true });
export type ChooseCoverRequest = z.infer<typeof chooseCoverRequest>;

/** The cover of one campaign. */
export const coverAnswer = z.object({
  /** Good for a minute; absent where the campaign has the one that is drawn from its title. */
  url: z.string().optional(),
  /** To GMs: what becomes of the picture that was chosen last. */
  chosen: z.enum(['waiting', 'ready', 'refused']).optional(),
});
export type CoverAnswer = z.infer<typeof coverAnswer>;

/** Query of `GET /api/documents/covers/`: the cover of one campaign alone. As a player sees it, of one that is named. */
export const coversQuery = z.object({ campaign: id.optional() });
export type CoversQuery = z.infer<typeof coversQuery>;

/** Answer of `GET /api/documents/covers/`: of the campaigns that the caller is a member of, those with a cover. */
export const coversAnswer = z.object({
  covers: z.array(z.object({ campaign: id, url: z.string() })),
});
export type CoversAnswer = z.infer<typeof coversAnswer>;
