import { useEffect } from 'react';
import {
  useInfiniteQuery,
  useMutation,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query';
import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { importKeys, useImportsApi, type Import, type ImportItem } from '../imports-api';
import { changedItem, type Revision } from './review-items';

type Pages = InfiniteData<Import, number>;

const keyOf = (id: string) => [...importKeys.one(id), 'items'];

/** Items of a review. Loads one page after the other, so that filters, folders and counts cover all items. */
export function useReviewItems(first: Import) {
  const api = useImportsApi();
  const query = useInfiniteQuery({
    queryKey: keyOf(first.id),
    queryFn: ({ pageParam, signal }) => api.get(first.id, pageParam, signal),
    initialPageParam: 0,
    initialData: { pages: [first], pageParams: [0] },
    getNextPageParam: ({ review }) => review?.next,
    staleTime: Infinity,
    gcTime: 0,
    // Refetching would reload every page.
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
  const { hasNextPage, isFetching, error, fetchNextPage } = query;
  const loadsNext = hasNextPage && !isFetching && !error;
  useEffect(() => {
    if (loadsNext) void fetchNextPage();
  }, [loadsNext, fetchNextPage]);
  return {
    items: itemsOf(query.data),
    isComplete: !hasNextPage,
    error,
    retry: () => void fetchNextPage(),
  };
}

const itemsOf = ({ pages }: Pick<Pages, 'pages'>): ImportItem[] =>
  pages.flatMap(({ review }) => review?.items ?? []);

/** Changes items on the screen at once and then on the server, one request after the other. */
export function useRevise(id: string) {
  const { toast } = useShell();
  const api = useImportsApi();
  const queryClient = useQueryClient();
  const edit = (change: (item: ImportItem) => ImportItem) =>
    queryClient.setQueryData<Pages>(keyOf(id), (data) => data && withItems(data, change));

  const revising = useMutation({
    scope: { id: `import ${id}` },
    onMutate: (revisions: readonly Revision[]) => {
      for (const { items, set } of revisions) {
        const numbers = new Set(items.map(({ number }) => number));
        edit((item) => (numbers.has(item.number) ? changedItem(item, set) : item));
      }
    },
    mutationFn: async (revisions) => {
      for (const { items, set } of revisions)
        await api.revise(id, { items: items.map(({ number }) => number), set });
    },
    onError: (error, revisions) => {
      const before = new Map(
        revisions.flatMap(({ items }) => items.map((item) => [item.number, item])),
      );
      edit((item) => before.get(item.number) ?? item);
      const { message } = detailOrText(error, 'The change was not saved. Please try again.');
      toast({ message, tone: 'error' });
    },
  });
  return { revise: revising.mutate, isRevising: revising.isPending };
}

const withItems = ({ pages, pageParams }: Pages, change: (item: ImportItem) => ImportItem) => ({
  pageParams,
  pages: pages.map((page) =>
    page.review
      ? { ...page, review: { ...page.review, items: page.review.items.map(change) } }
      : page,
  ),
});
