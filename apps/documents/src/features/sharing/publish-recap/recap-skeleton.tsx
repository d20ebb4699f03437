import { Skeleton } from '@tomekeeper/ui/skeleton';

export const RecapSkeleton = () => <Skeleton label="Loading recap…" shape="lines" count={1} />;
