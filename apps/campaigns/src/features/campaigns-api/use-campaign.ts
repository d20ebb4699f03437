import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import { campaignKeys, useCampaignsApi, type CampaignDetail } from './campaigns-api';

/** A campaign with the user's role. */
export interface OpenCampaign {
  campaign: CampaignDetail;
  myId: string;
  isOwner: boolean;
  /** Owner or co-GM. */
  isGm: boolean;
}

/** Loads campaign and user, because permissions depend on both. */
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
    /** The displayed campaign was deleted, or the user lost access. */
    isGone: opened !== undefined && isUnknown(campaign.error),
    /** The campaign does not exist for this user; retrying cannot help. */
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
 * Error handler for requests of a campaign page: refetches the campaign on a 404, so that the whole page shows that it is gone.
 */
export function useRefetchIfGone(id: string): (error: Error) => void {
  const queryClient = useQueryClient();
  return (error) => {
    if (!isUnknown(error)) return;
    void queryClient.invalidateQueries({ queryKey: campaignKeys.one(id), exact: true });
  };
}

/** Whether the error is a 404. */
export const isUnknown = (error: Error | null) => error instanceof ApiError && error.status === 404;
