import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { classNames } from '@tomekeeper/ui/class-names';
import { FormError } from '@tomekeeper/ui/form-error';
import { Notice } from '@tomekeeper/ui/notice';
import { textLinkClass } from '@tomekeeper/ui/text-link';
import { nameOf, useDocumentsApi, type Document } from '../../documents-api';
import styles from './open-document.module.css';
import { isGone, useListChanges } from '../../use-document-list';

/** A document's name. Pressing it opens the file in a tab of its own. */
export function OpenDocument({ document, id }: { document: Document; id: string }) {
  const { toast } = useShell();
  const api = useDocumentsApi();
  const list = useListChanges(document.campaign);
  const name = nameOf(document);
  const [blocked, setBlocked] = useState<string>();

  const opening = useMutation({
    mutationFn: async (_tab: WaitingTab) => api.content(document.id),
    onSuccess: ({ url }, tab) => {
      if (!tab.goTo(url)) setBlocked(url);
    },
    onError: (error, tab) => {
      tab.close();
      list.refreshIfGone(error);
      // The row goes with the document, so the reason has to stand elsewhere.
      if (isGone(error)) toast({ message: wordsFor(error).message, tone: 'error' });
    },
  });
  const open = () => {
    if (opening.isPending) return;
    setBlocked(undefined);
    // Before anything is awaited: only what a press opens at once passes for wanted.
    opening.mutate(openTab(name));
  };

  return (
    <>
      <button
        type="button"
        id={id}
        className={classNames(textLinkClass, styles.name)}
        aria-busy={opening.isPending || undefined}
        title="Opens in a new tab"
        onClick={open}
      >
        {name}
      </button>
      {opening.error && !isGone(opening.error) && (
        <div className={styles.message}>
          <FormError {...wordsFor(opening.error)} />
        </div>
      )}
      {blocked && (
        <div className={styles.message}>
          <Notice title="Your browser held the new tab back.">
            <a href={blocked} target="_blank" rel="noopener" onClick={() => setBlocked(undefined)}>
              Open it here
            </a>
          </Notice>
        </div>
      )}
    </>
  );
}

const wordsFor = (error: Error) => detailOrText(error, 'Unable to open document.');

/** A tab that stands open, empty, until the address is known. */
export interface WaitingTab {
  /** @returns whether there is a tab to go there */
  goTo(url: string): boolean;
  close(): void;
}

/** Must be called right in the press: what a page opens later, blockers hold back. */
function openTab(name: string): WaitingTab {
  const tab = window.open('', '_blank');
  if (tab) {
    // The file comes from elsewhere and has no business with this page.
    tab.opener = null;
    tab.document.title = name;
    tab.document.documentElement.style.colorScheme = 'light dark';
    tab.document.body.textContent = `Opening ${name}…`;
  }
  return {
    goTo(url) {
      if (!tab || tab.closed) return tab !== null;
      tab.location.replace(url);
      return true;
    },
    close: () => tab?.close(),
  };
}
