import { useViewAs } from '@tomekeeper/remote-kit';
import { useCampaign } from '@tomekeeper/remote-kit/campaign';
import { useDebounced } from '@tomekeeper/ui/debounced';
import { useMemo } from 'react';
import type { Results } from '../search-api/search-api';
import { isGm, useCampaigns } from '../search-api/use-campaigns';
import { isIndexLagging, isPartial, useSearch } from '../search-api/use-search';
import { useRecent } from '../recent/recent-documents';
import { actionsOf } from './actions';
import { groupsOf, type Group } from './rows';

const DEBOUNCE_MS = 120;
/** A single letter matches nearly every title of all campaigns. */
const MIN_LENGTH_IN_ALL_CAMPAIGNS = 2;
const MAX_HITS = 8;

export interface PaletteContents {
  groups: readonly Group[];
  /** Whether all groups are for the current text, and no request is pending. */
  isSettled: boolean;
  problem: 'index-lag' | 'partial-index-lag' | 'failed' | undefined;
}

/** Contents of the palette for a text: one request for suggestions and hits, everything else from cached data. */
export function usePalette(text: string, campaign: string | undefined): PaletteContents {
  const viewAs = useViewAs();
  const { data: facts } = useCampaign(campaign);
  const { data: campaigns } = useCampaigns();
  const recent = useRecent(campaign);
  const q = text.trim();
  const debounced = useDebounced(q, DEBOUNCE_MS);
  const minLength = campaign === undefined ? MIN_LENGTH_IN_ALL_CAMPAIGNS : 1;
  const search = useSearch(
    { q: debounced, campaign, limit: MAX_HITS, typing: true },
    debounced.length >= minLength && q !== '',
  );
  const isPending =
    search.fetchStatus === 'fetching' && (search.isPending || search.isPlaceholderData);
  const isOwnGm = isGm(facts) && viewAs === undefined;
  // Earlier results may contain a passage that is being revoked.
  const results = isIndexLagging(search.failureReason) ? undefined : search.data;
  const groups = useMemo(
    () =>
      groupsOf({
        text,
        campaign,
        viewAs,
        facts,
        isGm: isOwnGm,
        // View-as is limited to one campaign.
        campaigns: viewAs === undefined ? (campaigns ?? []) : [],
        actions: actionsOf({ campaign, viewAs, isGm: isOwnGm }),
        recent,
        suggestions: results?.suggestions ?? [],
        results,
      }),
    [text, campaign, viewAs, facts, isOwnGm, campaigns, recent, results],
  );
  return {
    groups,
    isSettled: q === '' || (debounced === q && !isPending),
    problem: q === '' ? undefined : problemOf(search.failureReason, results),
  };
}

function problemOf(error: Error | null, results: Results | undefined): PaletteContents['problem'] {
  if (error) return isIndexLagging(error) ? 'index-lag' : 'failed';
  return isPartial(results) ? 'partial-index-lag' : undefined;
}
