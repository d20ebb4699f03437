import { id } from '@tomekeeper/contracts-values';
import { z } from 'zod';
import { tag } from './documents';

/** Maximum tags that the GMs of a campaign share with players. */
export const MAX_SHARED_TAGS = 200;

/** Query of `GET /api/documents/shared-tags/`. */
export const sharedTagsQuery = z.object({ campaign: id });
export type SharedTagsQuery = z.infer<typeof sharedTagsQuery>;

/** Body of `POST /api/documents/shared-tags/`: shares a tag, or stops sharing it. */
export const shareTagRequest = z.object({
  campaign: id,
  tag,
  is_shared: z.boolean({ error: 'is_shared must be true or false.' }),
});
export type ShareTagRequest = z.infer<typeof shareTagRequest>;

/**
 * Tags that are folders for players too, in alphabetical order. Sharing `a/b` shows players `b` alone unless `a` is shared;
 * tags nested in `a/b` are not shared with it.
 */
export const sharedTagsAnswer = z.object({ tags: z.array(z.string()) });
export type SharedTagsAnswer = z.infer<typeof sharedTagsAnswer>;
