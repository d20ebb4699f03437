import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { StorageUploadError, useHints } from '@tomekeeper/remote-kit';
import { campaignKeys, useCampaignsApi, type ChosenCover } from '../campaigns-api/campaigns-api';
import { onLostAddress } from '../campaigns-api/lost-address';
import { NO_PICTURE, PICTURES, PictureProblem } from '../campaigns-api/picture-file';

const MEGABYTE = 1024 * 1024;
/** Copied from the service's contract, which would outweigh all cover code in the bundle. */
export const MAX_MEGABYTES = 10;
/** Polling interval while a cover is processed, as a fallback for invalidation events. */
const LOOK_MS = 1500;

/** Cover of one campaign with its mutations. */
export function useCover(campaignId: string) {
  const api = useCampaignsApi();
  const queryClient = useQueryClient();
  const queryKey = campaignKeys.cover(campaignId);
  const cover = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.cover(campaignId, signal),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.chosen === 'waiting' ? LOOK_MS : false),
  });
  const askAgain = () => void queryClient.invalidateQueries({ queryKey, exact: true });
  useHints(['campaign'], campaignId, askAgain);
  const keep = async (next: ChosenCover) => {
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData<ChosenCover>(queryKey, next);
  };

  const choosing = useMutation({
    mutationFn: async (file: File) => {
      const problem = problemOf(file);
      if (problem) throw new PictureProblem(problem);
      return api.uploadCover(campaignId, file).catch((error: unknown) => {
        throw error instanceof StorageUploadError ? new PictureProblem(NOT_SENT) : error;
      });
    },
    onSuccess: keep,
  });
  const removing = useMutation({
    mutationFn: () => api.removeCover(campaignId),
    onSuccess: () => keep({}),
  });
  return {
    url: cover.data?.url,
    chosen: cover.data?.chosen,
    choosing,
    removing,
    onLost: onLostAddress(cover.dataUpdatedAt, askAgain),
  };
}

function problemOf({ type, size }: File): string | undefined {
  if (!PICTURES.includes(type)) return NO_PICTURE;
  if (size > MAX_MEGABYTES * MEGABYTE)
    return `That picture is too large. A cover may have at most ${MAX_MEGABYTES} MB.`;
  return undefined;
}

const NOT_SENT = 'Could not upload the picture. Please try again.';
