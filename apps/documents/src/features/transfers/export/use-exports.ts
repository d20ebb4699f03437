import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ExportFormat } from '@tomekeeper/contracts-document';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { POLL_MS } from '../poll';
import { exportKeys, useExportsApi, type Export } from './exports-api';

/** Whether the server works on an export. */
export const isWriting = ({ state }: Pick<Export, 'state'>): boolean =>
  state === 'waiting' || state === 'writing';

/** The user's exports of a campaign, refetched while the server works on one. */
export function useExports(campaign: string) {
  const api = useExportsApi(campaign);
  return useQuery({
    queryKey: exportKeys.list(campaign),
    queryFn: ({ signal }) => api.list(signal),
    gcTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.some(isWriting) ? POLL_MS : false),
  });
}

/** Starts an export. */
export function useStartExport(campaign: string) {
  const api = useExportsApi(campaign);
  const queryClient = useQueryClient();
  return useSerialMutation({
    mutationFn: async (format: ExportFormat) => {
      await api.create({ format });
      await queryClient.invalidateQueries({ queryKey: exportKeys.list(campaign), exact: true });
    },
  });
}
