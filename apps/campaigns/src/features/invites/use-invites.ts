import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSerialMutation, useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import {
  campaignKeys,
  useCampaignsApi,
  type Invite,
  type NewInvite,
} from '../campaigns-api/campaigns-api';
import { useRefetchIfGone } from '../campaigns-api/use-campaign';

const DAY_SECONDS = 86_400;

/** A link invite; the defaults suit a table. */
export const linkInvite = ({ people = 10, days = 7 } = {}): NewInvite => ({
  uses: people,
  expires_in: days * DAY_SECONDS,
});

/** Open invites of a campaign; GMs only. */
export function useInvites(campaignId: string) {
  const api = useCampaignsApi();
  const queryKey = campaignKeys.invites(campaignId);
  // Other GMs create invites, and each new member uses one up.
  useRefetchOnHints(['members'], campaignId, queryKey);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => api.invites(campaignId, signal),
  });
}

/** Creates an invite or sends one by e-mail. */
export function useNewInvite(campaignId: string) {
  const api = useCampaignsApi();
  const queryClient = useQueryClient();
  const queryKey = campaignKeys.invites(campaignId);
  return useSerialMutation({
    mutationFn: (wanted: NewInvite) => api.invite(campaignId, wanted),
    onSuccess: async (made) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<Invite[]>(queryKey, (known = []) => [
        made,
        ...known.filter(({ id }) => id !== made.id),
      ]);
    },
    onError: useRefetchIfGone(campaignId),
  });
}

/**
 * Revokes an invite.
 * @param onRevoked always called, even if the row has disappeared by then
 */
export function useRevokeInvite(campaignId: string, onRevoked: () => void) {
  const api = useCampaignsApi();
  const queryClient = useQueryClient();
  const queryKey = campaignKeys.invites(campaignId);
  return useSerialMutation({
    mutationFn: ({ id }: Invite) => api.revokeInvite(campaignId, id),
    onSuccess: async (_answer, { id }) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<Invite[]>(queryKey, (known = []) =>
        known.filter((one) => one.id !== id),
      );
      onRevoked();
    },
    onError: useRefetchIfGone(campaignId),
  });
}
