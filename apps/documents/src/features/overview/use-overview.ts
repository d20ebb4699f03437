import { useQuery } from '@tanstack/react-query';
import { useViewAs } from '@tomekeeper/remote-kit';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import { ledgerKeys, useLedgerApi, type Entry } from '../history/ledger/ledger-api';
import { useOverviewRequest } from './overview-api';

/**
 * Pinned and latest documents and the last recap, not cached beyond the page: a cached list could show documents hidden since.
 * @param reader role of the viewer, in the cache key: a co-GM who becomes a player must not see cached documents of GMs
 */
export function useOverview(campaignId: string, reader: 'gm' | 'player') {
  const request = useOverviewRequest();
  const queryKey = ['overview', campaignId, reader, useViewAs()];
  useRefetchOnHints(['documents', 'members', 'campaigns'], campaignId, queryKey);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => request(campaignId, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Number of ledger entries among which the last reveals are searched. */
const LATEST_ENTRIES = 30;

/** The latest reveals, for GMs. */
export function useLatestReveals(campaignId: string) {
  const api = useLedgerApi(campaignId);
  const queryKey = ledgerKeys.latest(campaignId);
  useRefetchOnHints(['documents', 'members', 'campaigns'], campaignId, queryKey);
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      latestReveals((await api.entries({ limit: LATEST_ENTRIES }, signal)).entries),
    staleTime: Infinity,
    gcTime: 0,
  });
}

const REVEALS = ['reveal', 'upload', 'show', 'restore', 'take_back', 'write'];

/**
 * The latest reveal per document, newest first. Excludes documents that were changed to GM only afterwards, in whole or in part, and
 * permanently deleted ones.
 */
export function latestReveals(entries: readonly Entry[]): Entry[] {
  const ended = new Set<string>();
  return entries.filter((entry) => {
    const { act, audience, document, title } = entry;
    // A new file changes no audience.
    if (ended.has(document) || act === 'replace') return false;
    ended.add(document);
    return REVEALS.includes(act) && audience !== 'gm' && Boolean(title);
  });
}
