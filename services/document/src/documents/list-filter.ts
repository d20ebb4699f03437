import type { DocumentsQuery } from '@tomekeeper/contracts-document';
import { hasTag, tagsForViewer } from '../access/shared-tags';
import type { VisibleDocument } from '../access/visible-documents';

/**
 * Whether a document matches the filter. Checks the response only, so a player cannot find a document by tags that the
 * response omits.
 */
export function matchesFilter({
  tag,
  kind,
  category,
  q = '',
}: Omit<DocumentsQuery, 'campaign'>): (document: VisibleDocument) => boolean {
  const words = folded(q).split(/\s+/);
  return (document) =>
    (tag === undefined || hasTag(tagsForViewer(document), tag)) &&
    (kind === undefined || (kind === 'file') === document.has_file) &&
    (category === undefined || category === document.category) &&
    words.every((word) => folded(document.original_filename).includes(word));
}

const folded = (text: string): string => text.trim().normalize().toLowerCase();
