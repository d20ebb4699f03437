import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { titleOf, useDocumentsApi, type Document } from '../../documents-api/documents-api';
import { useListChanges } from '../../documents-api/use-document-list';
import { PortraitDialog } from './portrait-dialog';

interface PortraitOfDocumentProps {
  document: Document;
  onClose: () => void;
}

/** Chooses the portrait of a document, with Undo. */
export function PortraitOfDocument({ document, onClose }: PortraitOfDocumentProps) {
  const { toast } = useShell();
  const api = useDocumentsApi();
  const list = useListChanges(document.campaign);
  const current = document.portrait?.document ?? document.portrait?.image;

  async function choose(portrait: string | null, isUndo = false): Promise<void> {
    try {
      await list.replace(await api.update(document.id, { portrait }));
      const what = portrait === null ? 'has no portrait now' : 'has another portrait';
      toast({
        message: `${titleOf(document)} ${what}.`,
        tone: 'success',
        ...(!isUndo && {
          action: { label: 'Undo', run: () => void choose(current ?? null, true) },
        }),
      });
    } catch (error) {
      list.refreshIfGone(error);
      const { message } = detailOrText(error, 'Could not set the portrait. Try again in a moment.');
      toast({ message, tone: 'error' });
    }
  }

  return (
    <PortraitDialog
      title={titleOf(document)}
      campaign={document.campaign}
      of={document.id}
      current={current}
      onClose={onClose}
      onChoose={(picture) => void choose(picture)}
    />
  );
}
