import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { StorageUploadError, useHints } from '@tomekeeper/remote-kit';
import { campaignKeys, useCampaignsApi, type ChosenCover } from '../campaigns-api/campaigns-api';

const MEGABYTE = 1024 * 1024;
/** Copied from the service's contract, which would outweigh all cover code in the bundle. */
export const MAX_MEGABYTES = 10;
/** Accepted image types. */
export const PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];
/** Polling interval while a cover is processed, as a fallback for invalidation events. */
const LOOK_MS = 1500;
const FRESH_MS = 30_000;

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
      if (problem) throw new CoverProblem(problem);
      return api.uploadCover(campaignId, file).catch((error: unknown) => {
        throw error instanceof StorageUploadError ? new CoverProblem(NOT_SENT) : error;
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
    onLost: () => {
      if (Date.now() - cover.dataUpdatedAt > FRESH_MS) askAgain();
    },
  };
}

/** Upload error with a message for the user. */
export class CoverProblem extends Error {
  override readonly name = 'CoverProblem';
}

function problemOf({ type, size }: File): string | undefined {
  if (!PICTURES.includes(type)) return NO_PICTURE;
  if (size > MAX_MEGABYTES * MEGABYTE)
    return `That picture is too large. A cover may have at most ${MAX_MEGABYTES} MB.`;
  return undefined;
}

export const NO_PICTURE =
  'This file is not a supported picture. Choose a PNG, JPEG, WebP, GIF or AVIF.';

const NOT_SENT = 'Could not upload the picture. Please try again.';
