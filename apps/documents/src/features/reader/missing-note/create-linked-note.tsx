import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { useCreateLinkedNote } from '../../documents-api/use-create-linked-note';
import { editorPath } from '../../documents-api/viewer-path';

interface CreateLinkedNoteProps {
  campaign: string;
  /** Title for which the link asks. */
  title: string;
  onClose: () => void;
}

/** Dialog that creates the note to which a link by name leads, and opens it in the editor. */
export function CreateLinkedNote({ campaign, title, onClose }: CreateLinkedNoteProps) {
  const { routing } = useShell();
  const createNote = useCreateLinkedNote(campaign);
  const making = useSerialMutation({
    mutationFn: () => createNote(title),
    onSuccess: (note) => {
      onClose();
      routing.navigate(editorPath(note));
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      busy={making.isPending && 'Creating…'}
      title={`Create note “${title}”?`}
      confirm="Create note"
      onConfirm={() => making.mutate()}
      failure={making.error ? detailOrText(making.error, 'Failed to create note') : undefined}
    >
      <p>
        No document of this campaign has this name yet. The link leads to the note once it exists.
        Only game masters see the note until you reveal it.
      </p>
    </ConfirmDialog>
  );
}
