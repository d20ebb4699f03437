import { useInfiniteQuery } from '@tanstack/react-query';
import { textThenDetail } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { Cluster, Stack } from '@tomekeeper/ui/stack';
import { AccountSection } from '../account-section/account-section';
import { activityWords } from './activity-words';
import { moment, Row, RowList } from './row-list';
import { fetchActivity } from './security-api';

/** Security events of the account, so that its owner notices foreign sign-ins. */
export function Activity() {
  const { http } = useShell();
  const activity = useInfiniteQuery({
    queryKey: ['activity'],
    queryFn: ({ pageParam }) => fetchActivity(http, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const events = activity.data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <AccountSection
      title="Recent activity"
      intro="Something here was not you? Change your password, then sign out everywhere."
    >
      <Stack gap={3}>
        {activity.isPending && <Skeleton label="Loading your activity…" count={3} />}
        {activity.isSuccess && events.length === 0 && <p>Nothing has happened yet.</p>}
        {events.length > 0 && (
          <RowList label="Recent activity">
            {events.map(({ id, kind, happened_at, client, detail }) => (
              <Row
                key={id}
                title={activityWords(kind, detail)}
                note={[moment(happened_at), client].filter(Boolean).join(', ')}
              />
            ))}
          </RowList>
        )}
        {activity.isError && (
          <LoadFailure
            {...textThenDetail(activity.error, 'Unable to load your activity.')}
            retry="Try again"
            busy={activity.isFetching && 'Trying again…'}
            onRetry={() => void (activity.data ? activity.fetchNextPage() : activity.refetch())}
          />
        )}
        {activity.hasNextPage && !activity.isError && (
          <Cluster>
            <Button
              variant="quiet"
              size="small"
              busy={activity.isFetchingNextPage && 'Loading…'}
              onClick={() => void activity.fetchNextPage()}
            >
              Show older
            </Button>
          </Cluster>
        )}
      </Stack>
    </AccountSection>
  );
}
