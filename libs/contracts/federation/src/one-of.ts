import * as z from 'zod/mini';

/**
 * One of these words. One that only a newer version knows counts as the first, which has to be the most
 * careful: it must cost neither the rest of what was read nor anybody's safety.
 */
export const oneOf = <Word extends string>(fallback: Word, ...others: readonly Word[]) =>
  z.pipe(
    z.string(),
    z.transform((given): Word => others.find((word) => word === given) ?? fallback),
  );
