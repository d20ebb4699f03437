import { useState, type ReactNode } from 'react';
import { ApiError, detailOrText } from '@tomekeeper/api-client';
import type { CreateNoteRequest } from '@tomekeeper/contracts-document';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { TextField } from '@tomekeeper/ui/field';
import { useDocumentsApi, type Document } from '../../documents-api/documents-api';
import { editorPath } from '../../documents-api/viewer-path';
import { ReaderChoice, type ReaderChoiceProps } from './reader-choice';
import { useIdempotencyKey } from './use-idempotency-key';

interface NoteDialogProps<Value extends string> extends Omit<
  ReaderChoiceProps<Value>,
  'value' | 'onChange'
> {
  campaignId: string;
  onClose: () => void;
  /** Label of the field for the title. */
  label: string;
  /** The choice at first. */
  initial: Value;
  /** Readers in the request. */
  request: (readers: Value) => Pick<CreateNoteRequest, 'is_spoilers' | 'author_audience'>;
  /** Updates caches before the editor opens. */
  onCreated: (note: Document) => unknown;
  /** Runs before the request, which `create` sends. */
  before?: (note: { title: string; readers: Value }, create: () => void) => void;
  /** Label of other work in progress. */
  busy?: string | false;
  children?: ReactNode;
}

/** Asks for title and readers, creates a note and opens it in the editor. */
export function NoteDialog<Value extends string>({
  campaignId,
  onClose,
  label,
  legend,
  choices,
  initial,
  request,
  onCreated,
  before = (_note, create) => create(),
  busy = false,
  children,
}: NoteDialogProps<Value>) {
  const { routing } = useShell();
  const api = useDocumentsApi();
  const [typed, setTyped] = useState('');
  const [readers, setReaders] = useState(initial);
  const title = typed.trim();
  const keyed = useIdempotencyKey();
  const making = useSerialMutation({
    mutationFn: () => api.createNote(keyed({ campaign: campaignId, title, ...request(readers) })),
    onSuccess: async (note) => {
      await onCreated(note);
      onClose();
      routing.navigate(editorPath(note));
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      busy={(making.isPending && 'Creating…') || busy}
      title="New note"
      confirm="Create note"
      disabled={!title}
      onConfirm={() => before({ title, readers }, making.mutate)}
      failure={making.error ? detailOrText(making.error, 'Failed to create note') : undefined}
      fields={
        <>
          <TextField
            label={label}
            autoComplete="off"
            maxLength={255}
            value={typed}
            readOnly={making.isPending || busy !== false}
            error={making.error instanceof ApiError ? making.error.field('title') : null}
            onChange={(event) => setTyped(event.target.value)}
          />
          <ReaderChoice legend={legend} choices={choices} value={readers} onChange={setReaders} />
        </>
      }
    >
      {children}
    </ConfirmDialog>
  );
}
