import { useEffect, useRef, useState } from 'react';
import { textThenDetail } from '@tomekeeper/api-client';
import { NOTE_LIMITS } from '@tomekeeper/contracts-document';
import type { WidgetProps } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { TextField } from '@tomekeeper/ui/field';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { titleOf, type Document } from '../../documents-api/documents-api';
import { useDocument } from '../../documents-api/use-document-list';
import { passagesInWords } from '../audiences/audience-text';
import { hiddenFromSome, shownToSome } from '../audiences/of-document';
import { useReveal } from '../reveal/reveal';
import styles from './publish-recap.module.css';
import { RecapSkeleton } from './recap-skeleton';

/** Whether players see a recap, and the button that reveals it to the party. */
export function PublishRecap({
  campaignId,
  document: id,
  proposedTitle,
}: WidgetProps['documents.publish-recap']) {
  const { data: document, isMissing, error, refetch } = useDocument(campaignId, id, true);
  return (
    <div className={styles.recap}>
      {document ? (
        <State document={document} proposedTitle={proposedTitle} />
      ) : isMissing ? (
        <p className={styles.state}>
          The note was deleted. Restore it from the trash, or unlink it.
        </p>
      ) : error ? (
        <LoadFailure
          {...textThenDetail(error, 'Unable to load recap.')}
          onRetry={() => void refetch()}
        />
      ) : (
        <RecapSkeleton />
      )}
    </div>
  );
}

function State({ document, proposedTitle }: { document: Document; proposedTitle: string }) {
  const [isAsked, setAsked] = useState(false);
  const state = useRef<HTMLParagraphElement>(null);
  const publish = useReveal(document, { outcomeOf: outcomeInWords });
  const isPublished = !document.is_spoilers;
  useEffect(() => {
    // The pressed button is removed.
    if (isPublished && publish.isSuccess) state.current?.focus();
  }, [isPublished, publish.isSuccess]);
  return (
    <>
      <p className={styles.state} ref={state} tabIndex={-1}>
        {stateInWords(document)}
      </p>
      {!isPublished && (
        <Button
          size="small"
          busy={publish.isPending && 'Publishing…'}
          onClick={() => setAsked(true)}
        >
          Publish recap
        </Button>
      )}
      {isAsked && (
        <TitleForPlayers
          proposed={proposedTitle}
          onClose={() => setAsked(false)}
          onTitle={(title) => {
            setAsked(false);
            publish.revealAs(title);
          }}
        />
      )}
      {publish.dialog}
      {publish.failure}
    </>
  );
}

interface TitleForPlayersProps {
  proposed: string;
  onClose: () => void;
  onTitle: (title: string) => void;
}

function TitleForPlayers({ proposed, onClose, onTitle }: TitleForPlayersProps) {
  const [title, setTitle] = useState(proposed);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Publish the recap?"
      description="All players get its sentences. Passages for game masters or chosen players keep their audience."
      confirm="Publish"
      disabled={title.trim() === ''}
      onConfirm={() => onTitle(title.trim())}
      fields={
        <TextField
          label="Title for players"
          autoComplete="off"
          maxLength={NOTE_LIMITS.titleLength}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
      }
    />
  );
}

function stateInWords(document: Document): string {
  const shown = shownToSome(document);
  if (document.is_spoilers)
    return shown === 0
      ? 'Draft: only game masters see it.'
      : `Draft: players see ${passagesInWords(shown).toLowerCase()} of it.`;
  const hidden = hiddenFromSome(document);
  return hidden === 0
    ? `Published as “${titleOf(document)}”.`
    : `Published as “${titleOf(document)}”, without ${passagesInWords(hidden).toLowerCase()} that some players do not see.`;
}

const outcomeInWords = (document: Document): string =>
  document.is_spoilers
    ? 'The recap is hidden from the players.'
    : `Published: players read “${titleOf(document)}”.`;
