import type { Document } from '../../documents-api/documents-api';
import { useCampaignTags } from '../../documents-api/use-document-pages';
import { useBulkActs } from '../selection/use-bulk-acts';
import { TagDialog } from './tag-dialog';

/** Tag dialog for one document. */
export function TagsOfDocument({ document, onClose }: { document: Document; onClose: () => void }) {
  const known = useCampaignTags(document.campaign, true);
  const { tag } = useBulkActs(document.campaign);
  return (
    <TagDialog
      documents={[document]}
      known={known}
      onClose={onClose}
      onTag={(change) => tag([document], change)}
    />
  );
}
