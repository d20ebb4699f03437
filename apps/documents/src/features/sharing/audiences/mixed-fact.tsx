import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { Button } from '@tomekeeper/ui/button';
import { Notice } from '@tomekeeper/ui/notice';
import { nameOf, useDocumentsApi, type Document } from '../../documents-api/documents-api';
import { useListChanges } from '../../documents-api/use-document-list';
import { handoutsInWords, mixedInWords, withheldInWords } from './of-document';

/** Document facts for GMs: parts with a different audience, and restricted file access. */
export function MixedFact({ document }: { document: Document }) {
  const mixed = mixedInWords(document);
  const restriction = withheldInWords(document);
  return (
    <>
      {mixed && <span title={mixed.more}>{mixed.words}</span>}
      {document.handouts !== undefined && <span>{handoutsInWords(document)}</span>}
      {restriction && <span title={restriction.why}>{restriction.title}</span>}
    </>
  );
}

/** Notice for GMs that players cannot open the file, with the reason and a remedy if there is one. */
export function WithheldNotice({ document }: { document: Document }) {
  const restriction = withheldInWords(document);
  if (!restriction) return null;
  return (
    <Notice
      title={restriction.title}
      action={restriction.isFree ? <GiveFile document={document} /> : undefined}
    >
      <p>{restriction.why}</p>
    </Notice>
  );
}

/** Gives players access to the file once nothing in the document is hidden. Access is never restored automatically. */
export function useGiveFile(document: Document) {
  const { toast } = useShell();
  const api = useDocumentsApi();
  const list = useListChanges(document.campaign);
  return useSerialMutation({
    mutationFn: () => api.update(document.id, { give_file: true }),
    onSuccess: async (changed) => {
      await list.replace(changed);
      toast({ message: `Players get the file of ${nameOf(changed)}.`, tone: 'success' });
    },
    onError(error) {
      list.refreshIfGone(error);
      toast({
        message: detailOrText(error, 'Could not give players the file. Try again in a moment.')
          .message,
        tone: 'error',
      });
    },
  });
}

function GiveFile({ document }: { document: Document }) {
  const giving = useGiveFile(document);
  return (
    <Button
      variant="secondary"
      size="small"
      aria-label={`Release file to players: ${nameOf(document)}`}
      busy={giving.isPending && 'Releasing…'}
      onClick={() => giving.mutate()}
    >
      Release file to players
    </Button>
  );
}
