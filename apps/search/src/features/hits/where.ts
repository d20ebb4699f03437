import type { Hit } from '../search-api/search-api';

/** Between headings, from the highest one down. */
export const BELOW = ' › ';

/** Where in its document something stands, in words. */
export function whereOf({ heading_path, page }: Pick<Hit, 'heading_path' | 'page'>): string {
  const headings = heading_path.join(BELOW);
  return headings === '' && page !== undefined ? `Page ${page}` : headings + pageOf({ page });
}

/** What follows headings where pages are known. */
export const pageOf = ({ page }: Pick<Hit, 'page'>): string =>
  page === undefined ? '' : ` · page ${page}`;
