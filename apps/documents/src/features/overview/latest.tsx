import { displayTitle } from '@tomekeeper/contracts-document';
import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { textLinkClass } from '@tomekeeper/ui/text-link';
import type { SessionNews } from '../documents-api/news/news-api';
import { useNews } from '../documents-api/news/use-news';
import { sessionsPath, viewerPath } from '../documents-api/viewer-path';
import styles from './overview.module.css';
import { useOverview } from './use-overview';

/** Unread news of sessions, and the last recap that the player sees. Has the same height while loading, empty and full. */
export function Latest({ campaignId }: { campaignId: string }) {
  const { Link } = useShell().routing;
  const viewAs = useViewAs();
  const recap = useOverview(campaignId, 'player').data?.last_recap;
  const { sessions } = useNews(campaignId);
  const [first] = sessions;
  return (
    <div className={styles.latest}>
      {first && (
        <Link
          className={textLinkClass}
          to={sessionsPath(campaignId, sessions.length === 1 ? first.session : undefined)}
        >
          <strong className={styles.unread}>
            {sessions.length === 1 ? changeInWords(first) : `${sessions.length} new sessions`}
          </strong>
        </Link>
      )}
      {recap && (
        <p className={styles.recap}>
          Previously on…{' '}
          <Link
            className={textLinkClass}
            to={viewerPath({ campaign: campaignId, id: recap.id }, viewAs)}
          >
            {displayTitle(recap.title)}
          </Link>
        </p>
      )}
    </div>
  );
}

const changeInWords = ({ change, number }: SessionNews): string =>
  change === 'moved' ? `New date: session ${number}` : `New: session ${number}`;
