import { brand } from '@tomekeeper/ui/brand';

/** `<page> · <product>`; only the product on the front page. */
export const pageTitle = (title: string) =>
  title && title !== brand.name ? `${title} · ${brand.name}` : brand.name;
