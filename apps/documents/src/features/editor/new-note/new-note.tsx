import { useState } from 'react';
import { ApiError, detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { Audience, type AudienceKind } from '@tomekeeper/ui/audience';
import { Button } from '@tomekeeper/ui/button';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { TextField } from '@tomekeeper/ui/field';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { useDocumentsApi } from '../../documents-api/documents-api';
import { useListChanges } from '../../documents-api/use-document-list';
import { editorPath } from '../../documents-api/viewer-path';
import { NEW_AUDIENCE } from '../../uploads/upload/upload-audience';
import { useSpoilerCheck } from '../../sharing/spoiler-check/use-spoiler-check';
import { ReaderChoice } from './reader-choice';
import { useIdempotencyKey } from './use-idempotency-key';

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
  const { routing } = useShell();
  const api = useDocumentsApi();
  const list = useListChanges(campaignId);
  const [typed, setTyped] = useState('');
  const [audience, setAudience] = useState(NEW_AUDIENCE);
  const title = typed.trim();
  const spoilers = useSpoilerCheck(campaignId);
  const keyed = useIdempotencyKey();
  const making = useSerialMutation({
    mutationFn: () =>
      api.createNote(keyed({ campaign: campaignId, title, is_spoilers: audience === 'spoilers' })),
    onSuccess: async (note) => {
      await list.putFirst(note);
      onClose();
      routing.navigate(editorPath(note));
    },
  });

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      busy={(making.isPending && 'Creating…') || (spoilers.isPending && 'Checking…')}
      title="New note"
      confirm="Create note"
      disabled={!title}
      onConfirm={() =>
        spoilers.before(
          audience === 'public' ? { texts: [title], audience: 'party' } : undefined,
          making.mutate,
        )
      }
      failure={making.error ? detailOrText(making.error, 'Failed to create note') : undefined}
      fields={
        <>
          <TextField
            label="Title"
            autoComplete="off"
            maxLength={255}
            value={typed}
            readOnly={making.isPending || spoilers.isPending}
            error={making.error instanceof ApiError ? making.error.field('title') : null}
            onChange={(event) => setTyped(event.target.value)}
          />
          <ReaderChoice
            legend="Who sees it"
            choices={CHOICES}
            value={audience}
            onChange={setAudience}
          />
        </>
      }
    >
      {spoilers.dialog}
    </ConfirmDialog>
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
