import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { detailOrText } from '@tomekeeper/api-client';
import { PARTY, useShell, useViewAs } from '@tomekeeper/remote-kit';
import { Button, buttonClass } from '@tomekeeper/ui/button';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { menuItemClass } from '@tomekeeper/ui/menu';
import {
  isManaged,
  isNote,
  isPlayerNote,
  mayWrite,
  nameOf,
  useDocumentsApi,
  type Document,
} from '../../documents-api/documents-api';
import { isGone, keyOfDocuments } from '../../documents-api/use-document-list';
import { editorPath, ledgerPath, printPath, viewerPath } from '../../documents-api/viewer-path';
import { FileMenu } from '../../list/document-menu/file-menu';
import { FileQuestions, type FileQuestion } from '../../list/document-menu/file-questions';
import { RevealButton, useReveal } from '../../sharing/reveal/reveal';
import { ShowButton, useShowNow } from '../../sharing/show-now/show-button';
import { fileKind } from '../file-kind';
import { OpenInTab } from '../open-in-tab';
import { save } from '../../documents-api/page/save';
import { printer } from '../viewer-shapes';
import { PlayerNoteActions, ReadersOfNote } from './player-note-actions';
import styles from '../viewer.module.css';

interface DocumentActionsProps {
  document: Document;
  /** Prints the text; undefined while the file is shown. */
  printText: (() => void) | undefined;
}

/** Actions of an open document. */
export function DocumentActions({ document, printText }: DocumentActionsProps) {
  const kind = fileKind(document);
  const hasFile = !isNote(document);
  const viewAs = useViewAs();
  const isGm = isManaged(document) && viewAs === undefined;
  return (
    <div className={styles.actions}>
      {mayWrite(document, viewAs) && <EditLink document={document} />}
      {isPlayerNote(document) && <ReadersOfNote note={document} />}
      {isGm && <RevealIt document={document} />}
      {isGm && <ShowIt document={document} />}
      {(hasFile || document.original) && <DownloadButton document={document} variant="quiet" />}
      {hasFile && kind === 'pdf' && !printText && <OpenInTab document={document} />}
      {(printText || (hasFile && (kind === 'image' || kind === 'text'))) && (
        <Button
          variant="quiet"
          size="small"
          icon={<Drawing shape={printer} />}
          onClick={() => (printText ? printText() : window.print())}
        >
          <span className={styles.words}>Print</span>
        </Button>
      )}
      {isGm && <FileActs document={document} />}
      {isPlayerNote(document) && <PlayerNoteActions note={document} />}
    </div>
  );
}

/** Link to the editor. */
function EditLink({ document }: { document: Document }) {
  const { Link } = useShell().routing;
  return (
    <Link
      to={editorPath(document)}
      className={buttonClass({ variant: 'quiet', size: 'small' })}
      aria-label={`Edit ${nameOf(document)}`}
    >
      <Drawing shape={iconShapes.pencil} />
      <span>Edit</span>
    </Link>
  );
}

function FileActs({ document }: { document: Document }) {
  const [asked, setAsked] = useState<FileQuestion>();
  return (
    <>
      <FileMenu document={document} onAsk={setAsked}>
        <MenuLink to={viewerPath(document, PARTY)}>View as your players</MenuLink>
        <MenuLink to={printPath(document.campaign, [document.id])}>Print a copy…</MenuLink>
        <MenuLink to={ledgerPath(document.campaign)}>Ledger</MenuLink>
      </FileMenu>
      {asked && (
        <FileQuestions to={asked} document={document} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}

function MenuLink({ to, children }: { to: string; children: string }) {
  const { Link } = useShell().routing;
  return (
    <Link to={to} role="menuitem" tabIndex={-1} className={menuItemClass}>
      {children}
    </Link>
  );
}

/** A second press or the undo in the toast reverts it. */
function RevealIt({ document }: { document: Document }) {
  const reveal = useReveal(document);
  return (
    <>
      <RevealButton document={document} reveal={reveal} />
      {reveal.failure}
      {reveal.dialog}
    </>
  );
}

function ShowIt({ document }: { document: Document }) {
  const showing = useShowNow(document);
  return (
    <>
      <ShowButton {...{ document, showing }} />
      {showing.dialog}
    </>
  );
}

interface DownloadButtonProps {
  document: Document;
  variant: 'quiet' | 'primary';
}

/** Downloads the original file; of a note, the file that it was made of. */
export function DownloadButton({ document, variant }: DownloadButtonProps) {
  const { toast } = useShell();
  const api = useDocumentsApi();
  const queryClient = useQueryClient();
  const viewAs = useViewAs();
  const saving = useMutation({
    mutationFn: () =>
      isNote(document) ? api.downloadOriginal(document.id) : api.download(document.id),
    onSuccess: ({ url }) => save(url),
    onError: (error) => {
      // The page shows that the document is gone after its refetch.
      if (isGone(error))
        void queryClient.invalidateQueries({ queryKey: keyOfDocuments(document.campaign, viewAs) });
      else
        toast({
          message: detailOrText(error, 'Unable to download document.').message,
          tone: 'error',
        });
    },
  });
  return (
    <Button
      variant={variant}
      size={variant === 'quiet' ? 'small' : 'medium'}
      icon={<Drawing shape={iconShapes.download} />}
      busy={saving.isPending && 'Downloading…'}
      onClick={() => saving.mutate()}
    >
      <span className={styles.words}>Download original</span>
    </Button>
  );
}
