import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useOneAtATime } from '@tomekeeper/remote-kit/query';
import { Button } from '@tomekeeper/ui/button';
import { Dialog } from '@tomekeeper/ui/dialog';
import { FormError } from '@tomekeeper/ui/form-error';
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
    <Dialog
      open
      onClose={onClose}
      busy={deletion.isPending}
      title="Delete document"
      description={`Are you sure you want to delete "${nameOf(document)}"?`}
      actions={
        <>
          <Button variant="secondary" disabled={deletion.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            busy={deletion.isPending && 'Deleting…'}
            onClick={() => deletion.mutate()}
          >
            OK
          </Button>
        </>
      }
    >
      {deletion.error && (
        <FormError {...detailOrText(deletion.error, 'Failed to delete document')} />
      )}
    </Dialog>
  );
}
