import { Fragment } from 'react';
import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { documentPath } from '../search-api/paths';
import type { Hit } from '../search-api/search-api';
import { useStoreRecent } from '../recent/recent-documents';
import { HitAudience } from './hit-audience';
import styles from './hits.module.css';
import titleStyles from './title.module.css';
import { Highlighted } from './snippet';

interface HitListProps {
  hits: readonly Hit[];
  label: string;
}

/** Search results, best first; links open the document with the passage highlighted. */
export function HitList({ hits, label }: HitListProps) {
  return (
    <ol className={styles.hits} aria-label={label} role="list">
      {hits.map((hit) => (
        <li key={`${hit.document} ${hit.passage ?? ''}`} className={styles.hit}>
          <HitEntry hit={hit} />
        </li>
      ))}
    </ol>
  );
}

/** One hit: title, location and snippet. */
export function HitEntry({ hit }: { hit: Hit }) {
  const { Link } = useShell().routing;
  const viewAs = useViewAs();
  const storeRecent = useStoreRecent();
  const location = hitLocation(hit);
  return (
    <article>
      <p className={styles.head}>
        <Link
          to={documentPath(hit, viewAs)}
          dir="auto"
          className={titleStyles.title}
          onClick={() => storeRecent(hit)}
        >
          {hit.passage === undefined ? <Highlighted snippet={hit.snippet} /> : hit.title}
        </Link>
        <HitAudience of={hit} />
      </p>
      {location && (
        <p dir="auto" className={styles.where}>
          <HitLocation hit={hit} />
        </p>
      )}
      {hit.passage !== undefined && (
        <p dir="auto" className={styles.snippet}>
          <Highlighted snippet={hit.snippet} />
        </p>
      )}
    </article>
  );
}

const SEPARATOR = ' › ';

/** Headings and page of a passage as text. */
export function hitLocation({ heading_path, page }: Pick<Hit, 'heading_path' | 'page'>): string {
  const headings = heading_path.join(SEPARATOR);
  return headings === '' && page !== undefined ? `Page ${page}` : headings + pageSuffix(page);
}

const pageSuffix = (page: number | undefined): string =>
  page === undefined ? '' : ` · page ${page}`;

/** {@link hitLocation} with highlighted matches in the headings. */
export function HitLocation({ hit }: { hit: Hit }) {
  if (!hit.heading_snippets) return hitLocation(hit);
  return (
    <>
      {hit.heading_snippets.map((heading, at) => (
        <Fragment key={at}>
          {at > 0 && SEPARATOR}
          <Highlighted snippet={heading} />
        </Fragment>
      ))}
      {pageSuffix(hit.page)}
    </>
  );
}
