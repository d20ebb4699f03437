import type { Document } from '../../documents-api/documents-api';
import { useLoadedDocuments } from '../../documents-api/use-document-list';
import { useBulkActs } from '../selection/use-bulk-acts';
import { TagDialog } from './tag-dialog';
import { tagFolders } from './tag-tree';

/** Tag dialog for one document. */
export function TagsOfDocument({ document, onClose }: { document: Document; onClose: () => void }) {
  const documents = useLoadedDocuments(document.campaign) ?? [document];
  const { tag } = useBulkActs(document.campaign);
  return (
    <TagDialog
      documents={[document]}
      known={tagFolders(documents).map(({ path }) => path)}
      onClose={onClose}
      onTag={(change) => tag([document], change)}
    />
  );
}
