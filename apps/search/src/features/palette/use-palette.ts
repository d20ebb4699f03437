import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useViewAs } from '@tomekeeper/remote-kit';
import { useCampaign } from '@tomekeeper/remote-kit/campaign';
import { useMemo } from 'react';
import { AGAIN_AFTER_MS, askedAgain, isCatchingUp } from '../search-api/catching-up';
import { useSearchApi, type Found } from '../search-api/search-api';
import { isGm, useCampaigns } from '../search-api/use-campaign';
import { useFoundAnew } from '../search-api/use-found-anew';
import { usePaused } from '../search-api/use-paused';
import { useRecent } from '../recent/use-recent';
import { actionsOf } from './actions';
import { groupsOf, type Group } from './rows';

/** Titles and words come with every letter, what takes longer to look for with a pause. */
const PAUSE_MS = 120;
/** A single letter is in nearly everything. */
const FOUND_FROM = 2;
const MOST_HITS = 8;

export interface PaletteContents {
  groups: readonly Group[];
  /** Whether all of it is about what is typed now, and nothing is on its way. */
  isSettled: boolean;
  trouble: 'catching-up' | 'partly-catching-up' | 'failed' | undefined;
}

/** What is offered for what is typed. What comes for something typed before is not shown as if it were for this. */
export function usePalette(text: string, campaign: string | undefined): PaletteContents {
  const api = useSearchApi();
  const viewAs = useViewAs();
  const { data: facts } = useCampaign(campaign);
  const { data: campaigns } = useCampaigns();
  const recent = useRecent(campaign);
  const q = text.trim();
  const paused = usePaused(q, PAUSE_MS);
  const suggestKey = ['suggest', campaign, viewAs, q];
  const findKey = ['palette', campaign, viewAs, paused];
  useFoundAnew(campaign, suggestKey, findKey);
  const suggest = useQuery({
    queryKey: suggestKey,
    queryFn: ({ signal }) => api.suggest(q, campaign ?? '', signal),
    enabled: campaign !== undefined && q !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
    ...askedAgain,
  });
  const find = useQuery({
    queryKey: findKey,
    queryFn: ({ signal }) =>
      api.find({ q: paused, campaign, limit: MOST_HITS, isTyping: true }, signal),
    enabled: paused.length >= FOUND_FROM && q !== '',
    refetchInterval: ({ state }) => (isPartial(state.data) ? AGAIN_AFTER_MS : false),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
    ...askedAgain,
  });
  const isLooking = paused !== q || isOnItsWay(find) || isOnItsWay(suggest);
  const error = find.failureReason ?? suggest.failureReason;
  const isOwnGm = isGm(facts) && viewAs === undefined;
  // What was found before may hold what is being taken away.
  const suggestions = isCatchingUp(suggest.failureReason) ? undefined : suggest.data;
  const found = isCatchingUp(find.failureReason) ? undefined : find.data;
  const groups = useMemo(
    () =>
      groupsOf({
        text,
        campaign,
        viewAs,
        facts,
        isGm: isOwnGm,
        // With other eyes there is this campaign, and no other.
        campaigns: viewAs === undefined ? (campaigns ?? []) : [],
        actions: actionsOf({ campaign, viewAs, isGm: isOwnGm }),
        recent,
        suggestions: suggestions ?? [],
        found: q.length < FOUND_FROM ? undefined : found,
      }),
    [text, campaign, viewAs, facts, isOwnGm, campaigns, recent, suggestions, found, q],
  );
  return {
    groups,
    isSettled: q === '' || !isLooking,
    trouble: q === '' ? undefined : troubleOf(error, found),
  };
}

/** Whether campaigns were left out that are catching up. */
const isPartial = (found: Found | undefined): boolean => (found?.catching_up?.length ?? 0) > 0;

function troubleOf(error: Error | null, found: Found | undefined): PaletteContents['trouble'] {
  if (error) return isCatchingUp(error) ? 'catching-up' : 'failed';
  return isPartial(found) ? 'partly-catching-up' : undefined;
}

/** Whether what there is, if anything, is not yet what was asked for. */
const isOnItsWay = ({
  fetchStatus,
  isPending,
  isPlaceholderData,
}: Pick<UseQueryResult, 'fetchStatus' | 'isPending' | 'isPlaceholderData'>): boolean =>
  fetchStatus === 'fetching' && (isPending || isPlaceholderData);
