import type { Heading } from '../../../documents-api/passages-api';

/** From a heading to before the next one of its level or a higher one: first and last place, both counted. */
export function underHeading(
  headings: readonly Heading[],
  { id, at, level }: Heading,
  total: number,
): readonly [first: number, last: number] {
  const index = headings.findIndex((one) => one.id === id);
  const next = index < 0 ? undefined : headings.slice(index + 1).find((one) => one.level <= level);
  return [at, (next?.at ?? total) - 1];
}
