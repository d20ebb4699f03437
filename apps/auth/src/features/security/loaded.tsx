import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { useFailureText } from '../form/failure-text';

interface Props<Data> {
  query: UseQueryResult<Data>;
  /** 'Loading your passkeys…' */
  loading: string;
  /** Default error message. */
  failed: string;
  children: (data: Data) => ReactNode;
}

/** Section of the account page that loads on its own: skeleton, content or error. */
export function Loaded<Data>({ query, loading, failed, children }: Props<Data>) {
  const failureText = useFailureText(failed);
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isPending) return <Skeleton label={loading} count={1} />;
  return (
    <LoadFailure
      {...failureText(query.error, failed)}
      retry="Try again"
      busy={query.isFetching && 'Trying again…'}
      onRetry={() => void query.refetch()}
    />
  );
}
