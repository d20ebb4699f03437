import { queryOptions, useQuery } from '@tanstack/react-query';
import { useViewAs } from '@tomekeeper/remote-kit';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import { useSearchApi } from './search-api';

/** Search mode and answer writer of a campaign; refetched when GMs allow or forbid external models. */
export function useSearchState(campaign: string) {
  const api = useSearchApi();
  const viewAs = useViewAs();
  const options = queryOptions({
    queryKey: ['state', campaign, viewAs],
    queryFn: ({ signal }) => api.state(campaign, signal),
  });
  useRefetchOnHints(['campaign'], campaign, options.queryKey);
  const { data, isPending } = useQuery(options);
  return { data, isPending, options };
}
