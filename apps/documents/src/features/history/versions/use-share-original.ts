import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { titleOf, useDocumentsApi, type Document } from '../../documents-api/documents-api';
import { useListChanges } from '../../documents-api/use-document-list';

type Audience = 'gm' | 'readers';

/** Lets readers of a note download its original file, or withdraws it, with Undo. */
export function useShareOriginal(document: Document) {
  const { toast } = useShell();
  const api = useDocumentsApi();
  const list = useListChanges(document.campaign);
  const sharing = useSerialMutation({
    mutationFn: ({ audience }: { audience: Audience; isUndo?: boolean }) =>
      api.setOriginal(document.id, audience),
    onSuccess: async (changed, { audience, isUndo }) => {
      await list.replace(changed);
      const can = audience === 'readers' ? 'can' : 'can no longer';
      const back = audience === 'readers' ? 'gm' : 'readers';
      toast({
        message: `Your players ${can} download the original file of ${titleOf(changed)}.`,
        tone: 'success',
        ...(!isUndo && {
          action: {
            label: 'Undo',
            run: () => sharing.mutate({ audience: back, isUndo: true }),
          },
        }),
      });
    },
    onError(error) {
      list.refreshIfGone(error);
      const { message } = detailOrText(
        error,
        'Could not change who can download the original file. Try again in a moment.',
      );
      toast({ message, tone: 'error' });
    },
  });
  return sharing;
}
