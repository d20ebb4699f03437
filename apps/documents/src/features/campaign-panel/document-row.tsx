import { useId } from 'react';
import { Button } from '@tomekeeper/ui/button';
import type { Document } from '../../documents-api';
import { OpenDocument } from '../open-document/open-document';
import { AudienceOf } from '../reveal/audience-of';
import { RevealButton } from '../reveal/reveal-button';
import { useReveal } from '../reveal/use-reveal';
import { CreatedDate } from './created-date';
import styles from './document-list.module.css';

interface DocumentRowProps {
  document: Document;
  isOwner: boolean;
  onDelete: () => void;
  onRename: () => void;
}

/** One document: its name opens it, its audience and its age stand beside it. */
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
