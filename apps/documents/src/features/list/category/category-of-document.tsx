import type { Document } from '../../documents-api/documents-api';
import { useBulkActs } from '../selection/use-bulk-acts';
import { CategoryDialog } from './category-dialog';

interface CategoryOfDocumentProps {
  document: Document;
  onClose: () => void;
}

/** Category dialog for one document. */
export function CategoryOfDocument({ document, onClose }: CategoryOfDocumentProps) {
  const { categorize } = useBulkActs(document.campaign);
  return (
    <CategoryDialog
      documents={[document]}
      onClose={onClose}
      onChoose={(category) => categorize([document], category)}
    />
  );
}
