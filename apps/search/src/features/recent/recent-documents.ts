import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { createApiClient } from '@tomekeeper/api-client';
import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import { z } from 'zod';

const STORE = 'tomekeeper.recent';
/** Stored documents per user and device. */
const MAX_STORED = 40;
const MAX_SHOWN = 6;

/** A recently opened document. The title is never stored: the server decides whether the user may still see it. */
export interface RecentDocument {
  campaign: string;
  document: string;
}

export interface TitledRecentDocument extends RecentDocument {
  title: string;
}

type ByUser = Readonly<Record<string, readonly RecentDocument[]>>;

const isRecent = (one: unknown): one is RecentDocument => {
  const { campaign, document } = (one ?? {}) as Partial<Record<string, unknown>>;
  return typeof campaign === 'string' && typeof document === 'string';
};

function readAll(): ByUser {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORE) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).map(([user, all]) => [
        user,
        Array.isArray(all) ? all.filter(isRecent) : [],
      ]),
    );
  } catch {
    return {};
  }
}

function write(users: ByUser): void {
  try {
    const entries = Object.entries(users).filter(([, all]) => all.length > 0);
    if (entries.length === 0) localStorage.removeItem(STORE);
    else localStorage.setItem(STORE, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // Storage is unavailable or full: recent documents are optional.
  }
}

/** Recently opened documents of a user on this device, newest first. */
export const readRecent = (user: string): readonly RecentDocument[] => readAll()[user] ?? [];

export function storeRecent(user: string, { campaign, document }: RecentDocument): void {
  const others = readRecent(user).filter((one) => one.document !== document);
  write({ ...readAll(), [user]: [{ campaign, document }, ...others].slice(0, MAX_STORED) });
}

/** Removes deleted and hidden documents, so that the device no longer stores their ids. */
function removeRecent(user: string, documents: ReadonlySet<string>): void {
  const all = readRecent(user);
  const left = all.filter(({ document }) => !documents.has(document));
  if (left.length < all.length) write({ ...readAll(), [user]: left });
}

/** @param user whose documents remain on the device */
export function removeRecentOfOthers(user?: string): void {
  const all = readAll();
  const own = user === undefined ? undefined : all[user];
  if (Object.keys(all).length > (own ? 1 : 0)) write(own && user ? { [user]: own } : {});
}

function useUserId(): string | undefined {
  const state = useShell().session.useSession();
  return state.status === 'signed-in' ? state.user?.id : undefined;
}

/** Stores opened documents, except in view-as. */
export function useStoreRecent(): (opened: RecentDocument) => void {
  const user = useUserId();
  const viewAs = useViewAs();
  return useCallback(
    (opened) => {
      if (user !== undefined && viewAs === undefined) storeRecent(user, opened);
    },
    [user, viewAs],
  );
}

const page = z.object({
  documents: z.array(
    z.object({
      id: z.string(),
      campaign: z.string(),
      title: z.string().nullish(),
      original_filename: z.string().nullish(),
    }),
  ),
});

/** Recently opened documents of a campaign with their current titles. Removes those that the server does not list. */
export function useRecent(campaign: string | undefined): readonly TitledRecentDocument[] {
  const { http } = useShell();
  const user = useUserId();
  const viewAs = useViewAs();
  const [stored] = useState(() =>
    (user === undefined || viewAs !== undefined ? [] : readRecent(user)).filter(
      (one) => one.campaign === campaign,
    ),
  );
  const queryKey = ['recent', campaign];
  useRefetchOnHints(['documents'], campaign, queryKey);
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({
        campaign: campaign ?? '',
        // The path of a visited page may contain anything.
        ids: stored.flatMap(({ document }) => z.uuid().safeParse(document).data ?? []).join(),
        limit: String(MAX_STORED),
      });
      const listed = await createApiClient(http).get(`/api/documents/?${query}`, {
        answer: page,
        signal,
      });
      const titles = new Map(
        listed.documents.map(({ id, title, original_filename }) => [
          id,
          original_filename ?? title ?? '',
        ]),
      );
      const missing = stored.map(({ document }) => document).filter((id) => !titles.has(id));
      if (user !== undefined) removeRecent(user, new Set(missing));
      return stored.flatMap((one) => {
        const title = titles.get(one.document);
        return title ? [{ ...one, title }] : [];
      });
    },
    enabled: campaign !== undefined && stored.length > 0,
    gcTime: 0,
    staleTime: 0,
  });
  return (data ?? []).slice(0, MAX_SHOWN);
}
