import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { ApiError, detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useOneAtATime, useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import { ledgerKeys, useLedgerApi, type Asked, type Entry } from './ledger-api';

type Pages = InfiniteData<{ entries: Entry[]; next: string | undefined }>;

/** What was revealed and hidden, newest first, as far back as was asked for. */
export function useEntries(campaign: string) {
  const api = useLedgerApi(campaign);
  const queryKey = ledgerKeys.entries(campaign);
  // Who belongs to the campaign says who is named.
  useRefetchOnHints(['documents', 'members', 'campaigns'], campaign, queryKey);
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => api.entries(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    gcTime: 0,
  });
  // An entry that came meanwhile pushes the last of a page onto the next one.
  return {
    ...query,
    entries: uniqueBy(
      query.data?.pages.flatMap(({ entries }) => entries),
      'id',
    ),
  };
}

/** What somebody knows: documents, and how much of each. */
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

/** Takes entries back. The message that says so takes that back in turn, where the server allows it. */
export function useTakeBack(campaign: string) {
  const { toast } = useShell();
  const api = useLedgerApi(campaign);
  const queryClient = useQueryClient();
  const queryKey = ledgerKeys.entries(campaign);
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['ledger', campaign] });

  const takeBack = async ({ document, id }: Pick<Entry, 'document' | 'id'>): Promise<void> => {
    await api.takeBack(document, id);
    await refresh();
  };
  /** The entry that tells of the taking back. */
  const answerTo = ({ document }: Entry): Entry | undefined => {
    const newest = queryClient
      .getQueryData<Pages>(queryKey)
      ?.pages[0]?.entries.find((entry) => entry.document === document);
    return newest?.act === 'take_back' && newest.can_take_back ? newest : undefined;
  };
  const undo = async (entry: Entry): Promise<void> => {
    try {
      await takeBack(entry);
      toast({ message: 'It is as it was before.', tone: 'success' });
    } catch (error) {
      toast({ message: wordsFor(error).message, tone: 'error' });
    }
  };

  return useOneAtATime({
    mutationFn: ({ entry }: { entry: Entry; sentence: string }) => takeBack(entry),
    onSuccess: (_, { entry, sentence }) => {
      const answer = answerTo(entry);
      toast({
        message: `Taken back: ${sentence}.`,
        tone: 'success',
        ...(answer && { action: { label: 'Undo', run: () => void undo(answer) } }),
      });
    },
    // What can be taken back has changed meanwhile.
    onError: (error) => void (error instanceof ApiError && error.status < 500 && refresh()),
  });
}

export const wordsFor = (error: unknown) => detailOrText(error, 'Could not take it back.');
