import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useViewAs } from '@tomekeeper/remote-kit';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import type { Document } from '../documents-api';
import { isGone, keyOfDocument } from '../use-document-list';
import { usePlayerNotesApi } from './player-notes-api';

/** Permissions depend on the role in the campaign. */
const HINTS = ['documents', 'members', 'campaigns'] as const;

const LISTS = 'lists of player notes';

export const keyOfTrashedNotes = (campaign: string) => ['deleted player notes', campaign] as const;

/** Loaded notes of a campaign, newest first. Not cached beyond the page: a cached list could show notes that became private since. */
export function usePlayerNotes(campaign: string) {
  const api = usePlayerNotesApi();
  const queryKey = [LISTS, campaign, useViewAs(), 'all'];
  useRefetchOnHints(HINTS, campaign, queryKey);
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam: before, signal }) => api.list(campaign, { before }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    gcTime: 0,
  });
  const all = query.data?.pages.flatMap(({ notes }) => notes);
  // New notes shift the pages, so notes can appear twice.
  return { ...query, notes: all && [...new Map(all.map((note) => [note.id, note])).values()] };
}

/** The newest notes of the user, or of the player that a GM views the campaign as. */
export function useOwnNotes(campaign: string) {
  const api = usePlayerNotesApi();
  const viewAs = useViewAs();
  const queryKey = [LISTS, campaign, viewAs, 'own'];
  useRefetchOnHints(HINTS, campaign, queryKey);
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api.list(campaign, { mine: 'true' }, signal)).notes,
    gcTime: 0,
  });
}

/** Own deleted notes. */
export function useTrashedNotes(campaign: string) {
  const api = usePlayerNotesApi();
  const queryKey = keyOfTrashedNotes(campaign);
  useRefetchOnHints(['documents'], campaign, queryKey);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => api.trash(campaign, signal),
    gcTime: 0,
  });
}

/** Updates the caches after a successful change of the user's notes. */
export function usePlayerNoteChanges(campaign: string) {
  const queryClient = useQueryClient();
  const refreshLists = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: [LISTS, campaign] }),
      queryClient.invalidateQueries({ queryKey: keyOfTrashedNotes(campaign) }),
    ]);
  return {
    refreshLists,
    /** Shows the changed note where it is open. */
    async replace(note: Document): Promise<void> {
      const queryKey = keyOfDocument(campaign, note.id, undefined);
      // A response that is on its way may be older.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<Document>(queryKey, (known) => known && note);
      void refreshLists();
    },
    /** A 404 means that the note was deleted or made private meanwhile. */
    refreshIfGone(error: unknown, id: string): void {
      if (!isGone(error)) return;
      void queryClient.invalidateQueries({ queryKey: keyOfDocument(campaign, id, undefined) });
      void refreshLists();
    },
  };
}
