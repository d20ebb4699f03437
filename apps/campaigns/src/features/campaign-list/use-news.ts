import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isUnread, useHints, useReadMarks, useShell } from '@tomekeeper/remote-kit';
import { campaignKeys, useCampaignsApi } from '../../campaigns-api';

/** As many documents of a campaign as the server tells of; where all are new, there may be more. */
const MOST = 20;

/**
 * How much of each campaign is new to a player, in words: what was shown to them since they first looked there in this
 * browser, and was not opened. One call for all campaigns; nothing where nobody has looked yet.
 */
export function useNews(isWanted: boolean): (campaign: string) => string | undefined {
  const { session } = useShell();
  const api = useCampaignsApi();
  const queryClient = useQueryClient();
  const state = session.useSession();
  const marks = useReadMarks(state.status === 'signed-in' ? state.user?.id : undefined);
  const queryKey = campaignKeys.newest;
  const { data = [] } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.newest(signal),
    enabled: isWanted,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  useHints(['documents', 'campaigns'], undefined, () => {
    void queryClient.invalidateQueries({ queryKey, exact: true });
  });
  return (campaign) => {
    const shown = data.filter((one) => one.campaign === campaign);
    const count = shown.filter((one) => isUnread(marks[campaign], one)).length;
    return count === 0 ? undefined : `${count}${count >= MOST ? ' or more' : ''} new`;
  };
}
