import type { ReactNode } from 'react';
import { canViewAs, useShell } from '@tomekeeper/remote-kit';
import { ReloadNeeded } from '@tomekeeper/ui/load-failure';
import { SeenAs as SeenAsNotice } from '@tomekeeper/ui/seen-as';
import { PARTY, pathWith, VIEW_AS } from './paths';
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
  const nameOf = (one: string) =>
    one === PARTY ? 'The party' : (nameOfPerson(campaign, one) ?? one);
  const viewers = campaign ? [PARTY, ...playersOf(campaign).map(({ id }) => id)] : [];
  return (
    <SeenAsNotice
      who={viewAs === PARTY ? 'the party' : (nameOfPerson(campaign, viewAs) ?? 'this player')}
      ownView={pathWith(pathname, query)}
      viewers={viewers.map((id) => ({
        id,
        name: nameOf(id),
        to: pathWith(pathname, { ...query, [VIEW_AS]: id }),
      }))}
      present={viewAs}
      Link={Link}
    />
  );
}
