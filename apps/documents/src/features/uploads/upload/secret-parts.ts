import { useEffect } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import { nameOf, type Document } from '../../documents-api/documents-api';
import { hiddenFromSome } from '../../sharing/audiences/of-document';
import { passagesInWords } from '../../sharing/audiences/audience-text';
import { isExtracting } from '../../documents-api/display/is-extracting';

/** Uploads of this tab whose text may contain secret passages. */
const waiting = new Set<string>();

export function awaitSecretParts({ id, file_withheld }: Document): void {
  if (file_withheld) waiting.add(id);
}

/** Message about the visibility of an uploaded document. */
export const readersInWords = ({ is_spoilers, file_withheld }: Document): string =>
  is_spoilers
    ? 'Your players do not see it.'
    : file_withheld
      ? 'Your players see it once its text is checked for secrets.'
      : 'Your players see it.';

/** Reports secret passages of an upload once its text is extracted. */
export function useSecretPartsMessage(documents: readonly Document[] | undefined): void {
  const { toast } = useShell();
  useEffect(() => {
    for (const document of documents ?? []) {
      if (!waiting.has(document.id) || isExtracting(document)) continue;
      waiting.delete(document.id);
      const hidden = hiddenFromSome(document);
      if (hidden > 0)
        toast({
          message: `${passagesInWords(hidden)} of ${nameOf(document)} ${hidden === 1 ? 'is' : 'are'} secret. Your players read the rest and do not get the file.`,
          tone: 'success',
        });
    }
  }, [documents, toast]);
}
