import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { Button } from '@tomekeeper/ui/button';
import { Checkbox } from '@tomekeeper/ui/checkbox';
import { ConfirmDialog, Dialog } from '@tomekeeper/ui/dialog';
import { importKeys, useImportsApi, type Undone } from '../imports-api';
import { counted, undoReasonInWords } from '../import-words';

interface UndoDialogProps {
  id: string;
  onClose: () => void;
  onUndone: () => Promise<unknown>;
}

/** Undoes an import: moves unchanged documents to the trash, then asks about changed ones. */
export function UndoDialog({ id, onClose, onUndone }: UndoDialogProps) {
  const { toast } = useShell();
  const api = useImportsApi();
  const seen = useQuery({
    queryKey: [...importKeys.one(id), 'players see'],
    queryFn: async ({ signal }) => (await api.get(id, 0, signal)).players_see ?? 0,
    gcTime: 0,
    staleTime: Infinity,
  });
  const [first, setFirst] = useState<Undone>();

  const undoing = useSerialMutation({
    mutationFn: async (documents: string[] | undefined) => {
      const undone = await api.undo(id, documents ? { documents } : {});
      await onUndone();
      return undone;
    },
    onSuccess: (undone, documents) => {
      if (!documents && undone.changed.length > 0) return setFirst(undone);
      const trashed = undone.trashed + (first?.trashed ?? 0);
      toast({ message: `${counted(trashed, 'document')} moved to the trash.`, tone: 'success' });
      onClose();
    },
  });
  const failure = undoing.error
    ? detailOrText(undoing.error, 'Could not undo the import. Please try again.')
    : undefined;
  const busy = undoing.isPending && 'Moving…';

  if (first)
    return (
      <ChangedDocuments
        {...{ undone: first, busy, failure, onClose }}
        onTrash={(ids) => undoing.mutate(ids)}
      />
    );
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Undo this import?"
      description={seen.isPending ? RESULT : descriptionOf(seen.data)}
      confirm="Undo import"
      danger
      busy={busy || (seen.isPending && 'Loading…')}
      failure={failure}
      onConfirm={() => undoing.mutate(undefined)}
    />
  );
}

const RESULT =
  'Unchanged documents of the import move to the trash, where they stay for 30 days. You decide about changed and revealed ones.';

/** @param seen number of documents that players see; undefined if it is unknown */
function descriptionOf(seen: number | undefined): string {
  if (seen === 0) return RESULT;
  if (seen === undefined) return `Players may see documents of this import. ${RESULT}`;
  const one = seen === 1;
  return `Players see ${counted(seen, 'document')} of this import now, and lose ${one ? 'it' : 'them'} if ${one ? 'it is' : 'they are'} unchanged. ${RESULT}`;
}

interface ChangedDocumentsProps {
  undone: Undone;
  busy: string | false;
  failure: ReturnType<typeof detailOrText> | undefined;
  onClose: () => void;
  onTrash: (ids: string[]) => void;
}

function ChangedDocuments({ undone, busy, failure, onClose, onTrash }: ChangedDocumentsProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const trashable = undone.changed.filter(({ reason }) => reason !== 'replaced');
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const description = `${counted(undone.trashed, 'document')} moved to the trash. Some documents are still in the library.`;
  const list = undone.changed.map(({ id, title, reason }) =>
    reason === 'replaced' ? (
      <p key={id}>
        {title}: {undoReasonInWords(reason)}. Its earlier text is in its versions.
      </p>
    ) : (
      <Checkbox
        key={id}
        label={title}
        description={undoReasonInWords(reason)}
        checked={chosen.includes(id)}
        disabled={Boolean(busy)}
        onChange={() => toggle(id)}
      />
    ),
  );
  if (trashable.length === 0)
    return (
      <Dialog
        open
        onClose={onClose}
        title="Documents that stay"
        description={description}
        actions={<Button onClick={onClose}>Close</Button>}
      >
        {list}
      </Dialog>
    );
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Move changed documents to the trash?"
      description={description}
      confirm={chosen.length > 0 ? `Move ${chosen.length} to trash` : 'Move to trash'}
      cancel={chosen.length > 0 ? 'Cancel' : 'Keep all'}
      danger
      disabled={chosen.length === 0}
      busy={busy}
      failure={failure}
      onConfirm={() => onTrash([...chosen])}
      fields={list}
    />
  );
}
