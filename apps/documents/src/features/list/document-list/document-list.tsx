import { useRef, useState, type ReactNode } from 'react';
import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import type { Role } from '@tomekeeper/remote-kit/campaign';
import { buttonClass } from '@tomekeeper/ui/button';
import { EmptyState } from '@tomekeeper/ui/empty-state';
import { SelectField } from '@tomekeeper/ui/field';
import { findByName, NameFilter } from '@tomekeeper/ui/name-filter';
import { nameOf, type Document, type Facets } from '../../documents-api/documents-api';
import { importPath } from '../../documents-api/viewer-path';
import { DeleteDialog } from '../document-dialogs/delete-dialog';
import { RenameDialog } from '../document-dialogs/rename-dialog';
import { Folders } from '../library/folders';
import type { Layout } from '../library/layout';
import { PartList } from '../parts/part-list';
import { useParts, type DocumentPart } from '../parts/use-parts';
import { SharedFolder } from '../tags/shared-folder';
import { isTagged } from '../tags/tag-tree';
import { useSharedTags } from '../tags/use-shared-tags';
import { MorePages } from '../rows/more-pages';
import { Rows, type Question } from '../rows/rows';
import {
  useFilteredPages,
  useMissingDocuments,
  type DocumentPages,
} from '../rows/use-filtered-pages';
import { ThumbnailsOf } from '../thumbnail/thumbnail';
import { FileQuestions } from '../document-menu/file-questions';
import { useNews } from '../../documents-api/news/use-news';
import { ExampleRows } from './example-rows';
import { NarrowingFields, useNarrowing, type Wanted } from './narrowing';
import { countSessions, sorted, sortingsFor, useSorting } from './sorting';
import styles from './document-list.module.css';

interface DocumentListProps {
  campaignId: string;
  /** The loaded documents. */
  documents: readonly Document[];
  pages: DocumentPages;
  /** Counts and filter values, if not all documents are loaded. */
  facets?: Facets | undefined;
  role: Role;
  filter: string;
  onFilter: (filter: string) => void;
  /** Layout of the library, which has folders and more filters. */
  layout?: Layout | undefined;
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
function Listed(props: ListedProps) {
  const { campaignId, documents, pages, facets, role, filter, onFilter, layout, onAsk } = props;
  const [wished, setSorting] = useSorting();
  const sortings = sortingsFor(facets ? facets.sessions : countSessions(documents));
  const sorting = sortings.some(({ value }) => value === wished) ? wished : 'newest';
  const rows = useRef<HTMLDivElement>(null);
  const viewAs = useViewAs();
  const unread = useNews(campaignId);
  const inLibrary = layout !== undefined;
  const isGmsLibrary = inLibrary && role !== 'player' && viewAs === undefined;
  const parts = useParts(campaignId, isGmsLibrary);
  const { isShared } = useSharedTags(campaignId, isGmsLibrary);
  const narrowing = useNarrowing(documents, parts, role, inLibrary, facets);
  const { narrowed, folders, wanted, want } = narrowing;
  const isGallery = layout === 'gallery';
  const listed = useFilteredPages(campaignId, pages, { filter, wanted, sorting, isGallery });
  const partsShown = wantedParts(parts, wanted, filter);
  const ofParts = useMissingDocuments(
    campaignId,
    pages,
    partsShown.map(({ document }) => document),
  );
  if (documents.length === 0)
    return (
      <NoDocuments
        isGm={role !== 'player'}
        action={isGmsLibrary && <ImportLink campaignId={campaignId} />}
      />
    );

  const list = (
    <div ref={rows}>
      <NameFilter
        items={listed ? (listed.documents ?? []) : sorted(narrowed, sorting)}
        isMatched={listed !== undefined}
        isLoading={listed?.isPending ?? false}
        offered={facets?.total ?? documents.length}
        {...(inLibrary && { offeredFrom: 2 })}
        nameOf={nameOf}
        labelsOf={tagsOf}
        noun="document"
        value={filter}
        onChange={onFilter}
        onEnter={() => openFirst(rows.current)}
        toolsInUse={Object.values(wanted).some(Boolean)}
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
            {inLibrary && <PartList parts={partsShown} documents={[...documents, ...ofParts]} />}
            <Rows
              campaignId={campaignId}
              documents={found}
              role={role}
              onAsk={onAsk}
              unread={unread}
              tags={folders.map(({ path }) => path)}
              layout={layout}
              loadAll={listed?.loadAll}
            />
            {listed && <MorePages list={listed} />}
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
          facets={facets}
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
  { tag, kind, category, audience }: Wanted,
  filter: string,
): readonly DocumentPart[] {
  if (kind || category || audience) return [];
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

function ImportLink({ campaignId }: { campaignId: string }) {
  const { Link } = useShell().routing;
  return (
    <Link className={buttonClass({ variant: 'secondary' })} to={importPath(campaignId)}>
      Import a vault or folder
    </Link>
  );
}

function NoDocuments({ isGm, action }: { isGm: boolean; action: ReactNode }) {
  return (
    <>
      <EmptyState title="No documents yet." action={action}>
        {isGm
          ? 'Upload maps, handouts and notes. Players never learn that a document with spoilers exists, until you reveal it.'
          : 'Documents that your game master shares with the table appear here.'}
      </EmptyState>
      <ExampleRows isGm={isGm} />
    </>
  );
}
