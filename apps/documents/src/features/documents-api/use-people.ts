import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { createApiClient } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';

const members = z.object({
  people: z.array(z.object({ id: z.string(), name: z.string().nullish() })).catch([]),
});

/** Members of a campaign. */
export function usePeople(campaignId: string) {
  const { http } = useShell();
  const queryKey = ['people of campaign', campaignId];
  useRefetchOnHints(['members'], campaignId, queryKey);
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const path = `/api/campaigns/${encodeURIComponent(campaignId)}/`;
      const { people } = await createApiClient(http).get(path, { answer: members, signal });
      return people.flatMap(({ id, name }) => (name ? [{ id, name }] : []));
    },
    gcTime: 0,
  });
}
