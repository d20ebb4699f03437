import { useShell, useViewAs, VIEW_AS } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { EmptyState } from '@tomekeeper/ui/empty-state';
import { libraryPath } from '../search-api/paths';
import type { Filters, Results } from '../search-api/search-api';
import styles from './search-page.module.css';

interface EmptyResultsProps {
  campaignId: string;
  campaignTitle: string | undefined;
  q: string;
  filters: Filters;
  results: Results;
  onSearch: (q: string, filters: Filters) => void;
}

/** Size of the searched text, and buttons for relaxed queries that would find something. */
export function EmptyResults(props: EmptyResultsProps) {
  const { campaignId, campaignTitle, q, filters, results, onSearch } = props;
  const { Link } = useShell().routing;
  const viewAs = useViewAs();
  if (!hasWord(q))
    return (
      <EmptyState title="Enter a word to search for.">
        <p>Excluded words only narrow a search.</p>
      </EmptyState>
    );
  const options = (results.wider ?? []).flatMap((without) => {
    const option = RELAXATIONS[without];
    return option ? [{ without, ...option }] : [];
  });
  return (
    <EmptyState
      title={`No results for “${q}”.`}
      action={
        options.length > 0 && (
          <div className={styles.ways}>
            {options.map(({ without, label, relax }) => (
              <Button
                key={without}
                variant="secondary"
                onClick={() => onSearch(...relax(q, filters))}
              >
                {label}
              </Button>
            ))}
          </div>
        )
      }
    >
      {results.searched && (
        <p>
          Searched {counted(results.searched.documents, 'document')} with{' '}
          {counted(results.searched.passages, 'passage')}
          {campaignTitle !== undefined && ` in ${campaignTitle}`}
          {Object.values(filters).some(Boolean) && ', limited by the filters'}.
        </p>
      )}
      <p>
        Try fewer or different words, or browse{' '}
        <Link to={libraryPath(campaignId, { [VIEW_AS]: viewAs })}>the library</Link>.
      </p>
    </EmptyState>
  );
}

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

interface Relaxation {
  label: string;
  relax: (q: string, filters: Filters) => [string, Filters];
}

/** Labels and query changes by the service's names for relaxed queries. */
const RELAXATIONS: Readonly<Record<string, Relaxation>> = {
  filters: { label: 'Search without filters', relax: (q) => [q, {}] },
  exclusions: {
    label: 'Search without exclusions',
    relax: (q, filters) => [tidied(q.replaceAll(EXCLUDED, ' ')), filters],
  },
  quotes: {
    label: 'Search without quotes',
    relax: (q, filters) => [tidied(q.replaceAll(PHRASE, ' $1$2 ')), filters],
  },
};

// The same syntax as the service: a minus before a word or phrase, and phrases in quotes.
const EXCLUDED = /(?<=^|\s)-(?:"[^"]*"?|“[^”]*”?|\S+)/gu;
const PHRASE = /(?<=^|\s)(?:"([^"]*)"?|“([^”]*)”?)/gu;

const hasWord = (q: string): boolean => /[\p{L}\p{N}]/u.test(q.replaceAll(EXCLUDED, ' '));

const tidied = (q: string): string => q.replaceAll(/\s+/g, ' ').trim();
