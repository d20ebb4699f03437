import type { MouseEvent } from 'react';
import { classNames } from '@tomekeeper/ui/class-names';
import { fileSize } from '@tomekeeper/ui/file-input';
import { isNote, nameOf, type Document } from '../../documents-api/documents-api';
import { categoryInWords } from '../../documents-api/display/category';
import { DayOf } from '../../documents-api/display/day-of';
import styles from './document-row.module.css';
import { OpenDocument } from '../open-document/open-document';
import { AudienceOf, useReveal } from '../../sharing/reveal/reveal';
import { TextStateFact } from '../../documents-api/display/text-state';
import { MixedFact } from '../../sharing/audiences/mixed-fact';
import { Thumbnail } from '../thumbnail/thumbnail';
import { RowActions, type GmsActs } from './row-actions';

interface DocumentRowProps {
  document: Document;
  /** Absent for players. */
  acts?: GmsActs | undefined;
  /** Unread label for players. */
  news?: string | undefined;
  /** Card layout with a large icon. */
  isCard?: boolean;
  /** Whether all actions are in the menu, for phones. */
  isCompact?: boolean;
  /** Whether the row is in the library: arrow keys reach the controls other than the name and the first action. */
  isRoving?: boolean;
}

/** One document with audience and date; a click on the row opens it. */
export function DocumentRow({
  document,
  acts,
  news,
  isCard = false,
  isCompact = false,
  isRoving = false,
}: DocumentRowProps) {
  const name = nameOf(document);
  const category = categoryInWords(document.category);
  const reveal = useReveal(document);
  const press = (event: MouseEvent) => {
    if (!acts || !event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    acts.onChoose(event);
  };

  return (
    <li
      data-row=""
      className={classNames(
        isCard ? styles.card : styles.row,
        isCompact && styles.compact,
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
              tabIndex={isRoving ? -1 : undefined}
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
        <OpenDocument document={document} isFileName={!isRoving} />
        {news && <span className={styles.new}>{news}</span>}
      </div>
      <div className={styles.audience}>
        <AudienceOf document={document} changed={reveal.isSuccess} />
      </div>
      <div className={styles.facts}>
        <DayOf moment={document.created_at} />
        {isRoving && category && <span>{category}</span>}
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
      {acts && <RowActions {...{ document, acts, reveal, isCompact, isRoving }} />}
      {reveal.failure && <div className={styles.failure}>{reveal.failure}</div>}
      {reveal.dialog}
    </li>
  );
}
