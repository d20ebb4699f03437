import { useShell, useViewAs, VIEW_AS } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { EmptyState } from '@tomekeeper/ui/empty-state';
import { libraryPath } from '../search-api/paths';
import type { Filters, Found } from '../search-api/search-api';
import styles from './search-page.module.css';

interface NothingFoundProps {
  campaignId: string;
  campaignTitle: string | undefined;
  q: string;
  filters: Filters;
  found: Found;
  onAsk: (q: string, filters: Filters) => void;
}

/** Says in what was looked, and offers what would find more. */
export function NothingFound(props: NothingFoundProps) {
  const { campaignId, campaignTitle, q, filters, found, onAsk } = props;
  const { Link } = useShell().routing;
  const viewAs = useViewAs();
  if (!hasWord(q))
    return (
      <EmptyState title="Add a word to look for.">
        <p>What must not be there only narrows what other words find.</p>
      </EmptyState>
    );
  const ways = (found.wider ?? []).flatMap((without) => {
    const way = WAYS[without];
    return way ? [{ without, ...way }] : [];
  });
  return (
    <EmptyState
      title={`Nothing is found for “${q}”.`}
      action={
        ways.length > 0 && (
          <div className={styles.ways}>
            {ways.map(({ without, label, ask }) => (
              <Button key={without} variant="secondary" onClick={() => onAsk(...ask(q, filters))}>
                {label}
              </Button>
            ))}
          </div>
        )
      }
    >
      {found.searched && (
        <p>
          {campaignTitle === undefined ? 'Looked' : `In ${campaignTitle}, looked`} through{' '}
          {counted(found.searched.documents, 'document')} with{' '}
          {counted(found.searched.passages, 'passage')}
          {Object.values(filters).some(Boolean) && ', as far as the filters let them through'}.
        </p>
      )}
      <p>
        Try fewer words, or another one for the same thing.{' '}
        <Link to={libraryPath(campaignId, { [VIEW_AS]: viewAs })}>The library</Link> has all
        documents.
      </p>
    </EmptyState>
  );
}

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

interface Way {
  label: string;
  ask: (q: string, filters: Filters) => [string, Filters];
}

/** What a question can be asked without. */
const WAYS: Readonly<Record<string, Way>> = {
  filters: { label: 'Look without the filters', ask: (q) => [q, {}] },
  exclusions: {
    label: 'Look without what must not be there',
    ask: (q, filters) => [tidied(q.replaceAll(EXCLUDED, ' ')), filters],
  },
  quotes: {
    label: 'Look for the words apart',
    ask: (q, filters) => [tidied(q.replaceAll(PHRASE, ' $1$2 ')), filters],
  },
};

/** As the service reads a question: a minus and what stands behind it; words in quotes. */
const EXCLUDED = /(?<=^|\s)-(?:"[^"]*"?|“[^”]*”?|\S+)/gu;
const PHRASE = /(?<=^|\s)(?:"([^"]*)"?|“([^”]*)”?)/gu;

const hasWord = (q: string): boolean => /[\p{L}\p{N}]/u.test(q.replaceAll(EXCLUDED, ' '));

const tidied = (q: string): string => q.replaceAll(/\s+/g, ' ').trim();
