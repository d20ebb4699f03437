import type { SearchQuery } from '@tomekeeper/contracts-search';
import type { SqlReader } from '@tomekeeper/persistence';
import type { SearchScope, Viewer } from '../access/viewer-scoped-rows';
import type { ChangeFeedClient } from '../indexing/change-feed-client';

export type Filters = Pick<SearchQuery, 'kind' | 'tag' | 'audience' | 'document'>;

export const isFiltered = (filters: Filters): boolean =>
  [filters.kind, filters.tag, filters.audience, filters.document].some((one) => one !== undefined);

/**
 * Resolves filters to documents and an audience. Players see no files and audiences, so that these filters match nothing,
 * and only shared tags, which the document service resolves.
 * @throws {UpstreamUnavailable}
 */
export async function resolveScope(
  db: SqlReader,
  documents: Pick<ChangeFeedClient, 'documentsInSharedFolder'>,
  { campaign, isGm }: Viewer,
  { kind, tag, audience, document }: Filters,
): Promise<SearchScope> {
  const named = document === undefined ? undefined : [document];
  if (!isGm) {
    if (kind === 'file' || audience !== undefined) return { documents: [] };
    if (tag === undefined) return { documents: named };
    const tagged = await documents.documentsInSharedFolder(campaign, tag);
    return { documents: tagged.filter((id) => document === undefined || id === document) };
  }
  if (kind === undefined && tag === undefined) return { documents: named, audience };
  const rows = await db.query<{ id: string }>(
    `SELECT document_id AS id FROM document d
      WHERE campaign_id = $1 AND is_here AND ($2::text IS NULL OR kind = $2)
        AND ($3::text IS NULL OR EXISTS (
          SELECT 1 FROM unnest(d.tags) t WHERE lower(t) = lower($3) OR starts_with(lower(t), lower($3) || '/')))
        AND ($4::uuid IS NULL OR document_id = $4)`,
    [campaign, kind ?? null, tag ?? null, document ?? null],
  );
  return { documents: rows.map(({ id }) => id), audience };
}

/** Facts that only GMs see; for players, every document is a note. */
export interface DocumentFacts {
  kind: 'file' | 'note';
  audience: 'gm' | 'party';
}

export async function documentFactsForGms(
  db: SqlReader,
  { campaign, isGm }: Viewer,
  documents: readonly string[],
): Promise<Map<string, DocumentFacts>> {
  if (!isGm || documents.length === 0) return new Map();
  const rows = await db.query<DocumentFacts & { id: string }>(
    `SELECT document_id AS id, coalesce(kind, 'note') AS kind, audience FROM document
      WHERE campaign_id = $1 AND document_id = ANY ($2::uuid[])`,
    [campaign, documents],
  );
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}
