import { useQueryClient } from '@tanstack/react-query';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { campaignKeys, useCampaignsApi, type CampaignDetail } from '../campaigns-api/campaigns-api';
import { useRefetchIfGone } from '../campaigns-api/use-campaign';
import type { PreparedPicture } from './prepare-picture';

export type Character = NonNullable<CampaignDetail['people'][number]['character']>;

interface CharacterChange {
  /** Undefined deletes the character. */
  character: Character | undefined;
  /** The new portrait; the id of the one to remove; undefined keeps it. */
  picture: PreparedPicture | { removed: string } | undefined;
}

/** Stores the user's own character and portrait. Repeating a partly failed change is safe. */
export function useKeepCharacter(campaignId: string, myId: string, onKept: () => void) {
  const api = useCampaignsApi();
  const queryClient = useQueryClient();
  const queryKey = campaignKeys.one(campaignId);
  return useSerialMutation({
    mutationFn: async ({ character, picture }: CharacterChange) => {
      if (character) await api.writeCharacter(campaignId, character);
      else await api.removeCharacter(campaignId);
      if (!picture) return;
      if ('removed' in picture) await api.removePicture(picture.removed);
      else await api.uploadPicture(campaignId, picture.file);
    },
    // A pending response would overwrite the new values.
    onMutate: () => queryClient.cancelQueries({ queryKey }),
    onSuccess: async (_answer, { character, picture }) => {
      queryClient.setQueryData<CampaignDetail>(
        queryKey,
        (known) =>
          known && {
            ...known,
            people: known.people.map((one) => (one.id === myId ? { ...one, character } : one)),
          },
      );
      if (picture)
        await queryClient.invalidateQueries({ queryKey: campaignKeys.pictures(campaignId) });
      onKept();
    },
    onError: useRefetchIfGone(campaignId),
  });
}
