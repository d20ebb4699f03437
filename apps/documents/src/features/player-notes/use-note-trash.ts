import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { titleOf, useDocumentsApi, type Document } from '../documents-api/documents-api';
import { restoredInWords } from '../documents-api/player-notes/readers-in-words';
import { usePlayerNoteChanges } from '../documents-api/player-notes/use-player-notes';

/** Deletion of players' notes with undo, for their authors. The page may be unmounted meanwhile, so toasts report the results. */
export function useNoteTrash(campaign: string) {
  const { toast } = useShell();
  const api = useDocumentsApi();
  const changes = usePlayerNoteChanges(campaign);

  const fail = (error: unknown, id: string, failure: string) => {
    changes.refreshIfGone(error, id);
    toast({ message: detailOrText(error, failure).message, tone: 'error' });
  };
  const restore = async (note: Document) => {
    try {
      const restored = await api.restore(note.id);
      await changes.refreshLists();
      toast({ message: restoredInWords(restored), tone: 'success' });
    } catch (error) {
      fail(error, note.id, 'Could not restore the note.');
    }
  };
  return {
    /** Moves an own note to the trash. @returns whether it succeeded */
    async moveToTrash(note: Document): Promise<boolean> {
      try {
        await api.remove(note.id);
      } catch (error) {
        fail(error, note.id, 'Failed to delete the note.');
        return false;
      }
      void changes.refreshLists();
      toast({
        message: `${titleOf(note)} was deleted.`,
        tone: 'success',
        action: { label: 'Undo', run: () => void restore(note) },
      });
      return true;
    },
  };
}
