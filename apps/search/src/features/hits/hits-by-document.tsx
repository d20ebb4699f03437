import { useState } from 'react';
import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { useStoreRecent } from '../recent/recent-documents';
import { documentPath } from '../search-api/paths';
import type { Hit } from '../search-api/search-api';
import { HitAudience } from './hit-audience';
import { HitEntry, HitLocation } from './hit-list';
import styles from './hits.module.css';
import { Highlighted } from './snippet';
import titleStyles from './title.module.css';

/** Passages of a document before "Show more". */
const SHOWN_AT_FIRST = 3;

interface HitsByDocumentProps {
  hits: readonly Hit[];
  label: string;
}

/** Search results by document, each at the rank of its best hit. */
export function HitsByDocument({ hits, label }: HitsByDocumentProps) {
  return (
    <ol className={styles.hits} aria-label={label} role="list">
      {groupByDocument(hits).map(([best, ...others]) => (
        <li key={`${best.document} ${best.player_note}`} className={styles.hit}>
          {others.length === 0 ? (
            <HitEntry hit={best} />
          ) : (
            <DocumentEntry hits={[best, ...others]} />
          )}
        </li>
      ))}
    </ol>
  );
}

type HitsOfDocument = [best: Hit, ...others: Hit[]];

/** Groups hits, in the order of their best ones. */
export function groupByDocument(hits: readonly Hit[]): HitsOfDocument[] {
  const groups = new Map<string, HitsOfDocument>();
  for (const hit of hits) {
    const key = `${hit.document} ${hit.player_note}`;
    const group = groups.get(key);
    if (group) group.push(hit);
    else groups.set(key, [hit]);
  }
  return [...groups.values()];
}

function DocumentEntry({ hits }: { hits: HitsOfDocument }) {
  const { Link } = useShell().routing;
  const viewAs = useViewAs();
  const storeRecent = useStoreRecent();
  const [isOpen, setOpen] = useState(false);
  const titled = hits.find(({ passage }) => passage === undefined);
  const passages = hits.filter(({ passage }) => passage !== undefined);
  const shown = isOpen ? passages : passages.slice(0, SHOWN_AT_FIRST);
  const [best] = hits;
  const isOneAudience = hits.every((hit) => hasSameAudience(hit, best));
  return (
    <article>
      <p className={styles.head}>
        <Link
          to={documentPath(titled ?? best, viewAs)}
          dir="auto"
          className={titleStyles.title}
          onClick={() => storeRecent(best)}
        >
          {titled ? <Highlighted snippet={titled.snippet} /> : best.title}
        </Link>
        {isOneAudience && <HitAudience of={best} />}
      </p>
      <ul className={styles.passages} role="list">
        {shown.map((hit) => (
          <li key={hit.passage}>
            <p className={styles.head}>
              <span dir="auto" className={styles.where}>
                <HitLocation hit={hit} />
              </span>
              {!isOneAudience && <HitAudience of={hit} />}
            </p>
            <Link
              to={documentPath(hit, viewAs)}
              dir="auto"
              className={styles.passage}
              onClick={() => storeRecent(hit)}
            >
              <Highlighted snippet={hit.snippet} />
            </Link>
          </li>
        ))}
      </ul>
      {shown.length < passages.length && (
        <Button variant="quiet" onClick={() => setOpen(true)}>
          Show {passages.length - shown.length} more in “{best.title}”
        </Button>
      )}
    </article>
  );
}

/** Whether {@link HitAudience} is the same for both. */
const hasSameAudience = (one: Hit, other: Hit): boolean =>
  one.audience === other.audience && one.not_for_whole_party === other.not_for_whole_party;
