import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createApiClient } from '@tomekeeper/api-client';
import { sharedTagsAnswer, type ShareTagRequest } from '@tomekeeper/contracts-document';
import { useShell } from '@tomekeeper/remote-kit';
import { useRefetchOnHints, useSerialMutation } from '@tomekeeper/remote-kit/query';
import { isSameTag } from './tag-tree';

const PATH = '/api/documents/shared-tags/';

const keyOf = (campaign: string) => ['shared tags', campaign];

/**
 * Tags that players see as folders.
 * @param wanted false for players, who may not request them
 */
export function useSharedTags(campaign: string, wanted: boolean) {
  const { http } = useShell();
  useRefetchOnHints(['documents'], campaign, keyOf(campaign));
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(campaign),
    queryFn: ({ signal }) =>
      createApiClient(http).get(`${PATH}?${new URLSearchParams({ campaign })}`, {
        answer: sharedTagsAnswer,
        signal,
      }),
    enabled: wanted,
    gcTime: 0,
  });
  const isShared = (path: string): boolean =>
    data?.tags.some((tag) => isSameTag(tag, path)) ?? false;
  return { isShared, isLoaded: data !== undefined, error, refetch };
}

/** Shares a tag with players, or stops sharing it. */
export function useShareTag(campaign: string) {
  const { http } = useShell();
  const queryClient = useQueryClient();
  return useSerialMutation({
    mutationFn: (change: Pick<ShareTagRequest, 'tag' | 'is_shared'>) =>
      createApiClient(http).post(PATH, { body: { campaign, ...change }, answer: sharedTagsAnswer }),
    onSuccess: (answer) => queryClient.setQueryData(keyOf(campaign), answer),
  });
}
