import { useId } from 'react';
import { Button } from '@tomekeeper/ui/button';
import type { Document } from '../../documents-api';
import { dayInWords } from './day-in-words';
import styles from './document-list.module.css';
import { OpenDocument } from '../open-document/open-document';
import { AudienceOf, RevealButton, useReveal } from '../reveal/reveal';

interface DocumentRowProps {
  document: Document;
  isOwner: boolean;
  onDelete: () => void;
  onRename: () => void;
}

/** One document: a press on its row opens it, its audience and its age stand below its name. */
export function DocumentRow({ document, isOwner, onDelete, onRename }: DocumentRowProps) {
  const nameId = useId();
  const reveal = useReveal(document);

  return (
    <li className={styles.row}>
      <div className={styles.name}>
        <OpenDocument document={document} id={nameId} />
      </div>
      <div className={styles.facts}>
        <AudienceOf document={document} changed={reveal.isSuccess} />
        <CreatedDate of={document.created_at} />
      </div>
      {isOwner && (
        <div className={styles.actions}>
          <RevealButton document={document} reveal={reveal} describedBy={nameId} />
          <Button
            variant="quiet"
            size="small"
            className={styles.lesser}
            aria-describedby={nameId}
            onClick={onRename}
          >
            Rename
          </Button>
          <Button
            variant="quiet"
            size="small"
            className={styles.lesser}
            aria-describedby={nameId}
            onClick={onDelete}
          >
            Delete
          </Button>
        </div>
      )}
      {reveal.failure && <div className={styles.failure}>{reveal.failure}</div>}
    </li>
  );
}

const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' });

/** The day a document was made, as people say it. */
function CreatedDate({ of }: { of: string }) {
  const moment = new Date(of);
  if (Number.isNaN(moment.getTime())) return <span>{of}</span>;
  return (
    <time dateTime={moment.toISOString()} title={MOMENT.format(moment)}>
      {dayInWords(moment, new Date())}
    </time>
  );
}
