import { detailOrText, isNetworkError } from '@tomekeeper/api-client';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { isIndexLagging } from '../search-api/use-search';

interface LoadErrorProps {
  error: unknown;
  /** Message for errors without a detail. */
  text: string;
  onRetry: () => void;
}

/** The cause of a failed request, and the next step. */
export function LoadError({ error, text, onRetry }: LoadErrorProps) {
  if (isIndexLagging(error))
    return (
      <LoadFailure
        message="Search is updating for this campaign."
        reason="You can open documents from the library."
        retry="Try again"
        onRetry={onRetry}
      />
    );
  const failure = isNetworkError(error)
    ? {
        message: text,
        reason: 'No response from the server. Check your connection, then try again.',
      }
    : detailOrText(error, text);
  return <LoadFailure {...failure} retry="Try again" onRetry={onRetry} />;
}

export const Loading = ({ failure, label }: { failure?: unknown; label: string }) => (
  <Skeleton label={isIndexLagging(failure) ? 'Search is updating…' : label} />
);
