import { useQueryClient } from '@tanstack/react-query';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { campaignKeys, useCampaignsApi } from '../campaigns-api/campaigns-api';

/**
 * Mutations of ownership transfer offers. Each refetches the roles, also after an expired offer.
 * @param told callbacks that run before the page rerenders, which may remove the pressed button
 */
export function useHandOver(
  campaignId: string,
  told: { done: (what: 'offer' | 'end' | 'accept') => void; failed?: (error: Error) => void },
) {
  const api = useCampaignsApi();
  const queryClient = useQueryClient();
  const askAgain = () =>
    Promise.all(
      [campaignKeys.one(campaignId), campaignKeys.list].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey, exact: true }),
      ),
    );
  const calls = (what: Parameters<typeof told.done>[0]) => ({
    onSuccess: () => {
      told.done(what);
      return askAgain();
    },
    onError: (error: Error) => {
      told.failed?.(error);
      return askAgain();
    },
  });
  return {
    offer: useSerialMutation({
      mutationFn: (to: string) => api.offer(campaignId, to),
      ...calls('offer'),
    }),
    end: useSerialMutation({ mutationFn: () => api.endOffer(campaignId), ...calls('end') }),
    accept: useSerialMutation({
      mutationFn: () => api.acceptOffer(campaignId),
      ...calls('accept'),
    }),
  };
}
