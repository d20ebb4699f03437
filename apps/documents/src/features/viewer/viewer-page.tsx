import { lazy, Suspense, useCallback, useState } from 'react';
import { detailOrText } from '@tomekeeper/api-client';
import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { WithViewAs } from '@tomekeeper/remote-kit/campaign';
import { buttonClass } from '@tomekeeper/ui/button';
import { Cluster } from '@tomekeeper/ui/stack';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { Portrait } from '../list/portrait/portrait';
import { WhatLinksHere } from '../reader/backlinks/what-links-here';
import { useUploadedDocuments } from '../uploads/bulk-upload/bulk-upload';
import { useFileDrops } from '../documents-api/page/use-file-drops';
import { isNote, isPlayerNote, mayWrite, titleOf } from '../documents-api/documents-api';
import { ReadMark } from '../documents-api/news/read-mark';
import { SeenAs } from '../documents-api/page/seen-as';
import { campaignPath, isEditing } from '../documents-api/viewer-path';
import { useOpenedDocument, type OpenedDocument } from './use-opened-document';
import { DocumentActions } from './document-header/document-actions';
import { DocumentBar } from './document-header/document-bar';
import { DocumentFacts } from './document-header/document-facts';
import { Neighbours } from './document-header/neighbours';
import { ShownAs } from './shown-as';
import styles from './viewer.module.css';

export { Reader } from './shown-as';

/** Exported from the same chunk, so that other users of previews do not load it twice. */
export { Stage } from './stages/stage';

/** Loaded when editing starts. */
const NoteEditor = lazy(async () => ({
  default: (await import('../editor/note-editor')).NoteEditor,
}));

/** `/campaigns/{id}/library/{document}`: one document; with `?as=`, as a player sees it. */
export function ViewerPage() {
  // Prevents the browser from opening a file that is dropped here.
  useFileDrops();
  return (
    <WithViewAs>
      <Viewer />
    </WithViewAs>
  );
}

function Viewer() {
  const { routing } = useShell();
  const { id: campaignId = '', document: documentId = '' } = routing.useParams();
  const viewAs = useViewAs();
  const opened = useOpenedDocument(campaignId, documentId);
  const { document, file } = opened;
  useUploadedDocuments(campaignId);
  const [printer, setPrinter] = useState<{ print: () => void }>();
  const onPrinter = useCallback(
    (print: (() => void) | undefined) => setPrinter(print && { print }),
    [],
  );
  const title = opened.isGone
    ? 'This document is no longer here.'
    : document
      ? titleOf(document)
      : 'Document';
  routing.useTitle(title);
  // The text does not need the file URL, which arrives later.
  const isReadable =
    (isNote(document) || document?.text_state === 'ready') && opened.isSettled && !opened.error;

  const { search } = routing.useLocation();
  const isWritten = document !== undefined && mayWrite(document, viewAs) && isEditing(search);
  const isShown = document !== undefined && (file !== undefined || isReadable);
  const [bar, setBar] = useState<HTMLElement | null>(null);

  return (
    <article className={styles.viewer}>
      <DocumentBar
        campaignId={campaignId}
        document={opened.isGone ? undefined : document}
        isSticky={!isWritten}
        isLoading={!opened.isGone && !opened.error && !isWritten && !isShown}
        onTools={setBar}
      />
      <header className={styles.header}>
        {document && !opened.isGone && !isWritten && (
          <Portrait document={document} className={styles.portrait} />
        )}
        {/* The heading has the focus, so the same element must persist while the document loads. */}
        <h1 className={isWritten ? styles.unseen : styles.title}>{title}</h1>
        {!opened.isGone && !isWritten && (document ?? !opened.error) && (
          <div className={styles.line}>
            {document && (
              <>
                <DocumentFacts document={document} />
                <DocumentActions document={document} printText={printer?.print} />
              </>
            )}
          </div>
        )}
      </header>
      <SeenAs campaignId={campaignId} />
      {opened.isGone ? (
        <Gone campaignId={campaignId} />
      ) : isWritten && opened.person !== undefined ? (
        <Suspense fallback={<Skeleton label="Opening the note…" count={6} />}>
          <NoteEditor key={document.id} document={document} person={opened.person} />
        </Suspense>
      ) : isShown ? (
        <>
          <ShownAs {...{ document, file, bar, onPrinter }} person={opened.person} />
          {opened.person !== undefined && <ReadMark document={document} />}
          {!isPlayerNote(document) && <WhatLinksHere document={document} />}
          <Neighbours newer={opened.newer} older={opened.older} />
        </>
      ) : opened.error ? (
        <LoadFailure {...wordsFor(opened)} onRetry={opened.retry} />
      ) : (
        <Skeleton label="Opening the document…" count={6} />
      )}
    </article>
  );
}

/** Same message for missing, deleted and hidden documents, so that it reveals nothing. */
function Gone({ campaignId }: { campaignId: string }) {
  const { Link } = useShell().routing;
  const viewAs = useViewAs();
  return (
    <div className={styles.gone}>
      <p>
        Nothing opens at this address for you. If you expected something here, ask the game master
        of the campaign; everything that you can open stands in its list of documents.
      </p>
      <Cluster>
        <Link
          className={buttonClass({ variant: 'secondary' })}
          to={campaignPath(campaignId, viewAs)}
        >
          To the campaign’s documents
        </Link>
      </Cluster>
    </div>
  );
}

function wordsFor({ error, document }: OpenedDocument) {
  return detailOrText(error, document ? 'Unable to open document.' : 'Unable to load documents.');
}
