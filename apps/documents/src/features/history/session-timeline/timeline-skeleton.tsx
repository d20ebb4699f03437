import { Skeleton } from '@tomekeeper/ui/skeleton';

export const TimelineSkeleton = () => (
  <Skeleton label="Loading reveals and shows…" shape="rows" count={3} />
);
