import { useMemo } from 'react';
import { z } from 'zod';
import { createApiClient } from '@tomekeeper/api-client';
import {
  importedLedgerEntry,
  knownDocument,
  ledgerAnswer,
  ledgerEntry,
} from '@tomekeeper/contracts-document';
import { useShell, type Http } from '@tomekeeper/remote-kit';
import { takenBack } from '../../documents-api/taken-back';

/** Screens treat ids as opaque strings. */
const id = z.string();

const passages = z.object({
  count: z.number(),
  first: z.array(z.object({ id, text: z.string() })),
});
export type SomePassages = z.infer<typeof passages>;

const entry = ledgerEntry.extend({
  id,
  document: id,
  handout: id.nullish(),
  at: z.string(),
  by: id.nullish(),
  // Details in an unknown format from a later service version are dropped.
  act: z.string(),
  audience: z.string(),
  title: z.string().nullish(),
  players: z.array(id).nullish(),
  passages: passages.nullish().catch(undefined),
  of_document: z.boolean().nullish().catch(undefined),
  opened: z
    .array(z.object({ player: id, at: z.string() }))
    .optional()
    .catch(undefined),
  can_take_back: z.boolean().catch(false),
});
export type Entry = z.infer<typeof entry>;

const known = knownDocument.extend({
  document: id,
  handout: id.nullish(),
  since: z.string(),
  public_title: z.string().nullish(),
  passages,
});
export type Known = z.infer<typeof known>;

const importedEntry = importedLedgerEntry.extend({
  id,
  document: id.optional(),
  at: z.string(),
  act: z.string(),
  audience: z.string(),
});
export type ImportedEntry = z.infer<typeof importedEntry>;

const answer = ledgerAnswer.extend({
  imported: z.array(importedEntry).optional(),
  entries: z.array(entry).optional(),
  known: z.array(known).optional(),
  next: id.optional(),
});

/** Player, and point in time; now if undefined. */
export interface Asked {
  player: string;
  asOf: string | undefined;
}

/** The entries at or after `from` and before `until`, oldest first. */
export interface TimeSpan {
  from: string;
  /** Null for a span without an end. */
  until: string | null;
}

interface EntriesQuery {
  after?: string | undefined;
  limit?: number;
  span?: TimeSpan | undefined;
}

function createLedgerApi(http: Http, campaign: string) {
  const api = createApiClient(http);
  const read = (query: Record<string, string | undefined>, signal?: AbortSignal) => {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(given as [string, string][]);
    const path = `/api/campaigns/${encodeURIComponent(campaign)}/ledger/`;
    return api.get(search.size > 0 ? `${path}?${search}` : path, { answer, signal });
  };
  return {
    /** Audience changes: newest first, or those of a time span. */
    async entries({ after, limit, span }: EntriesQuery, signal?: AbortSignal) {
      const spanQuery = span && {
        from: span.from,
        until: span.until ?? undefined,
        order: 'oldest',
      };
      const query = { after, limit: limit?.toString(), ...spanQuery };
      const { entries = [], next } = await read(query, signal);
      return { entries, next };
    },
    /** Entries of imported archives, newest first. */
    async imported(after: string | undefined, signal?: AbortSignal) {
      const { imported = [], next } = await read({ imported: 'true', after }, signal);
      return { imported, next };
    },
    /** Documents visible to a player or the party. */
    async known({ player, asOf }: Asked, after: string | undefined, signal?: AbortSignal) {
      const { known = [], next } = await read({ player, as_of: asOf, after }, signal);
      return { known, next };
    },
    /** Undoes an entry. Passages changed since keep their audience. */
    takeBack(document: string, act: string, seen_title: string | undefined) {
      const path = `/api/documents/${encodeURIComponent(document)}/acts/${encodeURIComponent(act)}/`;
      const query = seen_title === undefined ? '' : `?${new URLSearchParams({ seen_title })}`;
      return api.delete(`${path}${query}`, { answer: takenBack });
    },
  };
}

export function useLedgerApi(campaign: string) {
  const { http } = useShell();
  return useMemo(() => createLedgerApi(http, campaign), [http, campaign]);
}

/** Query keys. */
export const ledgerKeys = {
  entries: (campaign: string) => ['ledger', campaign, 'entries'],
  span: (campaign: string, { from, until }: TimeSpan) => ['ledger', campaign, 'span', from, until],
  latest: (campaign: string) => ['ledger', campaign, 'latest'],
  imported: (campaign: string) => ['ledger', campaign, 'imported'],
  known: (campaign: string, { player, asOf }: Asked) => ['ledger', campaign, player, asOf],
};
