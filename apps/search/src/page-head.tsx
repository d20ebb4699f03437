import { useShell } from '@tomekeeper/remote-kit';
import { askPath, campaignPath, libraryPath, searchPath, VIEW_AS } from './paths';
import styles from './page-head.module.css';
import { useCampaign } from './use-campaign';
import { useViewAs } from './view-as';

interface PageHeadProps {
  campaignId: string;
  title: string;
  page: 'search' | 'ask';
  /** What is looked for, which the other page can be asked too. */
  q: string;
}

/** The pages above this one, its heading, and the way to the other one that looks for things. */
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
      <p className={styles.back}>
        <Link to={campaignPath(campaignId, viewAs)}>{data?.title ?? 'To the campaign'}</Link>
        <Link to={libraryPath(campaignId, { [VIEW_AS]: viewAs })}>Library</Link>
      </p>
      <h1>{title}</h1>
      <nav aria-label="Ways to find" className={styles.pages}>
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
