import { useState } from 'react';
import { ApiError, detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { TextField } from '@tomekeeper/ui/field';
import { nameOf, useDocumentsApi, type Document } from '../../documents-api/documents-api';
import { useListChanges } from '../../documents-api/use-document-list';
import { useSpoilerCheck } from '../../sharing/spoiler-check/use-spoiler-check';

interface RenameDialogProps {
  campaignId: string;
  document: Document;
  onClose: () => void;
}

/** Renames a document, and names the readers of the title, which can be a spoiler. */
export function RenameDialog({ campaignId, document, onClose }: RenameDialogProps) {
  const { announce } = useShell();
  const api = useDocumentsApi();
  const list = useListChanges(campaignId);
  const [typed, setTyped] = useState(nameOf(document));
  const name = typed.trim();
  const spoilers = useSpoilerCheck(campaignId);

  const renaming = useSerialMutation({
    mutationFn: () =>
      api.update(document.id, {
        original_filename: name,
        title_seen_by: document.is_spoilers ? 'gm' : 'party',
      }),
    onSuccess: async (renamed) => {
      await list.replace(renamed);
      announce(`Renamed to ${nameOf(renamed)}.`);
      onClose();
    },
    onError: list.refreshIfOld,
  });
  const save = () => {
    if (name === nameOf(document)) onClose();
    else
      spoilers.before(
        document.is_spoilers ? undefined : { texts: [name], audience: 'party' },
        renaming.mutate,
      );
  };

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      busy={(renaming.isPending && 'Saving…') || (spoilers.isPending && 'Checking…')}
      title="Rename document"
      confirm="Save"
      disabled={!name}
      onConfirm={save}
      failure={
        renaming.error ? detailOrText(renaming.error, 'Failed to rename document') : undefined
      }
      fields={
        <TextField
          label="File name"
          description={
            document.is_spoilers
              ? 'Players read it once you reveal the document.'
              : 'Your players read this name.'
          }
          autoComplete="off"
          spellCheck={false}
          value={typed}
          readOnly={renaming.isPending || spoilers.isPending}
          error={
            renaming.error instanceof ApiError ? renaming.error.field('original_filename') : null
          }
          onFocus={({ target }) => queueMicrotask(() => selectStem(target))}
          onChange={(event) => setTyped(event.target.value)}
        />
      }
    >
      {spoilers.dialog}
    </ConfirmDialog>
  );
}

/** Selects the name without its extension. Runs after the dialog, which selects its first field. */
function selectStem(input: HTMLInputElement): void {
  const dot = input.value.lastIndexOf('.');
  input.setSelectionRange(0, dot > 0 ? dot : input.value.length);
}
