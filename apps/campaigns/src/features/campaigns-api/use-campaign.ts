import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import { campaignKeys, useCampaignsApi, type CampaignDetail } from './campaigns-api';

/** A campaign, and what the signed-in person is in it. */
export interface OpenCampaign {
  campaign: CampaignDetail;
  myId: string;
  isOwner: boolean;
  /** Owner or co-GM. */
  isGm: boolean;
}

/** Both the campaign and who is looking at it: only together do they say what may be done. */
export function useCampaign(id: string) {
  const { session } = useShell();
  const api = useCampaignsApi();
  const state = session.useSession();
  const known = state.status === 'signed-in' ? state.user : undefined;

  useRefetchOnHints(['campaign', 'members', 'campaigns'], id, campaignKeys.one(id));
  const campaign = useQuery({
    queryKey: campaignKeys.one(id),
    queryFn: ({ signal }) => api.get(id, signal),
  });
  const me = useQuery({
    queryKey: ['me'],
    queryFn: () => session.refreshUser(),
    enabled: !known,
  });

  const myId = known?.id ?? me.data?.id;
  const opened: OpenCampaign | undefined =
    campaign.data && myId !== undefined
      ? { campaign: campaign.data, myId, ...rightsIn(campaign.data, myId) }
      : undefined;
  return {
    opened,
    /** It stands on the screen and was deleted since, or closed to this person. */
    isGone: opened !== undefined && isUnknown(campaign.error),
    /** There is no such campaign for this person; another try will not change that. */
    isUnknown: isUnknown(campaign.error),
    error: campaign.error ?? (known ? null : me.error),
    retry: () => {
      void campaign.refetch();
      if (!known) void me.refetch();
    },
  };
}

function rightsIn({ owner, role }: CampaignDetail, myId: string) {
  const isOwner = owner === myId;
  return { isOwner, isGm: isOwner || role === 'co_gm' };
}

/**
 * For calls that a campaign's page makes. The server knows nothing of the campaign: then the whole page
 * is to say so.
 */
export function useRefetchIfGone(id: string): (error: Error) => void {
  const queryClient = useQueryClient();
  return (error) => {
    if (!isUnknown(error)) return;
    void queryClient.invalidateQueries({ queryKey: campaignKeys.one(id), exact: true });
  };
}

/** There is no such thing for this person. */
export const isUnknown = (error: Error | null) => error instanceof ApiError && error.status === 404;
