import { useShell, useViewAs, VIEW_AS } from '@tomekeeper/remote-kit';
import { useCampaign } from '@tomekeeper/remote-kit/campaign';
import { WayBack } from '@tomekeeper/ui/way-back';
import { askPath, campaignPath, searchPath } from '../search-api/paths';
import styles from './page-head.module.css';

interface PageHeadProps {
  campaignId: string;
  title: string;
  page: 'search' | 'ask';
  /** The query, which links between the pages keep. */
  q: string;
}

/** Breadcrumbs, heading, and tabs for search and questions. */
export function PageHead({ campaignId, title, page, q }: PageHeadProps) {
  const { Link } = useShell().routing;
  const viewAs = useViewAs();
  const { data } = useCampaign(campaignId);
  const query = { q, [VIEW_AS]: viewAs };
  const pages = [
    { id: 'search', label: 'Search', to: searchPath(campaignId, query) },
    { id: 'ask', label: 'Ask', to: askPath(campaignId, query) },
  ];
  return (
    <header className={styles.head}>
      <WayBack>
        <Link to={campaignPath(campaignId, viewAs)}>{data?.title ?? 'Campaign'}</Link>
      </WayBack>
      <h1>{title}</h1>
      <nav aria-label="Search and ask" className={styles.pages}>
        {pages.map(({ id, label, to }) => (
          <Link
            key={id}
            to={to}
            className={styles.page}
            aria-current={id === page ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
    </header>
  );
}
