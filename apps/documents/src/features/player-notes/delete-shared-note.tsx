import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { titleOf, useDocumentsApi, type Document } from '../documents-api/documents-api';
import { usePlayerNoteChanges } from '../documents-api/player-notes/use-player-notes';
import { notesPath } from '../documents-api/viewer-path';

interface DeleteSharedNoteProps {
  note: Document;
  onClose: () => void;
}

/** Asks a GM before a shared note is deleted: only its author can restore it. */
export function DeleteSharedNote({ note, onClose }: DeleteSharedNoteProps) {
  const { routing, toast } = useShell();
  const api = useDocumentsApi();
  const changes = usePlayerNoteChanges(note.campaign);
  const deleting = useSerialMutation({
    mutationFn: () => api.remove(note.id),
    onSuccess: () => {
      void changes.refreshLists();
      onClose();
      toast({ message: `${titleOf(note)} was deleted.`, tone: 'success' });
      routing.navigate(notesPath(note.campaign, undefined));
    },
    onError: (error) => changes.refreshIfGone(error, note.id),
  });
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      busy={deleting.isPending && 'Deleting…'}
      title="Delete this note?"
      description={`“${titleOf(note)}” disappears for everyone who reads it.`}
      confirm="Delete note"
      onConfirm={() => deleting.mutate()}
      failure={
        deleting.error ? detailOrText(deleting.error, 'Failed to delete the note.') : undefined
      }
    >
      <p>Only its author can restore it within 30 days, as a private note.</p>
    </ConfirmDialog>
  );
}
