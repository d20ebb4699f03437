import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import { useNewsApi, type News, type NewsItem, type SessionNews } from './news-api';

export const keyOfNews = (campaignId: string) => ['news', campaignId];

const NONE: News = { news: [] };
const NO_SESSIONS: readonly SessionNews[] = [];

/** News of the user in a campaign; empty in view-as, because the read state of players is their own. */
export function useNews(campaignId: string) {
  const api = useNewsApi();
  const { announce } = useShell();
  const queryClient = useQueryClient();
  const isOwnView = useViewAs() === undefined;
  const queryKey = keyOfNews(campaignId);
  useRefetchOnHints(
    ['documents', 'comments', 'sessions', 'members', 'campaigns'],
    campaignId,
    queryKey,
  );
  const { data, isFetched } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.list(campaignId, signal),
    enabled: isOwnView,
    gcTime: 0,
    // Without news the lists have no marks.
    retry: false,
  });
  const { news, sessions = NO_SESSIONS } = data ?? NONE;
  // The label of a document is about its text, if that is new too.
  const texts = news.filter(({ kind }) => kind !== 'comment');
  const comments = news.filter(({ kind }) => kind === 'comment');
  const wordsOf = new Map(
    [...comments, ...texts].map((item) => [item.document, newsInWords(item)]),
  );
  return {
    news,
    /** Lists wait for it, because rows and cards must not move. */
    isSettled: isFetched || !isOwnView,
    /** News of sessions, for players. */
    sessions,
    isAny: news.length > 0 || sessions.length > 0,
    /** Unread label of a document; undefined for a read one. */
    newsOf: ({ id }: { id: string }): string | undefined => wordsOf.get(id),
    readAll: () => {
      queryClient.setQueryData(queryKey, NONE);
      api.readAll(campaignId).catch(() => {
        announce('Unable to mark all as read. Please try again.');
        void queryClient.invalidateQueries({ queryKey });
      });
    },
  };
}

/** Label of an unread document, or of new passages or comments in a known one. */
function newsInWords({ passages, comments }: NewsItem): string {
  if (comments !== undefined) return comments === 1 ? '1 new comment' : `${comments} new comments`;
  if (passages === undefined) return 'New';
  return passages === 1 ? '1 new passage' : `${passages} new passages`;
}
