import { useEffect } from 'react';
import { brand } from '@tomekeeper/ui/brand';
import { Button } from '@tomekeeper/ui/button';
import { pageTitle } from '../../routing/page-title';
import { pageLoadId } from '../../reporting/report';
import { ContractMismatchError } from './loader/remote-loader';
import styles from './unavailable-panel.module.css';

interface Props {
  /** A page's panel contains the only `h1`; a widget's panel uses an `h2`. */
  as: 'page' | 'widget';
  error?: unknown;
  onRetry: () => void;
}

/** Error panel in place of a remote. */
export function UnavailablePanel({ as, error, onRetry }: Props) {
  const Heading = as === 'page' ? 'h1' : 'h2';
  useEffect(() => {
    if (as === 'page') document.title = pageTitle('Can’t be shown right now');
  }, [as]);
  const outdated = error instanceof ContractMismatchError;
  useEffect(() => {
    if (outdated) return undefined;
    // The failure may have been a network error, so the panel retries on reconnect.
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [outdated, onRetry]);
  return (
    <div className={as === 'page' ? styles.page : styles.widget} role="alert">
      <Heading className={styles.title}>This part of {brand.name} can’t be shown right now</Heading>
      {outdated ? (
        <p>This page was built for another version of the app. Reloading usually fixes this.</p>
      ) : (
        <p>
          {wordsOf(error) ??
            'Everything else still works. Trying again often helps; if it doesn’t, please come back in a few minutes.'}
        </p>
      )}
      {error ? (
        <p className={styles.reference}>
          Reference: <code>{pageLoadId}</code>
        </p>
      ) : null}
      <Button variant="secondary" onClick={outdated ? () => window.location.reload() : onRetry}>
        Retry
      </Button>
    </div>
  );
}

/** The error's own message for the user. */
const wordsOf = (error: unknown) => (error as { words?: string } | undefined)?.words;
