import { useEffect } from 'react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation, useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import { keptInWords } from '../../documents-api/taken-back';
import { passagePath, viewerPath } from '../../documents-api/viewer-path';
import { ledgerKeys, useLedgerApi, type Asked, type Entry, type TimeSpan } from './ledger-api';

/** Loaded audience changes: newest first or, with `span`, those of a time span, oldest first. */
export function useEntries(campaign: string, span?: TimeSpan) {
  const api = useLedgerApi(campaign);
  const queryKey = span ? ledgerKeys.span(campaign, span) : ledgerKeys.entries(campaign);
  // Memberships determine the names in entries. Temporary shows change no document.
  useRefetchOnHints(['documents', 'show', 'members', 'campaigns'], campaign, queryKey);
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam: after, signal }) => api.entries({ after, span }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    gcTime: 0,
  });
  // New entries shift the pages, so entries can appear twice.
  return {
    ...query,
    entries: uniqueBy(
      query.data?.pages.flatMap(({ entries }) => entries),
      'id',
    ),
  };
}

/** Number of matches that fill a screen. */
const ENOUGH = 20;
/** Maximum pages loaded automatically for a filter. */
const MAX_PAGES = 10;

/** Loads further pages while a filter, if any, leaves few matches. */
export function useLoadMatches(
  matches: readonly Entry[],
  { data, error, hasNextPage, isFetching, fetchNextPage }: ReturnType<typeof useEntries>,
  isFiltered = true,
): void {
  const pages = data?.pages.length ?? 0;
  const needsMore = isFiltered && matches.length < ENOUGH && pages < MAX_PAGES;
  const loadsNext = needsMore && hasNextPage && !isFetching && !error;
  useEffect(() => {
    if (loadsNext) void fetchNextPage();
  }, [loadsNext, fetchNextPage, pages]);
}

/** Loaded entries of imported archives, newest first. */
export function useImportedEntries(campaign: string) {
  const api = useLedgerApi(campaign);
  const query = useInfiniteQuery({
    queryKey: ledgerKeys.imported(campaign),
    queryFn: ({ pageParam, signal }) => api.imported(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    gcTime: 0,
  });
  return { ...query, entries: query.data?.pages.flatMap(({ imported }) => imported) };
}

/** Documents visible to a player or the party, with the visible share of each. */
export function useKnown(campaign: string, asked: Asked) {
  const api = useLedgerApi(campaign);
  const queryKey = ledgerKeys.known(campaign, asked);
  useRefetchOnHints(['documents', 'members', 'campaigns'], campaign, queryKey);
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => api.known(asked, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    gcTime: 0,
  });
  return {
    ...query,
    known: uniqueBy(
      query.data?.pages.flatMap(({ known }) => known),
      'document',
    ),
  };
}

function uniqueBy<Name extends string, One extends Record<Name, string>>(
  all: readonly One[] | undefined,
  name: Name,
): readonly One[] | undefined {
  return all && [...new Map(all.map((one) => [one[name], one])).values()];
}

interface TakingBack {
  entry: Entry;
  sentence: string;
  /** The title that the GM confirmed, which players will see. */
  expectedTitle?: string;
}

/** Undoes entries. The toast links to the document, where the change can be repeated. */
export function useTakeBack(campaign: string) {
  const { toast, routing } = useShell();
  const api = useLedgerApi(campaign);
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['ledger', campaign] });

  return useSerialMutation({
    mutationFn: async ({ entry, expectedTitle }: TakingBack) => {
      const taken = await api.takeBack(entry.document, entry.id, expectedTitle);
      await refresh();
      return taken;
    },
    onSuccess: (taken, { entry, sentence }) => {
      const place = { campaign, id: entry.document };
      const [passage] = entry.passages?.first ?? [];
      toast({
        message: `Undone: ${sentence}.${keptInWords(taken)}`,
        tone: 'success',
        action: {
          label: 'Open',
          run: () =>
            routing.navigate(
              passage ? passagePath(place, passage.id, undefined) : viewerPath(place, undefined),
            ),
        },
      });
    },
    // The undo conditions have changed meanwhile.
    onError: (error) => void (error instanceof ApiError && error.status < 500 && refresh()),
  });
}

export const wordsFor = (error: unknown) => detailOrText(error, 'Could not undo.');
