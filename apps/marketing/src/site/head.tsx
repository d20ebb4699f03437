import { brand } from '@tomekeeper/ui/brand';
import type { PageHead } from './pages';
import shareImage from './share-image.png';

interface Props {
  page: PageHead;
  /** Of the site, without a slash at the end. */
  origin: string;
}

/** The head of a prerendered page, for search engines and link previews. */
export function Head({ page, origin }: Props) {
  const { path, title, description, indexed } = page;
  const fullTitle = title === brand.name ? title : `${title} · ${brand.name}`;
  const url = `${origin}${path}`;
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      {!indexed && <meta name="robots" content="noindex" />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand.name} />
      <meta property="og:title" content={fullTitle} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={shareImage} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={`${brand.name}. ${brand.tagline}`} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
