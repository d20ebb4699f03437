import type { Document } from '../../documents-api/documents-api';
import { useFacets } from '../../documents-api/use-document-pages';
import { useBulkActs } from '../selection/use-bulk-acts';
import { TagDialog } from './tag-dialog';

/** Tag dialog for one document. */
export function TagsOfDocument({ document, onClose }: { document: Document; onClose: () => void }) {
  const facets = useFacets(document.campaign, true);
  const { tag } = useBulkActs(document.campaign);
  return (
    <TagDialog
      documents={[document]}
      known={facets?.folders.map(({ path }) => path) ?? []}
      onClose={onClose}
      onTag={(change) => tag([document], change)}
    />
  );
}
