import { detailOrText } from '@tomekeeper/api-client';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { useImportsApi } from '../imports-api';

interface CancelDialogProps {
  id: string;
  onClose: () => void;
  onCanceled: () => Promise<unknown>;
}

/** Cancels an import that has added nothing yet. */
export function CancelDialog({ id, onClose, onCanceled }: CancelDialogProps) {
  const api = useImportsApi();
  const canceling = useSerialMutation({
    mutationFn: async () => {
      await api.cancel(id);
      await onCanceled();
    },
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Cancel this import?"
      description="Nothing was added to the campaign. The uploaded files and your changes in the review are deleted."
      confirm="Cancel import"
      cancel="Continue import"
      danger
      busy={canceling.isPending && 'Canceling…'}
      failure={
        canceling.error
          ? detailOrText(canceling.error, 'Could not cancel the import. Please try again.')
          : undefined
      }
      onConfirm={() => canceling.mutate()}
    />
  );
}
