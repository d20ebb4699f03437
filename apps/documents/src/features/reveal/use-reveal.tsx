import { useMutation } from '@tanstack/react-query';
import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { FormError } from '@tomekeeper/ui/form-error';
import { nameOf, useDocumentsApi, type Document } from '../../documents-api';
import { useListChanges } from '../../use-document-list';

/** Shows a document to the players, or hides it from them again. */
export function useReveal(document: Document) {
  const { announce } = useShell();
  const api = useDocumentsApi();
  const list = useListChanges(document.campaign);

  const change = useMutation({
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
    onError: list.refreshIfGone,
  });

  return {
    isPending: change.isPending,
    isSuccess: change.isSuccess,
    toggle: () => change.mutate(!document.is_spoilers),
    failure: change.error && (
      <FormError
        {...detailOrText(
          change.error,
          change.variables ? 'Could not hide document' : 'Could not reveal document',
        )}
      />
    ),
  };
}
