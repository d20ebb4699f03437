import { detailOrText } from '@tomekeeper/api-client';
import { Button } from '@tomekeeper/ui/button';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import styles from './ledger.module.css';

interface LoadMoreProps {
  /** An infinite query. */
  list: {
    error: Error | null;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => Promise<unknown>;
    refetch: () => Promise<unknown>;
  };
  /** Message if the next page fails to load. */
  failure: string;
  /** Label of the button. */
  label: string;
}

/** Load-more button with error state. */
export function LoadMore({ list, failure, label }: LoadMoreProps) {
  const { error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = list;
  if (error)
    return (
      <LoadFailure
        {...detailOrText(error, failure)}
        onRetry={() => void (hasNextPage ? fetchNextPage() : refetch())}
      />
    );
  if (!hasNextPage) return null;
  return (
    <Button
      variant="secondary"
      size="small"
      className={styles.more}
      busy={isFetchingNextPage && 'Loading…'}
      onClick={() => void fetchNextPage()}
    >
      {label}
    </Button>
  );
}
