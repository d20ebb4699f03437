import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { NEWS_LIMITS } from '@tomekeeper/contracts-document';
import { useHints } from '@tomekeeper/remote-kit';
import { campaignKeys, useCampaignsApi, type NewsCount } from '../campaigns-api/campaigns-api';

/** The server counts a reveal after this delay, in which it can be undone. */
const COUNTED_AFTER_MS = (NEWS_LIMITS.delaySeconds + 1) * 1000;

/** Summary of a user's unread content per campaign; undefined without any. One request for all campaigns. */
export function useNews(isWanted: boolean): (campaign: string) => string | undefined {
  const api = useCampaignsApi();
  const queryClient = useQueryClient();
  const queryKey = campaignKeys.newsCounts;
  const { data = [] } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.newsCounts(signal),
    enabled: isWanted,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const refresh = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: campaignKeys.newsCounts, exact: true }),
    [queryClient],
  );
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useHints(['documents', 'comments', 'sessions', 'campaigns'], undefined, () => {
    refresh();
    clearTimeout(timer.current);
    timer.current = setTimeout(refresh, COUNTED_AFTER_MS);
  });
  const counts = new Map(data.map((one) => [one.campaign, one]));
  return (campaign) => {
    const count = counts.get(campaign);
    return count && inWords(count);
  };
}

function inWords({ unread, passages }: NewsCount): string | undefined {
  const words = [
    ...(unread === 0
      ? []
      : [`${unread}${unread >= NEWS_LIMITS.perCampaign ? ' or more' : ''} new`]),
    ...(passages === 0 ? [] : [passages === 1 ? '1 new passage' : `${passages} new passages`]),
  ];
  return words.join(' · ') || undefined;
}
