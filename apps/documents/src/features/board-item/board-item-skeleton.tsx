import { Skeleton } from '@tomekeeper/ui/skeleton';

export const BoardItemSkeleton = () => <Skeleton label="Loading…" count={2} />;
