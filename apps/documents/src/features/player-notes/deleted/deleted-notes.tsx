import { useId, useRef, useState, type RefObject } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { Button } from '@tomekeeper/ui/button';
import { FormError } from '@tomekeeper/ui/form-error';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { moveRowFocus } from '@tomekeeper/ui/row-focus';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { titleOf, useDocumentsApi, type TrashedDocument } from '../../documents-api/documents-api';
import { restoredInWords } from '../../documents-api/player-notes/readers-in-words';
import { NoteReaders } from '../../documents-api/player-notes/note-readers';
import {
  keyOfTrashedNotes,
  usePlayerNoteChanges,
  useTrashedNotes,
} from '../../documents-api/player-notes/use-player-notes';
import { isGone } from '../../documents-api/use-document-list';
import { goesInWords } from '../../history/versions/goes-in-words';
import { RestoreOrDelete } from '../../history/versions/restore-or-delete';
import styles from '../../history/versions/versions-dialog.module.css';

/** The player's deleted notes, loaded when opened. */
export function DeletedNotes({ campaignId }: { campaignId: string }) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  return (
    <div>
      <Button
        ref={opener}
        variant="quiet"
        size="small"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        Deleted notes
      </Button>
      {isOpen && (
        <div id={id}>
          <Trash campaignId={campaignId} opener={opener} />
        </div>
      )}
    </div>
  );
}

interface TrashProps {
  campaignId: string;
  /** Receives the focus when its row disappears. */
  opener: RefObject<HTMLButtonElement | null>;
}

function Trash({ campaignId, opener }: TrashProps) {
  const { data: notes, error, refetch } = useTrashedNotes(campaignId);
  if (!notes)
    return error ? (
      <LoadFailure
        {...detailOrText(error, 'Could not load the deleted notes.')}
        onRetry={() => void refetch()}
      />
    ) : (
      <Skeleton label="Loading the deleted notes…" shape="rows" count={2} />
    );
  if (notes.length === 0) return <p>Notes that you delete stay here for 30 days.</p>;
  return (
    <ul role="list" className={styles.list} onKeyDown={(event) => moveRowFocus(event)}>
      {notes.map((note) => (
        <TrashedNote key={note.id} note={note} opener={opener} />
      ))}
    </ul>
  );
}

function TrashedNote({
  note,
  opener,
}: Pick<TrashProps, 'opener'> & {
  note: TrashedDocument;
}) {
  const { announce, toast } = useShell();
  const api = useDocumentsApi();
  const queryClient = useQueryClient();
  const queryKey = keyOfTrashedNotes(note.campaign);
  const { refreshLists } = usePlayerNoteChanges(note.campaign);
  const title = titleOf(note);
  const remove = () => {
    opener.current?.focus();
    queryClient.setQueryData<TrashedDocument[]>(queryKey, (all) =>
      all?.filter(({ id }) => id !== note.id),
    );
    void refreshLists();
  };
  const onError = (error: unknown) => {
    if (isGone(error)) void refreshLists();
  };
  const restoring = useSerialMutation({
    mutationFn: () => api.restore(note.id),
    onSuccess: (restored) => {
      toast({ message: restoredInWords(restored), tone: 'success' });
      remove();
    },
    onError,
  });
  const deleting = useSerialMutation({
    mutationFn: () => api.removeForGood(note.id),
    onSuccess: () => {
      announce(`${title} was permanently deleted.`);
      remove();
    },
    onError,
  });
  const failure = restoring.error
    ? detailOrText(restoring.error, 'Could not restore the note.')
    : deleting.error && detailOrText(deleting.error, 'Failed to delete the note.');
  return (
    <li className={styles.row} data-row="">
      <p className={styles.name}>{title}</p>
      <p className={styles.facts}>
        <NoteReaders audience={note.author_audience ?? 'private'} />
        <span>{goesInWords(note.goes_at, new Date())}</span>
      </p>
      <RestoreOrDelete name={title} restoring={restoring} deleting={deleting} />
      {failure && <FormError {...failure} />}
    </li>
  );
}
