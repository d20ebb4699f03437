import { lazy, Suspense } from 'react';
import type { WidgetProps } from '@tomekeeper/remote-kit';
import { BoardItemSkeleton } from './board-item-skeleton';

const BoardItem = lazy(async () => ({ default: (await import('./board-item')).BoardItem }));

/** {@link BoardItem} with a separate fallback: without it, the whole page that embeds the widget would suspend. */
export function LazyBoardItem(props: WidgetProps['documents.board-item']) {
  return (
    <Suspense fallback={<BoardItemSkeleton />}>
      <BoardItem {...props} />
    </Suspense>
  );
}
