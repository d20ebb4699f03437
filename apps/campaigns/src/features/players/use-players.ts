import { useQueryClient } from '@tanstack/react-query';
import { textThenDetail } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import type { PlayerRole } from '@tomekeeper/contracts-campaign';
import {
  campaignKeys,
  useCampaignsApi,
  type CampaignDetail,
  type Players,
} from '../campaigns-api/campaigns-api';
import { useRefetchIfGone } from '../campaigns-api/use-campaign';

/** Adds a player by user id or e-mail address. */
export function useAddPlayer(campaignId: string) {
  const api = useCampaignsApi();
  const replacePlayers = useReplacePlayers(campaignId);
  return useSerialMutation({
    scope: inOrder(campaignId),
    mutationFn: (player: string) => api.addPlayers(campaignId, { players: [player] }),
    onSuccess: replacePlayers,
    onError: useRefetchIfGone(campaignId),
  });
}

/**
 * Removes a player.
 * @param onRemoved always called, even if the row has disappeared by then
 */
export function useRemovePlayer(campaignId: string, onRemoved: () => void) {
  const api = useCampaignsApi();
  const replacePlayers = useReplacePlayers(campaignId);
  return useSerialMutation({
    scope: inOrder(campaignId),
    mutationFn: (player: string) => api.removePlayers(campaignId, { players: [player] }),
    onSuccess: async (answer) => {
      await replacePlayers(answer);
      onRemoved();
    },
    onError: useRefetchIfGone(campaignId),
  });
}

/** A removed player's last state. */
export interface Removed {
  id: string;
  /** Undefined if the name is unknown. */
  name: string | undefined;
  isCoGm: boolean;
  /** They had an open ownership offer, which ended with their membership. */
  wasOffered: boolean;
}

/**
 * Shows a toast with undo after a removal: undo adds the player again in the same role. Invites and ownership offers that ended
 * with the membership stay ended.
 */
export function useSayRemoved(campaignId: string): (removed: Removed) => void {
  const api = useCampaignsApi();
  const { toast } = useShell();
  const queryClient = useQueryClient();
  const replacePlayers = useReplacePlayers(campaignId);

  const undo = async ({ id, name, isCoGm, wasOffered }: Removed) => {
    const who = name ?? 'The player';
    let isBack = false;
    try {
      await replacePlayers(await api.addPlayers(campaignId, { players: [id] }));
      isBack = true;
      if (isCoGm) await replacePlayers(await api.setRole(campaignId, id, 'co_gm'));
      const as = isCoGm ? ' as co-GM' : '';
      const offer = wasOffered ? ' The campaign is no longer offered to them.' : '';
      toast({ message: `${who} is back in the campaign${as}.${offer}`, tone: 'success' });
    } catch (error) {
      const { message, reason = 'Please try again.' } = textThenDetail(
        error,
        isBack
          ? `${who} is back, but as a player: could not make them co-GM again.`
          : `Could not add ${name ?? 'the player'} again.`,
      );
      toast({ message: `${message} ${reason}`, tone: 'error' });
      void queryClient.invalidateQueries({ queryKey: campaignKeys.one(campaignId), exact: true });
    }
  };
  return (removed) =>
    toast({
      message: `${removed.name ?? 'The player'} was removed.`,
      tone: 'success',
      action: { label: 'Undo', run: () => void undo(removed) },
    });
}

/** Promotes a player to co-GM, or demotes a co-GM. */
export function useSetRole(campaignId: string) {
  const api = useCampaignsApi();
  const replacePlayers = useReplacePlayers(campaignId);
  return useSerialMutation({
    scope: inOrder(campaignId),
    mutationFn: ({ player, role }: { player: string; role: PlayerRole }) =>
      api.setRole(campaignId, player, role),
    onSuccess: replacePlayers,
    onError: useRefetchIfGone(campaignId),
  });
}

/** The user leaves the campaign. Clears the campaign's cached data, because access ends. */
export function useLeaveCampaign(campaignId: string, onLeft: () => void) {
  const api = useCampaignsApi();
  const queryClient = useQueryClient();
  return useSerialMutation({
    scope: inOrder(campaignId),
    mutationFn: (myId: string) => api.removePlayers(campaignId, { players: [myId] }),
    onSuccess: () => {
      onLeft();
      void queryClient.invalidateQueries({ queryKey: campaignKeys.list, exact: true });
    },
    onError: useRefetchIfGone(campaignId),
  });
}

/** Runs changes in order, because each response contains the complete list. */
const inOrder = (campaignId: string) => ({ id: `players of ${campaignId}` });

function useReplacePlayers(campaignId: string) {
  const queryClient = useQueryClient();
  const queryKey = campaignKeys.one(campaignId);
  return async (answer: Players) => {
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData<CampaignDetail>(
      queryKey,
      (known) =>
        known && {
          ...known,
          players: answer.players,
          people: mergePeople(known.people, answer.people),
          // An offer ends with its recipient's membership.
          hand_over:
            known.hand_over && answer.players.includes(known.hand_over.to)
              ? known.hand_over
              : undefined,
        },
    );
    void queryClient.invalidateQueries({ queryKey: campaignKeys.list, exact: true });
  };
}

/** New names win; people missing in the new response keep their known name. */
function mergePeople(known: Players['people'], told: Players['people']): Players['people'] {
  const ids = new Set(told.map(({ id }) => id));
  return [...known.filter(({ id }) => !ids.has(id)), ...told];
}

/** Role of a member; undefined for non-members. */
export function rolesIn({ people }: CampaignDetail) {
  const roles = new Map(people.map(({ id, role }) => [id, role]));
  return (id: string) => roles.get(id);
}

/** A person's name; undefined if unknown. */
export const knownName = (people: Players['people'], id: string): string | undefined =>
  people.find((person) => person.id === id)?.name || undefined;

/** A member's name, or the id if the name is unknown. */
export function nameIn({ people }: CampaignDetail) {
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return (id: string) => names.get(id) || id;
}
