import { useState } from 'react';
import { Audience, type AudienceKind } from '@tomekeeper/ui/audience';
import { Button } from '@tomekeeper/ui/button';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { useListChanges } from '../../documents-api/use-document-list';
import { NEW_AUDIENCE } from '../../uploads/upload/upload-audience';
import { useSpoilerCheck } from '../../sharing/spoiler-check/use-spoiler-check';
import { NoteDialog } from './note-dialog';

/** Button that asks for title and audience, creates a note and opens it in the editor. */
export function NewNote({
  campaignId,
  isQuiet = false,
  opens = false,
}: {
  campaignId: string;
  /** Secondary style, for places with another primary action. */
  isQuiet?: boolean;
  /** Opens the dialog on mount. */
  opens?: boolean;
}) {
  const [isOpen, setOpen] = useState(opens);
  return (
    <>
      <Button
        {...(isQuiet && { variant: 'quiet' })}
        size="small"
        icon={<Drawing shape={iconShapes.plus} />}
        onClick={() => setOpen(true)}
      >
        New note
      </Button>
      {isOpen && <NewNoteDialog campaignId={campaignId} onClose={() => setOpen(false)} />}
    </>
  );
}

interface NewNoteDialogProps {
  campaignId: string;
  onClose: () => void;
}

function NewNoteDialog({ campaignId, onClose }: NewNoteDialogProps) {
  const list = useListChanges(campaignId);
  const spoilers = useSpoilerCheck(campaignId);
  return (
    <NoteDialog
      campaignId={campaignId}
      onClose={onClose}
      label="Title"
      legend="Who sees it"
      choices={CHOICES}
      initial={NEW_AUDIENCE}
      request={(audience) => ({ is_spoilers: audience === 'spoilers' })}
      onCreated={list.putFirst}
      busy={spoilers.isPending && 'Checking…'}
      before={({ title, readers }, create) =>
        spoilers.before(
          readers === 'public' ? { texts: [title], audience: 'party' } : undefined,
          create,
        )
      }
    >
      {spoilers.dialog}
    </NoteDialog>
  );
}

const READERS: Record<AudienceKind, string> = {
  spoilers: 'Only game masters see it. You can reveal all of it or parts later.',
  public: 'Your players see the title and your text as you type.',
};
const CHOICES = (['spoilers', 'public'] as const).map((kind) => ({
  value: kind,
  label: <Audience kind={kind} />,
  readers: READERS[kind],
}));
