import { useMutation, useQueryClient } from '@tanstack/react-query';
import { detailOrText } from '@tomekeeper/api-client';
import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { Drawing } from '@tomekeeper/ui/icon';
import { nameOf, useDocumentsApi, type Document } from '../documents-api/documents-api';
import { isGone, keyOfDocuments } from '../documents-api/use-document-list';
import { printer } from './viewer-shapes';

/** Opens a file with the browser's own viewer in a new tab. The tab opens synchronously with the click. */
export function OpenInTab({ document }: { document: Document }) {
  const { toast } = useShell();
  const api = useDocumentsApi();
  const queryClient = useQueryClient();
  const viewAs = useViewAs();
  const opening = useMutation({
    mutationFn: async (_tab: Window | null) => api.content(document.id),
    onSuccess: ({ url }, tab) => {
      if (tab && !tab.closed) tab.location.replace(url);
      if (!tab) toast({ message: 'Your browser blocked the new tab. Download the file instead.' });
    },
    onError: (error, tab) => {
      tab?.close();
      // The page shows that the document is gone after its refetch.
      if (isGone(error))
        void queryClient.invalidateQueries({ queryKey: keyOfDocuments(document.campaign, viewAs) });
      else
        toast({ message: detailOrText(error, 'Unable to open document.').message, tone: 'error' });
    },
  });
  return (
    <Button
      variant="quiet"
      size="small"
      icon={<Drawing shape={printer} />}
      busy={opening.isPending && 'Opening…'}
      title="Opens the file in a new tab, to print it from there"
      // Before any await: popup blockers only allow tabs opened synchronously by a click.
      onClick={() => opening.mutate(openTab(nameOf(document)))}
    >
      Print
    </Button>
  );
}

function openTab(name: string): Window | null {
  const tab = window.open('', '_blank');
  if (tab) {
    // The file is served from another origin and must not access this page.
    tab.opener = null;
    tab.document.title = name;
    tab.document.documentElement.style.colorScheme = 'light dark';
    tab.document.body.textContent = `Opening ${name}…`;
  }
  return tab;
}
