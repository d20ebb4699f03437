import type { Hit } from '../../search-api';

/** Between headings, from the highest one down. */
const BELOW = ' › ';

/** Where in its document something stands, in words. */
export function whereOf({ heading_path, page }: Pick<Hit, 'heading_path' | 'page'>): string {
  const headings = heading_path.join(BELOW);
  if (page === undefined) return headings;
  return headings === '' ? `Page ${page}` : `${headings} · page ${page}`;
}
