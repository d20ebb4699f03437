import { useViewAs } from '@tomekeeper/remote-kit';
import { useCallback, useMemo } from 'react';
import type { Document } from '../documents-api/documents-api';
import { pathOfLink, viewerPath } from '../documents-api/viewer-path';
import { passageOf } from './reading-position/use-reading-place';

/** Value of the reading context, and the URL of each passage. */
export function useReading(
  document: Document,
  words: RegExp | undefined,
  createNote: ((title: string) => void) | undefined,
) {
  const viewAs = useViewAs();
  const path = viewerPath(document, viewAs);
  const { campaign } = document;
  const addressOf = useCallback((id: string) => `${path}#p-${encodeURIComponent(id)}`, [path]);
  const reading = useMemo(
    () => ({
      words,
      createNote,
      addressOf: (href: string) => {
        const passage = passageOf(href);
        return passage ? addressOf(passage) : pathOfLink(href, campaign, viewAs);
      },
    }),
    [words, addressOf, campaign, viewAs, createNote],
  );
  return { reading, addressOf };
}
