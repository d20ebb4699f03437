import { useViewAs } from '@tomekeeper/remote-kit';
import type { Role } from '@tomekeeper/remote-kit/campaign';
import { useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '@tomekeeper/ui/button';
import { EmptyState } from '@tomekeeper/ui/empty-state';
import { SelectField } from '@tomekeeper/ui/field';
import { PHONE, useMediaQuery } from '@tomekeeper/ui/media-query';
import { findByName, NameFilter } from '@tomekeeper/ui/name-filter';
import { moveRowFocus } from '@tomekeeper/ui/row-focus';
import { isPressed } from '@tomekeeper/ui/shortcuts';
import { nameOf, type Document } from '../../documents-api/documents-api';
import { LIST_SHORTCUTS } from '../../shortcuts/shortcuts';
import { DeleteDialog } from '../document-dialogs/delete-dialog';
import { RenameDialog } from '../document-dialogs/rename-dialog';
import { Folders } from '../library/folders';
import type { Layout } from '../library/layout';
import { PartList } from '../parts/part-list';
import { useParts, type DocumentPart } from '../parts/use-parts';
import { SharedFolder } from '../tags/shared-folder';
import { isTagged } from '../tags/tag-tree';
import { useSharedTags } from '../tags/use-shared-tags';
import { ThumbnailsOf } from '../thumbnail/thumbnail';
import { useTrashActs } from '../trash/use-trash-acts';
import { FileQuestions, type FileQuestion } from '../document-menu/file-questions';
import { useUnread } from '../unread/unread';
import { DocumentRow } from './document-row';
import { ExampleRows } from './example-rows';
import { NarrowingFields, useNarrowing, type Wanted } from './narrowing';
import { useSelection } from '../selection/selection';
import { SelectionBar } from '../selection/selection-bar';
import { sorted, sortingsFor, useSorting } from './sorting';
import styles from './document-list.module.css';

interface DocumentListProps {
  campaignId: string;
  documents: readonly Document[];
  role: Role;
  filter: string;
  onFilter: (filter: string) => void;
  /** Layout of the library, which has folders and more filters. */
  layout?: Layout | undefined;
}

/** A dialog opened from a row. */
interface Question {
  to: 'delete' | 'rename' | FileQuestion;
  document: Document;
}

/** Document list with its dialogs. A dialog stays open when its row disappears, to show the reason. */
export function DocumentList(props: DocumentListProps) {
  const { campaignId } = props;
  const [asked, setAsked] = useState<Question>();
  const close = () => setAsked(undefined);
  return (
    <>
      <ThumbnailsOf campaignId={campaignId}>
        <Listed {...props} onAsk={setAsked} />
      </ThumbnailsOf>
      {asked?.to === 'delete' && (
        <DeleteDialog campaignId={campaignId} document={asked.document} onClose={close} />
      )}
      {asked?.to === 'rename' && (
        <RenameDialog campaignId={campaignId} document={asked.document} onClose={close} />
      )}
      {asked && asked.to !== 'delete' && asked.to !== 'rename' && (
        <FileQuestions to={asked.to} document={asked.document} onClose={close} />
      )}
    </>
  );
}

interface ListedProps extends DocumentListProps {
  onAsk: (question: Question) => void;
}

/** Rows with filter, selection and sorting. */
function Listed({ campaignId, documents, role, filter, onFilter, layout, onAsk }: ListedProps) {
  const [wished, setSorting] = useSorting();
  const sortings = sortingsFor(documents);
  const sorting = sortings.some(({ value }) => value === wished) ? wished : 'newest';
  const rows = useRef<HTMLDivElement>(null);
  const viewAs = useViewAs();
  // View-as must not mark documents as read.
  const unread = useUnread(campaignId, documents, role === 'player' && viewAs === undefined);
  const inLibrary = layout !== undefined;
  const isGmsLibrary = inLibrary && role !== 'player' && viewAs === undefined;
  const parts = useParts(campaignId, isGmsLibrary);
  const { isShared } = useSharedTags(campaignId, isGmsLibrary);
  const narrowing = useNarrowing(documents, parts, role, inLibrary);
  const { narrowed, folders, wanted, want } = narrowing;
  if (documents.length === 0) return <NoDocuments isGm={role !== 'player'} />;

  const list = (
    <div ref={rows}>
      <NameFilter
        items={sorted(narrowed, sorting)}
        offered={documents.length}
        {...(inLibrary && { offeredFrom: 2 })}
        nameOf={nameOf}
        labelsOf={tagsOf}
        noun="document"
        value={filter}
        onChange={onFilter}
        onEnter={() => openFirst(rows.current)}
        toolsInUse={Boolean(wanted.tag || wanted.kind || wanted.audience)}
        tools={
          <>
            <div className={styles.tool}>
              <SelectField
                label="Sort by"
                options={sortings}
                value={sorting}
                onChange={setSorting}
              />
            </div>
            <NarrowingFields {...{ narrowing, role, inLibrary }} />
          </>
        }
      >
        {(found) => (
          <>
            {isGmsLibrary && wanted.tag && (
              <SharedFolder key={wanted.tag} campaignId={campaignId} path={wanted.tag} />
            )}
            {inLibrary && (
              <PartList parts={wantedParts(parts, wanted, filter)} documents={documents} />
            )}
            <Rows
              campaignId={campaignId}
              documents={found}
              role={role}
              onAsk={onAsk}
              unread={unread}
              tags={folders.map(({ path }) => path)}
              layout={layout}
            />
          </>
        )}
      </NameFilter>
    </div>
  );
  if (!inLibrary) return list;
  // The list keeps its position in the tree when the first tag adds folders, so that its selection survives.
  return (
    <div className={folders.length > 0 ? styles.withFolders : undefined}>
      {folders.length > 0 && (
        <Folders
          documents={documents}
          folders={folders}
          isShared={isShared}
          open={wanted.tag}
          onOpen={(tag) => want({ tag })}
        />
      )}
      {list}
    </div>
  );
}

/** Tags, which the filter matches in addition to names. */
const tagsOf = (document: Document): readonly string[] => document.tags ?? [];

/** Pinned sections are always listed; tagged ones only match a filter. */
function wantedParts(
  parts: readonly DocumentPart[],
  { tag, kind, audience }: Wanted,
  filter: string,
): readonly DocumentPart[] {
  if (kind || audience) return [];
  const isLooking = tag !== '' || filter.trim() !== '';
  const named = findByName(
    parts.filter((part) => (isLooking || part.pinned) && (!tag || isTagged(part, tag))),
    ({ title, tags }) => [title, ...tags].join(' '),
    filter,
  );
  return named;
}

/** Opens the first document. */
const openFirst = (list: HTMLElement | null): void =>
  list?.querySelector<HTMLElement>('[data-name] > :is(a, button)')?.click();

interface RowsProps extends Pick<
  ListedProps,
  'campaignId' | 'documents' | 'role' | 'layout' | 'onAsk'
> {
  unread: ReturnType<typeof useUnread>;
  /** All tags of the campaign. */
  tags: readonly string[];
}

function Rows({ campaignId, documents, role, layout, onAsk, unread, tags }: RowsProps) {
  const selection = useSelection(documents);
  const { moveToTrash } = useTrashActs(campaignId);
  const isGm = role !== 'player';
  const inLibrary = layout !== undefined;
  const isPhone = useMediaQuery(PHONE);
  const news = documents.filter((one) => unread.newsOf(one) !== undefined).length;

  const press = (event: KeyboardEvent<HTMLUListElement>) => {
    // React also sends the keys of dialogs that a row opened.
    if (!event.currentTarget.contains(event.target as Node)) return;
    const moved = moveRowFocus(event, layout === 'grid');
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
          <Button variant="quiet" size="small" onClick={unread.allRead}>
            Mark all as read
          </Button>
        </div>
      )}
      <ul
        role="list"
        className={layout === 'grid' ? styles.grid : styles.list}
        data-layout={layout}
        onKeyDown={press}
      >
        {documents.map((document) => (
          <DocumentRow
            key={document.id}
            document={document}
            isCard={layout === 'grid'}
            isCompact={inLibrary && isPhone}
            isRoving={inLibrary}
            news={unread.newsOf(document)}
            onOpen={() => unread.opened(document)}
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
      {selection.chosen.length > 0 && (
        <SelectionBar
          campaignId={campaignId}
          known={tags}
          isOwner={role === 'owner'}
          selection={selection}
        />
      )}
    </>
  );
}

/** Index of the row with the focus; -1 in an open menu. */
function rowOf({ currentTarget, target }: KeyboardEvent<HTMLElement>): number {
  if (!(target instanceof Element) || target.closest('[role="menu"]')) return -1;
  return [...currentTarget.children].findIndex((row) => row.contains(target));
}

function NoDocuments({ isGm }: { isGm: boolean }) {
  return (
    <>
      <EmptyState title="No documents yet.">
        {isGm
          ? 'Upload maps, handouts and notes. Players never learn that a document with spoilers exists, until you reveal it.'
          : 'Documents that your game master shares with the table appear here.'}
      </EmptyState>
      <ExampleRows isGm={isGm} />
    </>
  );
}
