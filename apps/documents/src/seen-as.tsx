import type { ReactNode } from 'react';
import { canViewAs, useShell } from '@tomekeeper/remote-kit';
import { ReloadNeeded } from '@tomekeeper/ui/load-failure';
import { Notice } from '@tomekeeper/ui/notice';
import { nameOfPerson, playersOf, useCampaign, type CampaignFacts } from './use-campaign';
import styles from './seen-as.module.css';
import { useViewAs, ViewAsProvider } from './view-as';
import { isEditing, PARTY, VIEW_AS, withViewAs } from './viewer-path';

/** A page that a GM may look at as a player does: `?as=` of the address says as whom. */
export function WithViewAs({ children }: { children: ReactNode }) {
  const { contract, routing } = useShell();
  const viewAs = new URLSearchParams(routing.useLocation().search).get(VIEW_AS) ?? undefined;
  // A shell of before would answer with what the GM sees.
  if (viewAs !== undefined && !canViewAs(contract)) return <ReloadNeeded />;
  return <ViewAsProvider value={viewAs}>{children}</ViewAsProvider>;
}

/** Says with whose eyes a GM looks, and leads on to the same page as others see it. */
export function SeenAs({ campaignId }: { campaignId: string }) {
  const { Link, useLocation } = useShell().routing;
  const viewAs = useViewAs();
  const { pathname, search } = useLocation();
  const { data: campaign } = useCampaign(campaignId);
  if (viewAs === undefined) return null;
  const who = viewAs === PARTY ? 'the party' : (nameOfPerson(campaign, viewAs) ?? 'this player');
  return (
    <Notice
      title={`This is what ${who} sees.`}
      action={<Link to={pathname}>Back to your own view</Link>}
    >
      <p>
        Nothing can be changed here, and nothing counts as read.
        {isEditing(search) && ' To write, go back to your own view.'}
      </p>
      {campaign && <Viewers campaign={campaign} viewAs={viewAs} />}
    </Notice>
  );
}

/** Whom else to view the same page as. */
function Viewers({ campaign, viewAs }: { campaign: CampaignFacts; viewAs: string }) {
  const { Link, useLocation } = useShell().routing;
  const { pathname } = useLocation();
  const viewers = [PARTY, ...playersOf(campaign)];
  return (
    <nav aria-label="View as" className={styles.viewers}>
      {viewers.map((one) => (
        <Link
          key={one}
          to={withViewAs(pathname, one)}
          className={styles.viewer}
          aria-current={one === viewAs ? 'page' : undefined}
        >
          {one === PARTY ? 'The party' : (nameOfPerson(campaign, one) ?? one)}
        </Link>
      ))}
    </nav>
  );
}
