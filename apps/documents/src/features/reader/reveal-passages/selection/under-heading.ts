import type { Heading } from '../../../documents-api/passages-api';

/**
 * Range of a section: from its heading to the last passage before the next heading of the same or a higher level, both included.
 */
export function underHeading(
  headings: readonly Heading[],
  { id, at, level }: Heading,
  total: number,
): readonly [first: number, last: number] {
  const index = headings.findIndex((one) => one.id === id);
  const next = index < 0 ? undefined : headings.slice(index + 1).find((one) => one.level <= level);
  return [at, (next?.at ?? total) - 1];
}
