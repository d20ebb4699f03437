import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useOneAtATime } from '@tomekeeper/remote-kit/query';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { nameOf, useDocumentsApi, type Document } from '../../documents-api';
import { useListChanges } from '../../use-document-list';

interface DeleteDialogProps {
  campaignId: string;
  document: Document;
  onClose: () => void;
}

/** Asks once more, then deletes a document for good. */
export function DeleteDialog({ campaignId, document, onClose }: DeleteDialogProps) {
  const { announce } = useShell();
  const api = useDocumentsApi();
  const list = useListChanges(campaignId);
  const deletion = useOneAtATime({
    mutationFn: () => api.remove(document.id),
    onSuccess: async () => {
      onClose();
      await list.remove(document.id);
      announce(`${nameOf(document)} was deleted.`);
    },
    onError: list.refreshIfGone,
  });

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      busy={deletion.isPending && 'Deleting…'}
      title="Delete document"
      description={`Are you sure you want to delete "${nameOf(document)}"?`}
      confirm="OK"
      danger
      onConfirm={() => deletion.mutate()}
      failure={
        deletion.error ? detailOrText(deletion.error, 'Failed to delete document') : undefined
      }
    />
  );
}
