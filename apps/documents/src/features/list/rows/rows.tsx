import type { KeyboardEvent } from 'react';
import type { Role } from '@tomekeeper/remote-kit/campaign';
import { Button } from '@tomekeeper/ui/button';
import { PHONE, useMediaQuery } from '@tomekeeper/ui/media-query';
import { moveRowFocus } from '@tomekeeper/ui/row-focus';
import { isPressed } from '@tomekeeper/ui/shortcuts';
import type { Document } from '../../documents-api/documents-api';
import { LIST_SHORTCUTS } from '../../shortcuts/shortcuts';
import { DocumentRow } from '../document-list/document-row';
import type { FileQuestion } from '../document-menu/file-questions';
import type { Layout } from '../library/layout';
import { useSelection } from '../selection/selection';
import { SelectionBar } from '../selection/selection-bar';
import { useBulkActs } from '../selection/use-bulk-acts';
import { useTrashActs } from '../trash/use-trash-acts';
import type { useNews } from '../../documents-api/news/use-news';
import { gallerySections } from './gallery-sections';
import styles from './rows.module.css';

/** A dialog opened from a row. */
export interface Question {
  to: 'delete' | 'rename' | FileQuestion;
  document: Document;
}

interface RowsProps {
  campaignId: string;
  documents: readonly Document[];
  role: Role;
  /** Layout of the library; undefined in the campaign panel. */
  layout: Layout | undefined;
  onAsk: (question: Question) => void;
  unread: ReturnType<typeof useNews>;
  /** All tags of the campaign. */
  tags: readonly string[];
  /** Loads all documents of the list; undefined if they are loaded. */
  loadAll?: (() => Promise<readonly Document[]>) | undefined;
}

/** Rows of documents, or the cards of the gallery in sections by category, with selection and bulk actions. */
export function Rows({
  campaignId,
  documents: listed,
  role,
  layout,
  onAsk,
  unread,
  tags,
  loadAll,
}: RowsProps) {
  const isGallery = layout === 'gallery';
  const sections = isGallery
    ? gallerySections(listed)
    : [{ category: '', heading: undefined, documents: listed }];
  // In the order on the screen.
  const documents = sections.flatMap((section) => section.documents);
  const selection = useSelection(documents, loadAll);
  // Not in the bar, which an undo outlives.
  const bulk = useBulkActs(campaignId, selection.clear);
  const { moveToTrash } = useTrashActs(campaignId);
  const isGm = role !== 'player';
  const inLibrary = layout !== undefined;
  const isPhone = useMediaQuery(PHONE);
  const news = documents.filter((one) => unread.newsOf(one) !== undefined).length;

  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    // React also sends the keys of dialogs that a row opened.
    if (!event.currentTarget.contains(event.target as Node)) return;
    const moved = moveRowFocus(event, isGallery);
    if (!isGm) return;
    const pressed = documents[rowOf(event)];
    if (moved !== undefined && event.shiftKey) {
      const [from, to] = [documents[moved.from], documents[moved.to]];
      if (selection.chosen.length === 0 && from) selection.toggle(from);
      if (to) selection.extendTo(to);
    } else if (isPressed(event, LIST_SHORTCUTS.clear) && selection.chosen.length > 0) {
      selection.clear();
    } else if (isPressed(event, LIST_SHORTCUTS.all)) {
      event.preventDefault();
      selection.all();
    } else if (isPressed(event, LIST_SHORTCUTS.select) && pressed) {
      selection.toggle(pressed);
    }
  };

  return (
    <>
      {news > 0 && (
        <div className={styles.news}>
          <span>{news} new since you last looked</span>
          <Button variant="quiet" size="small" onClick={unread.readAll}>
            Mark all as read
          </Button>
        </div>
      )}
      {/* The keys of all sections. */}
      <div role="presentation" onKeyDown={press}>
        {sections.map(({ category, heading, documents: found }) => (
          <section key={category} aria-label={heading}>
            {heading && <h2 className={styles.heading}>{heading}</h2>}
            <ul role="list" className={isGallery ? styles.cards : styles.list} data-layout={layout}>
              {found.map((document) => (
                <DocumentRow
                  key={document.id}
                  document={document}
                  isCard={isGallery}
                  isCompact={inLibrary && isPhone}
                  isRoving={inLibrary}
                  news={unread.newsOf(document)}
                  acts={
                    isGm
                      ? {
                          isChosen: selection.isChosen(document),
                          onChoose: ({ shiftKey }) =>
                            shiftKey ? selection.extendTo(document) : selection.toggle(document),
                          ...(role === 'owner'
                            ? { onDelete: () => onAsk({ to: 'delete', document }) }
                            : { onTrash: () => moveToTrash(document) }),
                          onRename: () => onAsk({ to: 'rename', document }),
                          onAskFile: (to) => onAsk({ to, document }),
                        }
                      : undefined
                  }
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {(selection.chosen.length > 0 || bulk.busy) && (
        <SelectionBar
          campaignId={campaignId}
          known={tags}
          isOwner={role === 'owner'}
          selection={selection}
          bulk={bulk}
        />
      )}
    </>
  );
}

/** Index of the row with the focus; -1 in an open menu. */
function rowOf({ currentTarget, target }: KeyboardEvent<HTMLElement>): number {
  if (!(target instanceof Element) || target.closest('[role="menu"]')) return -1;
  return [...currentTarget.querySelectorAll('[data-row]')].findIndex((row) => row.contains(target));
}
