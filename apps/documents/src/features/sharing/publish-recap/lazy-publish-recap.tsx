import { lazy, Suspense } from 'react';
import type { WidgetProps } from '@tomekeeper/remote-kit';
import { RecapSkeleton } from './recap-skeleton';

const PublishRecap = lazy(async () => ({
  default: (await import('./publish-recap')).PublishRecap,
}));

/** {@link PublishRecap} with a separate fallback: without it, the whole page that embeds the widget would suspend. */
export function LazyPublishRecap(props: WidgetProps['documents.publish-recap']) {
  return (
    <Suspense fallback={<RecapSkeleton />}>
      <PublishRecap {...props} />
    </Suspense>
  );
}
