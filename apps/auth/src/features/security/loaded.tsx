import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '@tomekeeper/ui/button';
import { FormError } from '@tomekeeper/ui/form-error';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { useFailureText } from '../form/failure-text';

interface Props<Data> {
  query: UseQueryResult<Data>;
  /** 'Loading your passkeys…' */
  loading: string;
  /** What is said when it fails without words of its own. */
  failed: string;
  children: (data: Data) => ReactNode;
}

/** A part of the account page that comes by itself: until then its skeleton, or why not. */
export function Loaded<Data>({ query, loading, failed, children }: Props<Data>) {
  const failureText = useFailureText(failed);
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isPending) return <Skeleton label={loading} count={1} />;
  return (
    <FormError
      {...failureText(query.error, failed)}
      action={
        <Button
          variant="secondary"
          size="small"
          busy={query.isFetching && 'Trying again…'}
          onClick={() => void query.refetch()}
        >
          Try again
        </Button>
      }
    />
  );
}
