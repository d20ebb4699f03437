import type { MouseEvent } from 'react';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { Button } from '@tomekeeper/ui/button';
import { classNames } from '@tomekeeper/ui/class-names';
import { fileSize } from '@tomekeeper/ui/file-input';
import { isNote, nameOf, type Document } from '../../documents-api/documents-api';
import { dayInWords } from '../../documents-api/display/day-in-words';
import styles from './document-row.module.css';
import { OpenDocument } from '../open-document/open-document';
import { ShowButton } from '../../sharing/show-now/show-button';
import { AudienceOf, RevealButton, useReveal } from '../../sharing/reveal/reveal';
import { FileMenu } from '../document-menu/file-menu';
import type { FileQuestion } from '../document-menu/file-questions';
import { TextStateFact } from '../../documents-api/display/text-state';
import { MixedFact } from '../../sharing/audiences/mixed-fact';
import { Thumbnail } from '../thumbnail/thumbnail';

/** GM actions on one document. */
interface GmsActs {
  isChosen: boolean;
  onChoose: (press: { shiftKey: boolean }) => void;
  /** For the owner, after confirmation. */
  onDelete?: () => void;
  /** For a co-GM, without confirmation but with undo. */
  onTrash?: () => Promise<void>;
  onRename: () => void;
  /** Opens a dialog about the file. */
  onAskFile: (to: FileQuestion) => void;
}

interface DocumentRowProps {
  document: Document;
  /** Absent for players. */
  acts?: GmsActs | undefined;
  /** Unread label for players. */
  news?: string | undefined;
  /** Card layout with a large icon. */
  isCard?: boolean;
  onOpen: () => void;
}

/** One document with audience and date; a click on the row opens it. */
export function DocumentRow({ document, acts, news, isCard = false, onOpen }: DocumentRowProps) {
  const name = nameOf(document);
  const reveal = useReveal(document);
  const press = (event: MouseEvent) => {
    if (!acts || !event.shiftKey) return onOpen();
    event.preventDefault();
    event.stopPropagation();
    acts.onChoose(event);
  };

  return (
    <li
      className={classNames(
        isCard ? styles.card : styles.row,
        acts?.isChosen && styles.chosen,
        news && styles.unread,
      )}
    >
      <div className={styles.mark}>
        {acts && (
          <label className={styles.choose}>
            <input
              type="checkbox"
              className={styles.box}
              aria-label={`Select ${name}`}
              checked={acts.isChosen}
              onClick={(event) => acts.onChoose(event)}
              onChange={() => undefined}
            />
          </label>
        )}
        <span className={styles.kind}>
          <Thumbnail document={document} isLarge={isCard} />
        </span>
      </div>
      <div className={styles.name} data-name onClickCapture={press}>
        <OpenDocument document={document} />
        {news && <span className={styles.new}>{news}</span>}
      </div>
      <div className={styles.audience}>
        <AudienceOf document={document} changed={reveal.isSuccess} />
      </div>
      <div className={styles.facts}>
        <CreatedDate of={document.created_at} />
        {document.pinned && <span className={styles.pinned}>Pinned</span>}
        {(document.tags ?? []).map((tag) => (
          <span key={tag} className={styles.tag}>
            {tag}
          </span>
        ))}
        {typeof document.size === 'number' && !isNote(document) && (
          <span>{fileSize(document.size)}</span>
        )}
        {acts && <TextStateFact document={document} />}
        {acts && <MixedFact document={document} />}
      </div>
      {acts && (
        <div className={styles.actions}>
          <RevealButton document={document} reveal={reveal} />
          <ShowButton document={document} className={styles.lesser} />
          <Button
            variant="quiet"
            size="small"
            className={styles.lesser}
            aria-label={`Rename ${name}`}
            onClick={acts.onRename}
          >
            Rename
          </Button>
          {acts.onDelete && (
            <Button
              variant="quiet"
              size="small"
              className={styles.lesser}
              aria-label={`Delete ${name}`}
              onClick={acts.onDelete}
            >
              Delete
            </Button>
          )}
          {acts.onTrash && <TrashIt name={name} onTrash={acts.onTrash} />}
        </div>
      )}
      {acts && (
        <div className={styles.more}>
          <FileMenu document={document} onAsk={acts.onAskFile} />
        </div>
      )}
      {reveal.failure && <div className={styles.failure}>{reveal.failure}</div>}
      {reveal.dialog}
    </li>
  );
}

/** Submits once per press. */
function TrashIt({ name, onTrash }: { name: string; onTrash: () => Promise<void> }) {
  const moving = useSerialMutation({ mutationFn: onTrash });
  return (
    <Button
      variant="quiet"
      size="small"
      className={styles.lesser}
      aria-label={`Move to trash: ${name}`}
      busy={moving.isPending && 'Moving…'}
      onClick={() => moving.mutate()}
    >
      Move to trash
    </Button>
  );
}

const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' });

/** Creation date, relative if recent. */
function CreatedDate({ of }: { of: string }) {
  const moment = new Date(of);
  if (Number.isNaN(moment.getTime())) return <span>{of}</span>;
  return (
    <time dateTime={moment.toISOString()} title={MOMENT.format(moment)}>
      {dayInWords(moment, new Date())}
    </time>
  );
}
