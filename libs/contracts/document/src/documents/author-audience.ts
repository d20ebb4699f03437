import { z } from 'zod';

/** Readers of a player's note apart from its author: no one, the GMs, or all members of the campaign. */
export const authorAudience = z.enum(['private', 'gms', 'party'], {
  error: 'author_audience must be private, gms or party.',
});
export type AuthorAudience = z.infer<typeof authorAudience>;
