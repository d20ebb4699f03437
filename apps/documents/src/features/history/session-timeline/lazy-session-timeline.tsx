import { lazy, Suspense } from 'react';
import type { WidgetProps } from '@tomekeeper/remote-kit';
import { TimelineSkeleton } from './timeline-skeleton';

const SessionTimeline = lazy(async () => ({
  default: (await import('./session-timeline')).SessionTimeline,
}));

/** {@link SessionTimeline} with a separate fallback: without it, the whole page that embeds the widget would suspend. */
export function LazySessionTimeline(props: WidgetProps['documents.session-timeline']) {
  return (
    <Suspense fallback={<TimelineSkeleton />}>
      <SessionTimeline {...props} />
    </Suspense>
  );
}
