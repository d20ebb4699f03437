import * as z from 'zod/mini';

/**
 * String enum with a fallback. Unknown values of a newer version become the fallback, so that they do not invalidate the whole
 * object; it must be the most restrictive value.
 */
export const oneOf = <Word extends string>(fallback: Word, ...others: readonly Word[]) =>
  z.pipe(
    z.string(),
    z.transform((given): Word => others.find((word) => word === given) ?? fallback),
  );
