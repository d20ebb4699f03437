import { useId, useRef, type ReactNode } from 'react';
import { textThenDetail } from '@tomekeeper/api-client';
import { displayTitle } from '@tomekeeper/contracts-document';
import { useShell, type WidgetProps } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { textLinkClass } from '@tomekeeper/ui/text-link';
import { DayOf } from '../documents-api/display/day-of';
import { titleOf } from '../documents-api/documents-api';
import { useNewNotes } from '../documents-api/news/use-new-notes';
import { useNews } from '../documents-api/news/use-news';
import {
  ledgerPath,
  libraryPath,
  notesPath,
  passagePath,
  viewerPath,
} from '../documents-api/viewer-path';
import type { Entry } from '../history/ledger/ledger-api';
import { readersOf } from '../history/ledger/entries/entry-words';
import { NewComments } from './new-comments';
import type { OverviewDocument } from './overview-api';
import styles from './overview.module.css';
import { useLatestReveals, useOverview } from './use-overview';

type GmOverviewProps = Pick<WidgetProps['documents.overview'], 'campaignId' | 'people'>;

/** Rows of one list; phones show fewer. */
const ROWS = 5;

/** Pinned documents, the latest changes, and the latest reveals. */
export function GmOverview({ campaignId, people }: GmOverviewProps) {
  const { data, error, refetch } = useOverview(campaignId, 'gm');
  const reveals = useLatestReveals(campaignId);
  const library = libraryPath(campaignId, undefined);
  const documents = { error, refetch, failure: 'Unable to load documents.' };
  return (
    <>
      <NewNotes campaignId={campaignId} />
      <NewComments campaignId={campaignId} />
      <div className={styles.lists}>
        <List
          title="Pinned"
          of={data?.pinned}
          loading={documents}
          empty="For quick access at the table, choose “Pin to the top” in a row’s “…” menu."
          more={{ to: library, words: 'Open the library' }}
          row={(document) => <DocumentLine key={document.id} document={document} />}
        />
        <List
          title="Recent changes"
          of={data?.newest}
          loading={documents}
          empty="Your notes and files appear here as you work on them."
          more={{ to: library, words: 'All documents' }}
          row={(document) => (
            <DocumentLine key={document.id} document={document}>
              <DayOf moment={document.updated_at ?? document.created_at} />
            </DocumentLine>
          )}
        />
        <List
          title="Recently revealed"
          of={reveals.data}
          loading={{ ...reveals, failure: 'Unable to load the ledger.' }}
          empty="Your reveals appear here, the latest first."
          more={{ to: ledgerPath(campaignId), words: 'Open the ledger' }}
          row={(entry) => <RevealLine key={entry.id} {...{ campaignId, entry, people }} />}
        />
      </div>
    </>
  );
}

/** Number of notes of players that the viewer has not opened. */
function NewNotes({ campaignId }: { campaignId: string }) {
  const { Link } = useShell().routing;
  const count = useNewNotes(campaignId);
  const { news, readAll } = useNews(campaignId);
  const line = useRef<HTMLDivElement>(null);
  const markAllRead = () => {
    readAll();
    // The pressed button is removed.
    line.current?.querySelector('a')?.focus();
  };
  return (
    <div className={styles.newNotes} ref={line}>
      {count === 0 ? (
        <span>No new notes of your players</span>
      ) : (
        <strong className={styles.unread}>
          {count === 1 ? '1 new note' : `${count} new notes`} of your players
        </strong>
      )}
      <Link className={textLinkClass} to={notesPath(campaignId, undefined)}>
        Open the notes
      </Link>
      {news.length > 0 && (
        <Button variant="quiet" size="small" onClick={markAllRead}>
          Mark all as read
        </Button>
      )}
    </div>
  );
}

interface ListProps<One> {
  title: string;
  /** Undefined while loading. */
  of: readonly One[] | undefined;
  loading: { error: Error | null; refetch: () => unknown; failure: string };
  empty: string;
  more: { to: string; words: string };
  row: (one: One) => ReactNode;
}

function List<One>({ title, of: all, loading, empty, more, row }: ListProps<One>) {
  const { Link } = useShell().routing;
  const heading = useId();
  return (
    <section className={styles.list} aria-labelledby={heading}>
      <h2 className={styles.heading} id={heading}>
        {title}
      </h2>
      {!all && !loading.error && <Skeleton label="Loading…" shape="lines" />}
      {!all && loading.error && (
        <LoadFailure
          {...textThenDetail(loading.error, loading.failure)}
          onRetry={() => void loading.refetch()}
        />
      )}
      {all?.length === 0 && <p className={styles.empty}>{empty}</p>}
      {all && all.length > 0 && <ul role="list">{all.slice(0, ROWS).map(row)}</ul>}
      {/* Always there: narrow screens scroll the lists, which takes something that the keyboard reaches. */}
      <Link className={styles.more} to={more.to}>
        {more.words}
      </Link>
    </section>
  );
}

function DocumentLine({
  document,
  children,
}: {
  document: OverviewDocument;
  children?: ReactNode;
}) {
  const { Link } = useShell().routing;
  return (
    <li className={styles.line}>
      <Link className={textLinkClass} to={viewerPath(document, undefined)}>
        {titleOf(document)}
      </Link>
      {children && <span className={styles.fact}>{children}</span>}
    </li>
  );
}

interface RevealLineProps extends GmOverviewProps {
  entry: Entry;
}

function RevealLine({ campaignId, entry, people }: RevealLineProps) {
  const { Link } = useShell().routing;
  const place = { campaign: campaignId, id: entry.document };
  const [passage] = entry.passages?.first ?? [];
  const nameOf = (id: string) => people.find((one) => one.id === id)?.name ?? undefined;
  return (
    <li className={styles.line}>
      <Link
        className={textLinkClass}
        to={passage ? passagePath(place, passage.id, undefined) : viewerPath(place, undefined)}
      >
        {displayTitle(entry.title ?? '')}
      </Link>
      <span className={styles.fact}>
        to {readersOf(entry, nameOf)}, <DayOf moment={entry.at} />
      </span>
    </li>
  );
}
