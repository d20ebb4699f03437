import { displayTitle } from '@tomekeeper/contracts-document';
import { useShell } from '@tomekeeper/remote-kit';
import { textLinkClass } from '@tomekeeper/ui/text-link';
import { useNews } from '../documents-api/news/use-news';
import { commentsPath, viewerPath } from '../documents-api/viewer-path';
import styles from './overview.module.css';

/** Listed documents; the others follow once these are read. */
const SHOWN = 3;

/** Documents with comments that the user has not read, the latest first, with links to the comments. */
export function NewComments({ campaignId }: { campaignId: string }) {
  const { Link } = useShell().routing;
  const { news } = useNews(campaignId);
  const commented = news.filter(({ kind }) => kind === 'comment').slice(0, SHOWN);
  if (commented.length === 0) return null;
  return (
    <ul role="list" className={styles.comments} aria-label="New comments">
      {commented.map(({ document: id, title, comments = 1, passage }) => {
        const place = { campaign: campaignId, id };
        const path =
          passage === undefined ? viewerPath(place, undefined) : commentsPath(place, passage);
        return (
          <li key={id}>
            <Link className={textLinkClass} to={path}>
              {comments === 1 ? 'New comment' : `${comments} new comments`} on {displayTitle(title)}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
