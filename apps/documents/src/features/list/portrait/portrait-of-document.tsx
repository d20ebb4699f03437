import { titleOf, type Document } from '../../documents-api/documents-api';
import { useBulkActs } from '../selection/use-bulk-acts';
import { PortraitDialog } from './portrait-dialog';

interface PortraitOfDocumentProps {
  document: Document;
  onClose: () => void;
}

/** Portrait dialog for one document. */
export function PortraitOfDocument({ document, onClose }: PortraitOfDocumentProps) {
  const { setPortrait } = useBulkActs(document.campaign);
  return (
    <PortraitDialog
      title={titleOf(document)}
      campaign={document.campaign}
      of={document.id}
      current={document.portrait?.document ?? document.portrait?.image}
      onClose={onClose}
      onChoose={(picture) => setPortrait(document, picture)}
    />
  );
}
