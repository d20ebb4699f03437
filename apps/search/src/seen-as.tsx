import type { ReactNode } from 'react';
import { canViewAs, useShell } from '@tomekeeper/remote-kit';
import { ReloadNeeded } from '@tomekeeper/ui/load-failure';
import { Notice } from '@tomekeeper/ui/notice';
import { PARTY, pathWith, VIEW_AS } from './paths';
import styles from './seen-as.module.css';
import { nameOfPerson, playersOf, useCampaign } from './use-campaign';
import { useViewAs, ViewAsProvider } from './view-as';

/** A page that a GM may look at as a player does: `?as=` of the address says as whom. */
export function WithViewAs({ children }: { children: ReactNode }) {
  const { contract, routing } = useShell();
  const viewAs = new URLSearchParams(routing.useLocation().search).get(VIEW_AS) ?? undefined;
  // A shell of before would answer with what the GM sees.
  if (viewAs !== undefined && !canViewAs(contract)) return <ReloadNeeded />;
  return <ViewAsProvider value={viewAs}>{children}</ViewAsProvider>;
}

interface SeenAsProps {
  campaignId: string;
  /** What the page was asked, which other eyes are asked too. */
  query: Readonly<Record<string, string | undefined>>;
}

/** Says with whose eyes a GM looks, and leads on to the same page as others see it. */
export function SeenAs({ campaignId, query }: SeenAsProps) {
  const { Link, useLocation } = useShell().routing;
  const viewAs = useViewAs();
  const { pathname } = useLocation();
  const { data: campaign } = useCampaign(campaignId);
  if (viewAs === undefined) return null;
  const who = viewAs === PARTY ? 'the party' : (nameOfPerson(campaign, viewAs) ?? 'this player');
  const viewers = [PARTY, ...(campaign ? playersOf(campaign).map(({ id }) => id) : [])];
  return (
    <Notice
      title={`This is what ${who} finds.`}
      action={<Link to={pathWith(pathname, query)}>Back to your own view</Link>}
    >
      <p>Nothing can be changed here.</p>
      <nav aria-label="View as" className={styles.viewers}>
        {viewers.map((one) => (
          <Link
            key={one}
            to={pathWith(pathname, { ...query, [VIEW_AS]: one })}
            className={styles.viewer}
            aria-current={one === viewAs ? 'page' : undefined}
          >
            {one === PARTY ? 'The party' : (nameOfPerson(campaign, one) ?? one)}
          </Link>
        ))}
      </nav>
    </Notice>
  );
}
