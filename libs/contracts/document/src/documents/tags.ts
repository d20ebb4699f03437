import { z } from 'zod';
import { id, requiredText } from '@tomekeeper/contracts-values';
import { DOCUMENT_LIMITS } from './limits';

const TAG_FORM = 'A tag has words between its slashes, as in npcs/barovia.';

/** Normalizes a tag: collapses spaces, trims slashes and removes invisible characters. */
export const tag = requiredText('A tag', DOCUMENT_LIMITS.tagLength)
  .transform((text) =>
    text
      .normalize('NFC')
      .split('/')
      .map((part) => part.trim().replace(/\s+/g, ' '))
      .join('/')
      .replace(/^\/+|\/+$/g, ''),
  )
  .refine((text) => text !== '' && !text.includes('//'), { error: TAG_FORM })
  .refine((text) => text.split('/').length <= DOCUMENT_LIMITS.tagDepth, {
    error: `A tag has at most ${DOCUMENT_LIMITS.tagDepth} parts between its slashes.`,
  });

/** Tags of a document, deduplicated case-insensitively; the first spelling wins. */
export const tags = z
  .array(tag, { error: 'Tags must be a list of texts.' })
  .max(DOCUMENT_LIMITS.tags, {
    error: `A document has at most ${DOCUMENT_LIMITS.tags} tags.`,
  })
  .transform((all) => {
    const folded = all.map((one) => one.toLowerCase());
    return all.filter((_, at) => folded.indexOf(folded[at] ?? '') === at);
  });

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
