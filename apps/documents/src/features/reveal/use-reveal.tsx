import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useOneAtATime } from '@tomekeeper/remote-kit/query';
import { FormError } from '@tomekeeper/ui/form-error';
import { nameOf, useDocumentsApi, type Document } from '../../documents-api';
import { isGone, useListChanges } from '../../use-document-list';

/** Shows a document to the players, or hides it from them again. */
export function useReveal(document: Document) {
  const { announce, toast } = useShell();
  const api = useDocumentsApi();
  const list = useListChanges(document.campaign);

  const change = useOneAtATime({
    // Not before the server says so: a badge that runs ahead would be a lie about who can read it.
    mutationFn: (is_spoilers: boolean) => api.update(document.id, { is_spoilers }),
    onSuccess: async (changed) => {
      await list.replace(changed);
      announce(
        changed.is_spoilers
          ? `${nameOf(changed)} is hidden from the players.`
          : `${nameOf(changed)} is revealed to the players.`,
      );
    },
    onError(error, hide) {
      list.refreshIfGone(error);
      // The row goes with the document, so the reason has to stand elsewhere.
      if (isGone(error)) toast({ message: wordsFor(error, hide).message, tone: 'error' });
    },
  });

  return {
    isPending: change.isPending,
    isSuccess: change.isSuccess,
    toggle: () => change.mutate(!document.is_spoilers),
    failure: change.error && !isGone(change.error) && (
      <FormError {...wordsFor(change.error, change.variables)} />
    ),
  };
}

const wordsFor = (error: Error, hide: boolean) =>
  detailOrText(error, hide ? 'Could not hide document' : 'Could not reveal document');
