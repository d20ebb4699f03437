import { lazy, Suspense, useState } from 'react';
import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { useCampaign } from '@tomekeeper/remote-kit/campaign';
import { Button } from '@tomekeeper/ui/button';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { MenuItem } from '@tomekeeper/ui/menu';
import { MoreMenu } from '@tomekeeper/ui/more-menu';
import { isOwnNote, nameOf, type Document } from '../../documents-api/documents-api';
import { isGmIn } from '../../documents-api/player-notes/note-readers';
import { notesPath } from '../../documents-api/viewer-path';
import { useNoteTrash } from '../../player-notes/use-note-trash';
import { WhoReadsIt } from '../../sharing/player-notes/who-reads-it';
import styles from '../viewer.module.css';

const NoteVersionsDialog = lazy(async () => ({
  default: (await import('../../history/note-versions/note-versions-dialog')).NoteVersionsDialog,
}));
const DeleteSharedNote = lazy(async () => ({
  default: (await import('../../player-notes/delete-shared-note')).DeleteSharedNote,
}));

/** Choice of the readers of an own note. */
export function ReadersOfNote({ note }: { note: Document }) {
  return useViewAs() === undefined && isOwnNote(note) ? <WhoReadsIt note={note} /> : null;
}

/** Versions and deletion for the author of a note; for GMs the deletion of a shared one. */
export function PlayerNoteActions({ note }: { note: Document }) {
  const viewAs = useViewAs();
  const { data: campaign } = useCampaign(note.campaign);
  if (viewAs !== undefined) return null;
  if (isOwnNote(note)) return <AuthorActions note={note} />;
  return isGmIn(campaign, viewAs) ? <GmActions note={note} /> : null;
}

function AuthorActions({ note }: { note: Document }) {
  const { routing } = useShell();
  const [areVersionsOpen, setVersionsOpen] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const trash = useNoteTrash(note.campaign);
  const remove = async () => {
    setDeleting(true);
    const isDeleted = await trash.moveToTrash(note);
    setDeleting(false);
    if (isDeleted) routing.navigate(notesPath(note.campaign, undefined));
  };
  return (
    <>
      <MoreMenu label={`More for ${nameOf(note)}`} busy={isDeleting && 'Deleting…'}>
        <MenuItem onClick={() => setVersionsOpen(true)}>Versions of the text…</MenuItem>
        <MenuItem
          danger
          icon={<Drawing shape={iconShapes.trash} />}
          disabled={isDeleting}
          onClick={() => void remove()}
        >
          Delete note
        </MenuItem>
      </MoreMenu>
      {areVersionsOpen && (
        <Suspense>
          <NoteVersionsDialog document={note} onClose={() => setVersionsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function GmActions({ note }: { note: Document }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        icon={<Drawing shape={iconShapes.trash} />}
        aria-haspopup="dialog"
        onClick={() => setAsked(true)}
      >
        <span className={styles.words}>Delete note</span>
      </Button>
      {isAsked && (
        <Suspense>
          <DeleteSharedNote note={note} onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </>
  );
}
