import type { AuthorAudience } from '@tomekeeper/contracts-document';
import { NoteReaders } from '../../documents-api/player-notes/note-readers';
import { AUTHOR_AUDIENCES } from '../../documents-api/player-notes/readers-in-words';
import { usePlayerNoteChanges } from '../../documents-api/player-notes/use-player-notes';
import { NoteDialog } from '../../editor/new-note/note-dialog';

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
  const { refreshLists } = usePlayerNoteChanges(campaignId);
  return (
    <NoteDialog<AuthorAudience>
      campaignId={campaignId}
      onClose={onClose}
      label="Name of the note"
      legend="Who reads it"
      choices={CHOICES}
      initial="private"
      request={(author_audience) => ({ is_spoilers: true, author_audience })}
      // The editor opens without waiting for the lists.
      onCreated={() => void refreshLists()}
    />
  );
}
