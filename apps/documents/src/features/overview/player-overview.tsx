import { textThenDetail } from '@tomekeeper/api-client';
import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { AudienceMark } from '@tomekeeper/ui/audience';
import { Button, buttonClass } from '@tomekeeper/ui/button';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Section } from '@tomekeeper/ui/section';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { textLinkClass } from '@tomekeeper/ui/text-link';
import { categoryInWords } from '../documents-api/display/category';
import { DayOf } from '../documents-api/display/day-of';
import { titleOf, type OverviewDocument } from '../documents-api/documents-api';
import { libraryPath, viewerPath } from '../documents-api/viewer-path';
import { Thumbnail, ThumbnailsOf } from '../list/thumbnail/thumbnail';
import { useUnread } from '../list/unread/unread';
import styles from './overview.module.css';
import { useOverview } from './use-overview';

interface News {
  document: OverviewDocument;
  words: string;
}

/** New documents for a player, and the latest handouts. */
export function PlayerOverview({ campaignId }: { campaignId: string }) {
  const { Link } = useShell().routing;
  const { data, error, refetch } = useOverview(campaignId);
  const viewAs = useViewAs();
  // View-as must not mark documents as read.
  const unread = useUnread(campaignId, data?.newest, viewAs === undefined, { isPartial: true });
  if (!data)
    return error ? (
      <LoadFailure {...textThenDetail(error, 'Unable to load.')} onRetry={() => void refetch()} />
    ) : (
      <Section title="Shown to you">
        <Skeleton label="Loading…" shape="cards" count={4} />
      </Section>
    );
  const news = data.newest.flatMap((document): News[] => {
    const words = unread.newsOf(document);
    return words === undefined ? [] : [{ document, words }];
  });
  return (
    <ThumbnailsOf campaignId={campaignId}>
      {news.length > 0 && (
        <Section
          title="New for you"
          actions={
            <Button variant="quiet" size="small" onClick={unread.allRead}>
              Mark all as read
            </Button>
          }
        >
          <ul role="list" className={styles.news}>
            {news.map((one) => (
              <NewRow key={one.document.id} {...one} onOpen={unread.opened} />
            ))}
          </ul>
        </Section>
      )}
      <Section title="Shown to you">
        {data.newest.length === 0 ? (
          <p className={styles.empty}>
            Letters, maps and notes that your game master reveals appear here.
          </p>
        ) : (
          <>
            <ul role="list" className={styles.cards}>
              {data.newest.map((document) => (
                <Card key={document.id} document={document} onOpen={unread.opened} />
              ))}
            </ul>
            <Link
              className={buttonClass({ variant: 'quiet', size: 'small' })}
              to={libraryPath(campaignId, viewAs)}
            >
              Everything you know
            </Link>
          </>
        )}
      </Section>
    </ThumbnailsOf>
  );
}

interface OpenProps {
  document: OverviewDocument;
  onOpen: (document: OverviewDocument) => void;
}

function NewRow({ document, words, onOpen }: OpenProps & News) {
  return (
    <li className={styles.new}>
      <Thumbnail document={document} />
      <div className={styles.words}>
        <Open {...{ document, onOpen }} />
        <p className={styles.fact}>
          <strong className={styles.unread}>{words}</strong>
          <DayOf moment={document.created_at} />
          {document.not_for_whole_party && <NotForWholeParty />}
        </p>
      </div>
    </li>
  );
}

function Card({ document, onOpen }: OpenProps) {
  const category = categoryInWords(document.category);
  return (
    <li className={styles.card}>
      <div className={styles.picture}>
        <Thumbnail document={document} isLarge />
      </div>
      <Open {...{ document, onOpen }} />
      <p className={styles.fact}>
        {category ?? <DayOf moment={document.created_at} />}
        {document.not_for_whole_party && <NotForWholeParty />}
      </p>
    </li>
  );
}

const NotForWholeParty = () => <AudienceMark kind="players" words="Not for the whole party" />;

/** The title as a link that covers its row or card. */
function Open({ document, onOpen }: OpenProps) {
  const { Link } = useShell().routing;
  return (
    <span className={styles.open} onClickCapture={() => onOpen(document)}>
      <Link className={textLinkClass} to={viewerPath(document, useViewAs())}>
        {titleOf(document)}
      </Link>
    </span>
  );
}
