import { useRef } from 'react';
import { textThenDetail } from '@tomekeeper/api-client';
import { PARTY, useShell, useViewAs } from '@tomekeeper/remote-kit';
import { AudienceMark } from '@tomekeeper/ui/audience';
import { Button, buttonClass } from '@tomekeeper/ui/button';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Section } from '@tomekeeper/ui/section';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { textLinkClass } from '@tomekeeper/ui/text-link';
import { categoryInWords } from '../documents-api/display/category';
import { DayOf } from '../documents-api/display/day-of';
import { useNews } from '../documents-api/news/use-news';
import { titleOf } from '../documents-api/documents-api';
import { libraryPath, viewerPath } from '../documents-api/viewer-path';
import { Thumbnail, ThumbnailsOf } from '../list/thumbnail/thumbnail';
import { Latest } from './latest';
import { MyNotes } from './my-notes';
import { NewComments } from './new-comments';
import type { OverviewDocument } from './overview-api';
import styles from './overview.module.css';
import { useOverview } from './use-overview';

/** Number of cards; phones show fewer. */
const CARDS = 6;

/** Kinds of news about documents of GMs. */
const TEXTS = ['document', 'recap'];

/** News of sessions, the last recap, the latest documents that a player sees, and the player's own notes. */
export function PlayerOverview({ campaignId }: { campaignId: string }) {
  const isOfOne = useViewAs() !== PARTY;
  return (
    <div className={styles.player}>
      <div>
        <Latest campaignId={campaignId} />
        <div className={styles.revealed}>
          <Revealed campaignId={campaignId} />
        </div>
      </div>
      {isOfOne && <MyNotes campaignId={campaignId} />}
    </div>
  );
}

/** The latest visible documents, unread ones first. */
function Revealed({ campaignId }: { campaignId: string }) {
  const { Link } = useShell().routing;
  const { data, error, refetch } = useOverview(campaignId, 'player');
  const viewAs = useViewAs();
  const unread = useNews(campaignId);
  const cards = useRef<HTMLUListElement>(null);
  const newest = (data?.newest ?? []).map((document) => ({
    document,
    news: unread.newsOf(document),
  }));
  const read = newest.filter(({ news }) => news === undefined);
  const shown = [...newest.filter(({ news }) => news !== undefined), ...read].slice(0, CARDS);
  const onCards = new Set(shown.map(({ document }) => document.id));
  const others = unread.news.filter(
    ({ document, kind }) => TEXTS.includes(kind) && !onCards.has(document),
  ).length;

  const markAllRead = () => {
    unread.readAll();
    // The pressed button is removed.
    cards.current?.querySelector('a')?.focus();
  };
  return (
    <Section
      title="Revealed to you"
      actions={
        unread.isAny && (
          <Button variant="quiet" size="small" onClick={markAllRead}>
            Mark all as read
          </Button>
        )
      }
    >
      <NewComments campaignId={campaignId} />
      {!data || !unread.isSettled ? (
        error ? (
          <LoadFailure
            {...textThenDetail(error, 'Unable to load documents.')}
            onRetry={() => void refetch()}
          />
        ) : (
          // Lower than the room that the page reserves.
          <Skeleton label="Loading…" shape="lines" />
        )
      ) : shown.length === 0 ? (
        <p className={styles.empty}>
          Letters, maps and notes that your game master reveals appear here.
        </p>
      ) : (
        <ThumbnailsOf campaignId={campaignId}>
          <ul role="list" className={styles.cards} ref={cards}>
            {shown.map(({ document, news }) => (
              <Card key={document.id} document={document} news={news} />
            ))}
          </ul>
          <Link
            className={buttonClass({ variant: 'quiet', size: 'small' })}
            to={libraryPath(campaignId, viewAs)}
          >
            {others === 0 ? 'Open the library' : `Open the library: ${others} more new`}
          </Link>
        </ThumbnailsOf>
      )}
    </Section>
  );
}

interface CardProps {
  document: OverviewDocument;
  /** Unread label. */
  news: string | undefined;
}

function Card({ document, news }: CardProps) {
  const { Link } = useShell().routing;
  const category = categoryInWords(document.category);
  return (
    <li className={styles.card}>
      <div className={styles.picture}>
        <Thumbnail document={document} isLarge />
      </div>
      {/* The link covers the card. */}
      <span className={styles.open}>
        <Link className={textLinkClass} to={viewerPath(document, useViewAs())}>
          {titleOf(document)}
        </Link>
      </span>
      <p className={styles.fact}>
        {news ? (
          <strong className={styles.unread}>{news}</strong>
        ) : (
          (category ?? <DayOf moment={document.created_at} />)
        )}
        {document.not_for_whole_party && (
          <AudienceMark kind="players" words="Not for the whole party" />
        )}
      </p>
    </li>
  );
}
