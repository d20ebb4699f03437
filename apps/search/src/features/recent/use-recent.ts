import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { createApiClient } from '@tomekeeper/api-client';
import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import { z } from 'zod';
import { forgetRecent, keepRecent, readRecent, type Recent } from './kept-recent';

/** So many are offered. */
const MAX_SHOWN = 6;

const documents = z.array(
  z.object({
    id: z.string(),
    campaign: z.string(),
    title: z.string().nullish(),
    original_filename: z.string().nullish(),
  }),
);

export interface Opened extends Recent {
  title: string;
}

function usePerson(): string | undefined {
  const state = useShell().session.useSession();
  return state.status === 'signed-in' ? state.user?.id : undefined;
}

/** Notes what was opened; not while a GM looks with other eyes. */
export function useKeepRecent(): (opened: Recent) => void {
  const person = usePerson();
  const viewAs = useViewAs();
  return useCallback(
    (opened) => {
      if (person !== undefined && viewAs === undefined) keepRecent(person, opened);
    },
    [person, viewAs],
  );
}

/**
 * What this person opened last in a campaign, by the titles that the server gives them now: the device keeps ids alone, and
 * forgets those of which the server knows nothing for them any more.
 */
export function useRecent(campaign: string | undefined): readonly Opened[] {
  const { http } = useShell();
  const person = usePerson();
  const viewAs = useViewAs();
  const [kept] = useState(() =>
    (person === undefined || viewAs !== undefined ? [] : readRecent(person)).filter(
      (one) => one.campaign === campaign,
    ),
  );
  const queryKey = ['recent', campaign];
  useRefetchOnHints(['documents'], campaign, queryKey);
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const path = `/api/documents/?${new URLSearchParams({ campaign: campaign ?? '' })}`;
      const there = await createApiClient(http).get(path, { answer: documents, signal });
      const titles = new Map(
        there.map(({ id, title, original_filename }) => [id, original_filename ?? title ?? '']),
      );
      if (person !== undefined)
        forgetRecent(
          person,
          new Set(kept.map(({ document }) => document).filter((id) => !titles.has(id))),
        );
      return kept.flatMap((one) => {
        const title = titles.get(one.document);
        return title ? [{ ...one, title }] : [];
      });
    },
    enabled: campaign !== undefined && kept.length > 0,
    gcTime: 0,
    staleTime: 0,
  });
  return (data ?? []).slice(0, MAX_SHOWN);
}
