import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { isNote, nameOf, useDocumentsApi, type Document } from '../../documents-api/documents-api';
import { useListChanges } from '../../documents-api/use-document-list';

/** Whether a file has text without pages: the server makes notes of these. */
export const canBeEditable = (document: Document): boolean =>
  !isNote(document) && document.text_state === 'ready' && document.text_pages === undefined;

/** Makes a note of a text file, with Undo. */
export function useMakeEditable(document: Document) {
  const { toast } = useShell();
  const api = useDocumentsApi();
  const list = useListChanges(document.campaign);

  async function undo(): Promise<void> {
    try {
      const original = (await api.versions(document.id)).find(({ is_original }) => is_original);
      if (!original) throw new Error('The original was deleted.');
      const { replaced: _, ...restored } = await api.restoreVersion(document.id, original.id);
      await list.replace(restored);
      toast({ message: `${nameOf(restored)} is a file again.`, tone: 'success' });
    } catch (error) {
      const { message } = detailOrText(
        error,
        'Could not undo. The original file is among the versions of the text.',
      );
      toast({ message, tone: 'error' });
    }
  }

  return useSerialMutation({
    mutationFn: () => api.makeEditable(document.id),
    onSuccess: async (note) => {
      await list.replace(note);
      toast({
        message: `${nameOf(note)} is a note now. Its file stays available as the original.`,
        tone: 'success',
        action: { label: 'Undo', run: () => void undo() },
      });
    },
    onError(error) {
      list.refreshIfGone(error);
      toast({
        message: detailOrText(error, 'Could not make the document editable. Try again in a moment.')
          .message,
        tone: 'error',
      });
    },
  });
}
