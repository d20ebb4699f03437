import { Fragment } from 'react';
import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { documentPath } from '../search-api/paths';
import type { Hit } from '../search-api/search-api';
import { useKeepRecent } from '../recent/use-recent';
import { HitAudience } from './hit-audience';
import styles from './hits.module.css';
import { Marked } from './marked';
import { BELOW, pageOf, whereOf } from './where';

interface HitListProps {
  hits: readonly Hit[];
  label: string;
}

/** Documents and passages, best first; each opens where it stands, lit. */
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

function HitEntry({ hit }: { hit: Hit }) {
  const { Link } = useShell().routing;
  const viewAs = useViewAs();
  const keepRecent = useKeepRecent();
  const where = whereOf(hit);
  return (
    <article>
      <p className={styles.head}>
        <Link
          to={documentPath(hit, viewAs)}
          dir="auto"
          className={styles.title}
          onClick={() => keepRecent(hit)}
        >
          {hit.passage === undefined ? <Marked snippet={hit.snippet} /> : hit.title}
        </Link>
        <HitAudience of={hit} />
      </p>
      {where && (
        <p dir="auto" className={styles.where}>
          <Where hit={hit} />
        </p>
      )}
      {hit.passage !== undefined && (
        <p dir="auto" className={styles.snippet}>
          <Marked snippet={hit.snippet} />
        </p>
      )}
    </article>
  );
}

/** The headings above, with those words marked by which it was found. */
function Where({ hit }: { hit: Hit }) {
  if (!hit.heading_snippets) return whereOf(hit);
  return (
    <>
      {hit.heading_snippets.map((heading, at) => (
        <Fragment key={at}>
          {at > 0 && BELOW}
          <Marked snippet={heading} />
        </Fragment>
      ))}
      {pageOf(hit)}
    </>
  );
}
