import { useState } from 'react';
import { ApiError, detailOrText } from '@tomekeeper/api-client';
import type { AuthorAudience } from '@tomekeeper/contracts-document';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { TextField } from '@tomekeeper/ui/field';
import { useDocumentsApi } from '../../documents-api/documents-api';
import { NoteReaders } from '../../documents-api/player-notes/note-readers';
import { AUTHOR_AUDIENCES } from '../../documents-api/player-notes/readers-in-words';
import { usePlayerNoteChanges } from '../../documents-api/player-notes/use-player-notes';
import { editorPath } from '../../documents-api/viewer-path';
import { ReaderChoice } from '../../editor/new-note/reader-choice';
import { useIdempotencyKey } from '../../editor/new-note/use-idempotency-key';

const READERS: Readonly<Record<AuthorAudience, string>> = {
  private: 'Your game masters cannot read it either.',
  gms: 'Your game masters read it. The other players do not.',
  party: 'All players and game masters of the campaign read it.',
};
const CHOICES = AUTHOR_AUDIENCES.map((audience) => ({
  value: audience,
  label: <NoteReaders audience={audience} />,
  readers: READERS[audience],
}));

interface NewPlayerNoteDialogProps {
  campaignId: string;
  onClose: () => void;
}

/** Asks for name and readers, creates a note of the player and opens it in the editor. */
export function NewPlayerNoteDialog({ campaignId, onClose }: NewPlayerNoteDialogProps) {
  const { routing } = useShell();
  const api = useDocumentsApi();
  const { refreshLists } = usePlayerNoteChanges(campaignId);
  const [typed, setTyped] = useState('');
  const [audience, setAudience] = useState<AuthorAudience>('private');
  const title = typed.trim();
  const keyed = useIdempotencyKey();
  const making = useSerialMutation({
    mutationFn: () =>
      api.createNote(
        keyed({ campaign: campaignId, title, is_spoilers: true, author_audience: audience }),
      ),
    onSuccess: (note) => {
      void refreshLists();
      onClose();
      routing.navigate(editorPath(note));
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      busy={making.isPending && 'Creating…'}
      title="New note"
      confirm="Create note"
      disabled={!title}
      onConfirm={() => making.mutate()}
      failure={making.error ? detailOrText(making.error, 'Failed to create note') : undefined}
      fields={
        <>
          <TextField
            label="Name of the note"
            autoComplete="off"
            maxLength={255}
            value={typed}
            readOnly={making.isPending}
            error={making.error instanceof ApiError ? making.error.field('title') : null}
            onChange={(event) => setTyped(event.target.value)}
          />
          <ReaderChoice
            legend="Who reads it"
            choices={CHOICES}
            value={audience}
            onChange={setAudience}
          />
        </>
      }
    />
  );
}
