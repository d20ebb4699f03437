import { detailOrText } from '@tomekeeper/api-client';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { nameOf, useDocumentsApi, type Document } from '../../documents-api/documents-api';
import { useListChanges } from '../../documents-api/use-document-list';
import { useTrashActs } from '../trash/use-trash-acts';

interface DeleteDialogProps {
  campaignId: string;
  document: Document;
  onClose: () => void;
}

/** Asks for confirmation, then moves a document to the trash. */
export function DeleteDialog({ campaignId, document, onClose }: DeleteDialogProps) {
  const api = useDocumentsApi();
  const list = useListChanges(campaignId);
  const trash = useTrashActs(campaignId);
  const deletion = useSerialMutation({
    mutationFn: () => api.remove(document.id),
    onSuccess: async () => {
      onClose();
      await list.remove(document.id);
      trash.tellDeleted(document);
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
    >
      <p>You can bring it back from the trash for 30 days.</p>
    </ConfirmDialog>
  );
}
