import { useQueryClient } from '@tanstack/react-query';
import { textThenDetail } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useOneAtATime } from '@tomekeeper/remote-kit/query';
import type { PlayerRole } from '@tomekeeper/contracts-campaign';
import {
  campaignKeys,
  useCampaignsApi,
  type CampaignDetail,
  type Players,
} from '../campaigns-api/campaigns-api';
import { useRefetchIfGone } from '../campaigns-api/use-campaign';

/** Adds one person, by user id or e-mail address. */
export function useAddPlayer(campaignId: string) {
  const api = useCampaignsApi();
  const replacePlayers = useReplacePlayers(campaignId);
  return useOneAtATime({
    scope: inOrder(campaignId),
    mutationFn: (player: string) => api.addPlayers(campaignId, { players: [player] }),
    onSuccess: replacePlayers,
    onError: useRefetchIfGone(campaignId),
  });
}

/**
 * Removes one person.
 * @param onRemoved called in any case, also when the row that asked is gone by then
 */
export function useRemovePlayer(campaignId: string, onRemoved: () => void) {
  const api = useCampaignsApi();
  const replacePlayers = useReplacePlayers(campaignId);
  return useOneAtATime({
    scope: inOrder(campaignId),
    mutationFn: (player: string) => api.removePlayers(campaignId, { players: [player] }),
    onSuccess: async (answer) => {
      await replacePlayers(answer);
      onRemoved();
    },
    onError: useRefetchIfGone(campaignId),
  });
}

/** Who was removed, as they were until then. */
export interface Removed {
  id: string;
  /** Undefined where no name is known. */
  name: string | undefined;
  isCoGm: boolean;
  /** The campaign was offered to them, which ended with their membership. */
  wasOffered: boolean;
}

/**
 * Says that somebody was removed, with the way back: a new membership in the role that they had. What the server ended
 * with the old one stays ended, such as earlier invites and an offer of the campaign.
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

/** Makes a player a co-GM, or a co-GM a player. */
export function useSetRole(campaignId: string) {
  const api = useCampaignsApi();
  const replacePlayers = useReplacePlayers(campaignId);
  return useOneAtATime({
    scope: inOrder(campaignId),
    mutationFn: ({ player, role }: { player: string; role: PlayerRole }) =>
      api.setRole(campaignId, player, role),
    onSuccess: replacePlayers,
    onError: useRefetchIfGone(campaignId),
  });
}

/** A player removes themself. What they may see of the campaign ends with that, so nothing is kept. */
export function useLeaveCampaign(campaignId: string, onLeft: () => void) {
  const api = useCampaignsApi();
  const queryClient = useQueryClient();
  return useOneAtATime({
    scope: inOrder(campaignId),
    mutationFn: (myId: string) => api.removePlayers(campaignId, { players: [myId] }),
    onSuccess: () => {
      onLeft();
      void queryClient.invalidateQueries({ queryKey: campaignKeys.list, exact: true });
    },
    onError: useRefetchIfGone(campaignId),
  });
}

/** Each answer is the whole list, so that the last one to arrive must be the last one asked for. */
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
          // An offer ends with the membership that it was made to.
          hand_over:
            known.hand_over && answer.players.includes(known.hand_over.to)
              ? known.hand_over
              : undefined,
        },
    );
    void queryClient.invalidateQueries({ queryKey: campaignKeys.list, exact: true });
  };
}

/** Names of the new answer win; a person who is missing in it keeps the known name. */
function mergePeople(known: Players['people'], told: Players['people']): Players['people'] {
  const ids = new Set(told.map(({ id }) => id));
  return [...known.filter(({ id }) => !ids.has(id)), ...told];
}

/** Role of a person in this campaign; undefined for strangers. */
export function rolesIn({ people }: CampaignDetail) {
  const roles = new Map(people.map(({ id, role }) => [id, role]));
  return (id: string) => roles.get(id);
}

/** The name of one of some people; undefined while none is known. */
export const knownName = (people: Players['people'], id: string): string | undefined =>
  people.find((person) => person.id === id)?.name || undefined;

/** The name of a person of this campaign; the id while no name is known. */
export function nameIn({ people }: CampaignDetail) {
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return (id: string) => names.get(id) || id;
}
