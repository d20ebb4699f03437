import { useEffect } from 'react';
import { brand } from '@tomekeeper/ui/brand';
import { Button } from '@tomekeeper/ui/button';
import { pageTitle } from '../../routing/page-title';
import { view } from '../../reporting/report';
import { ContractMismatchError } from './loader/remote-loader';
import styles from './unavailable-panel.module.css';

interface Props {
  /** A page's panel carries the page's only first heading; a widget's stands below a second one. */
  as: 'page' | 'widget';
  error?: unknown;
  onRetry: () => void;
}

/** Stands where a remote can't. */
export function UnavailablePanel({ as, error, onRetry }: Props) {
  const Heading = as === 'page' ? 'h1' : 'h2';
  useEffect(() => {
    if (as === 'page') document.title = pageTitle('Can’t be shown right now');
  }, [as]);
  const outdated = error instanceof ContractMismatchError;
  useEffect(() => {
    if (outdated) return undefined;
    // It may have been the network: the remote is loaded again as soon as that is back.
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [outdated, onRetry]);
  return (
    <div className={as === 'page' ? styles.page : styles.widget} role="alert">
      <Heading className={styles.title}>This part of {brand.name} can’t be shown right now</Heading>
      {outdated ? (
        <p>
          It was made for another version of the app than the one open in this tab. Reloading
          usually brings the two together.
        </p>
      ) : (
        <p>
          {wordsOf(error) ??
            'Everything else still works. Trying again often helps; if it doesn’t, please come back in a few minutes.'}
        </p>
      )}
      {error ? (
        <p className={styles.reference}>
          Reference: <code>{view}</code>
        </p>
      ) : null}
      <Button variant="secondary" onClick={outdated ? () => window.location.reload() : onRetry}>
        Retry
      </Button>
    </div>
  );
}

/** What an error says to the person itself. */
const wordsOf = (error: unknown) => (error as { words?: string } | undefined)?.words;
