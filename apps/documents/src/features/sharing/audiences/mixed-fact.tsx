import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useOneAtATime } from '@tomekeeper/remote-kit/query';
import { Button } from '@tomekeeper/ui/button';
import { Notice } from '@tomekeeper/ui/notice';
import { nameOf, useDocumentsApi, type Document } from '../../documents-api/documents-api';
import { useListChanges } from '../../documents-api/use-document-list';
import { mixedInWords, withheldInWords } from './of-document';

/** Among the facts of a document, for GMs: what of it is for others than the rest, and that players get no file. */
export function MixedFact({ document }: { document: Document }) {
  const mixed = mixedInWords(document);
  const withheld = withheldInWords(document);
  return (
    <>
      {mixed && <span title={mixed.more}>{mixed.words}</span>}
      {withheld && <span title={withheld.why}>{withheld.title}</span>}
    </>
  );
}

/** Above a document, for GMs: why players get no file, and the way out where there is one. */
export function WithheldNotice({ document }: { document: Document }) {
  const withheld = withheldInWords(document);
  if (!withheld) return null;
  return (
    <Notice
      title={withheld.title}
      action={withheld.isFree ? <GiveFile document={document} /> : undefined}
    >
      <p>{withheld.why}</p>
    </Notice>
  );
}

/** Frees the file of a document of which nothing is hidden any longer. It never frees itself. */
export function useGiveFile(document: Document) {
  const { toast } = useShell();
  const api = useDocumentsApi();
  const list = useListChanges(document.campaign);
  return useOneAtATime({
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
