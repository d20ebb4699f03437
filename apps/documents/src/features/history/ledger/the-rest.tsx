import { detailOrText } from '@tomekeeper/api-client';
import { Button } from '@tomekeeper/ui/button';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import styles from './ledger.module.css';

interface TheRestProps {
  /** What comes page by page. */
  list: {
    error: Error | null;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => Promise<unknown>;
    refetch: () => Promise<unknown>;
  };
  /** Said where the next page did not come. */
  failure: string;
  /** Of the button for it. */
  label: string;
}

/** Below a list that comes page by page: the way to its next page, and what became of that. */
export function TheRest({ list, failure, label }: TheRestProps) {
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
