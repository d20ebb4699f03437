import { useQuery, useQueryClient } from '@tanstack/react-query';
import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation, useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import { Audience } from '@tomekeeper/ui/audience';
import { Button } from '@tomekeeper/ui/button';
import { Dialog } from '@tomekeeper/ui/dialog';
import { EmptyState } from '@tomekeeper/ui/empty-state';
import { FormError } from '@tomekeeper/ui/form-error';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { moveRowFocus } from '@tomekeeper/ui/row-focus';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { nameOf, useDocumentsApi, type TrashedDocument } from '../../documents-api/documents-api';
import { isGone, useListChanges } from '../../documents-api/use-document-list';
import { goesInWords } from '../../history/versions/goes-in-words';
import { RestoreOrDelete } from '../../history/versions/restore-or-delete';
import styles from '../../history/versions/versions-dialog.module.css';

interface TrashDialogProps {
  campaignId: string;
  onClose: () => void;
}

/** Deleted documents that can be restored. */
export function TrashDialog({ campaignId, onClose }: TrashDialogProps) {
  const api = useDocumentsApi();
  useRefetchOnHints(['documents'], campaignId, keyOf(campaignId));
  const {
    data: documents,
    error,
    refetch,
  } = useQuery({
    queryKey: keyOf(campaignId),
    queryFn: ({ signal }) => api.trash(campaignId, signal),
    gcTime: 0,
  });

  return (
    <Dialog
      open
      onClose={onClose}
      title="Trash"
      description="Deleted documents stay here for 30 days. Your players cannot see them."
      actions={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {documents ? (
        <TrashedDocuments documents={documents} />
      ) : error ? (
        <LoadFailure
          {...detailOrText(error, 'Could not load the trash.')}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton label="Loading the trash…" shape="rows" />
      )}
    </Dialog>
  );
}

const keyOf = (campaignId: string) => ['trash', campaignId];

function TrashedDocuments({ documents }: { documents: readonly TrashedDocument[] }) {
  if (documents.length === 0)
    return <EmptyState title="The trash is empty.">Deleted documents appear here.</EmptyState>;
  return (
    <ul role="list" className={styles.list} onKeyDown={(event) => moveRowFocus(event)}>
      {documents.map((document) => (
        <TrashedRow key={document.id} document={document} />
      ))}
    </ul>
  );
}

function TrashedRow({ document }: { document: TrashedDocument }) {
  const { announce } = useShell();
  const api = useDocumentsApi();
  const list = useListChanges(document.campaign);
  const trash = useTrashChanges(document.campaign);
  const name = nameOf(document);

  const restoring = useSerialMutation({
    mutationFn: () => api.restore(document.id),
    onSuccess: async (restored) => {
      await list.putBack(restored);
      announce(`${name} is restored.`);
      trash.remove(document.id);
    },
    onError: trash.refreshIfGone,
  });
  const deleting = useSerialMutation({
    mutationFn: () => api.removeForGood(document.id),
    onSuccess: () => {
      announce(`${name} was permanently deleted.`);
      trash.remove(document.id);
    },
    onError: trash.refreshIfGone,
  });
  const failure = restoring.error
    ? detailOrText(restoring.error, 'Could not restore document')
    : deleting.error && detailOrText(deleting.error, 'Failed to delete document');

  return (
    <li className={styles.row} data-row="">
      <p className={styles.name}>{name}</p>
      <p className={styles.facts}>
        <Audience kind={document.is_spoilers ? 'spoilers' : 'public'} />
        <span>{goesInWords(document.goes_at, new Date())}</span>
      </p>
      <RestoreOrDelete name={name} restoring={restoring} deleting={deleting} />
      {failure && <FormError {...failure} />}
    </li>
  );
}

/** Updates the cached trash after a successful request. */
function useTrashChanges(campaignId: string) {
  const queryClient = useQueryClient();
  const queryKey = keyOf(campaignId);
  return {
    remove: (id: string) =>
      queryClient.setQueryData<TrashedDocument[]>(queryKey, (all) =>
        all?.filter((known) => known.id !== id),
      ),
    refreshIfGone: (error: unknown) => {
      if (isGone(error)) void queryClient.invalidateQueries({ queryKey });
    },
  };
}
