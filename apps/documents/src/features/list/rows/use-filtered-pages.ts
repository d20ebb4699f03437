import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import { useDebounced } from '@tomekeeper/ui/debounced';
import type { Document, DocumentsAsked } from '../../documents-api/documents-api';
import { useDocumentPages } from '../../documents-api/use-document-pages';
import { kindWithLabel } from '../document-list/document-kind';
import type { Sorting } from '../document-list/sorting';
import type { Wanted } from '../document-list/narrowing';

/** Pause while typing before the server filters. */
const TYPING_MS = 200;

/** Loaded documents of a campaign. */
export type DocumentPages = ReturnType<typeof useDocumentPages>;

interface Asked {
  filter: string;
  wanted: Wanted;
  sorting: Sorting;
  isGallery: boolean;
}

/** The list as the server filters and sorts it, if not all documents are loaded; undefined otherwise. */
export function useFilteredPages(
  campaignId: string,
  pages: DocumentPages,
  { filter, wanted, sorting, isGallery }: Asked,
): DocumentPages | undefined {
  const typed = useDebounced(filter.trim(), TYPING_MS);
  const { tag, kind, category, audience } = wanted;
  const asked: DocumentsAsked = Object.fromEntries(
    Object.entries({
      ...{ tag, category, audience, q: typed, kind: kindWithLabel(kind) },
      sort: sorting === 'newest' ? '' : sorting,
      group: isGallery ? 'category' : '',
    }).filter(([, value]) => value),
  );
  const isAll = Object.keys(asked).length === 0;
  const filtered = useDocumentPages(campaignId, asked, pages.hasNextPage && !isAll);
  if (!pages.hasNextPage) return undefined;
  return isAll ? pages : filtered;
}

/** Documents by id that are not among the loaded ones. */
export function useMissingDocuments(
  campaignId: string,
  pages: DocumentPages,
  ids: readonly string[],
): readonly Document[] {
  const loaded = new Set(pages.documents?.map(({ id }) => id));
  const missing = [...new Set(ids)].filter((id) => !loaded.has(id)).slice(0, DOCUMENT_LIMITS.page);
  const wanted = pages.hasNextPage && missing.length > 0;
  return useDocumentPages(campaignId, { ids: missing.join() }, wanted).documents ?? [];
}
