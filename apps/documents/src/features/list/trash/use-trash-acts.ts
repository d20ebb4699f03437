import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { nameOf, titleOf, useDocumentsApi, type Document } from '../../documents-api/documents-api';
import { useListChanges } from '../../documents-api/use-document-list';
import { awaitSecretParts, readersInWords } from '../../uploads/upload/secret-parts';

/** Trash actions for toasts. The originating page may have been unmounted, so each result is reported in a toast. */
export function useTrashActs(campaignId: string) {
  const { toast } = useShell();
  const api = useDocumentsApi();
  const list = useListChanges(campaignId);

  const told = async (act: () => Promise<string>, failure: string) => {
    try {
      toast({ message: await act(), tone: 'success' });
    } catch (error) {
      list.refreshIfGone(error);
      toast({ message: detailOrText(error, failure).message, tone: 'error' });
    }
  };
  const restore = (document: Document) =>
    told(async () => {
      const restored = await api.restore(document.id);
      await list.putBack(restored);
      return `${titleOf(restored)} is restored.`;
    }, 'Could not restore document');
  const takeBack = (document: Document) =>
    told(async () => {
      await api.remove(document.id);
      await list.remove(document.id);
      return `${titleOf(document)} is in the trash.`;
    }, 'Failed to delete document');

  const hide = (document: Document) =>
    told(async () => {
      await list.replace(await api.update(document.id, { is_spoilers: true }));
      return `${titleOf(document)} is hidden from the players.`;
    }, 'Could not hide document');

  const undoable = (document: Document, message: string) =>
    toast({
      message,
      tone: 'success',
      action: { label: 'Undo', run: () => void restore(document) },
    });

  return {
    /** Reports a deletion, with undo. */
    tellDeleted: (document: Document) => undoable(document, `${titleOf(document)} was deleted.`),
    /** Moves a document to the trash without confirmation, with undo. */
    moveToTrash: async (document: Document): Promise<void> => {
      try {
        await api.remove(document.id);
        await list.remove(document.id);
        undoable(document, `${titleOf(document)} is in the trash.`);
      } catch (error) {
        list.refreshIfGone(error);
        toast({
          message: detailOrText(error, 'Failed to delete document').message,
          tone: 'error',
        });
      }
    },
    /** Confirms an upload and its audience. Offers Hide for a Public document, Undo for a hidden one. */
    tellUploaded: (document: Document) => {
      awaitSecretParts(document);
      toast({
        message: `${nameOf(document)} was uploaded. ${readersInWords(document)}`,
        tone: 'success',
        action: document.is_spoilers
          ? { label: 'Undo', run: () => void takeBack(document) }
          : { label: 'Hide', run: () => void hide(document) },
      });
    },
  };
}
