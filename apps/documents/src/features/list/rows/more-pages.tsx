import { useEffect, useEffectEvent, useRef } from 'react';
import { LoadMore } from '../../history/ledger/load-more';
import type { DocumentPages } from './use-filtered-pages';

/** Distance below the viewport at which the next page loads. */
const AHEAD = '800px';

/** Loads the next page near the end of the list, or with a button. */
export function MorePages({ list }: { list: DocumentPages }) {
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetching, error } = list;
  const isWaiting = hasNextPage && !isFetching && !error;
  const load = useEffectEvent(() => void list.fetchNextPage());
  useEffect(() => {
    if (!isWaiting || !end.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) load();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isWaiting]);
  return (
    <div ref={end}>
      <LoadMore list={list} failure="Unable to load more documents." label="Show more" />
    </div>
  );
}
