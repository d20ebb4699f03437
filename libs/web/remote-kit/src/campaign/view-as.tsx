import type { ReactNode } from 'react';
import { SeenAs as SeenAsNotice } from '@tomekeeper/ui/seen-as';
import { useShell } from '../shell-context';
import { PARTY, useViewAs, VIEW_AS, ViewAsProvider } from '../view-as';
import { nameOfPerson, playersOf, useCampaign } from './use-campaign';

/** A page that a GM may look at as a player does: `?as=` of the address says as whom. */
export function WithViewAs({ children }: { children: ReactNode }) {
  const { routing } = useShell();
  const viewAs = new URLSearchParams(routing.useLocation().search).get(VIEW_AS) ?? undefined;
  return <ViewAsProvider value={viewAs}>{children}</ViewAsProvider>;
}

interface SeenAsProps {
  campaignId: string;
  /** The address of this page with a player's eyes; without one with a GM's own. */
  addressOf: (viewAs: string | undefined) => string;
  /** What else is to be said of this page. */
  children?: ReactNode;
}

/** Says with whose eyes a GM looks, and leads on to the same page as others see it. */
export function SeenAs({ campaignId, addressOf, children }: SeenAsProps) {
  const { Link } = useShell().routing;
  const viewAs = useViewAs();
  const { data: campaign } = useCampaign(campaignId);
  if (viewAs === undefined) return null;
  const nameOf = (one: string) =>
    one === PARTY ? 'The party' : (nameOfPerson(campaign, one) ?? one);
  const who = viewAs === PARTY ? 'the party' : (nameOfPerson(campaign, viewAs) ?? 'this player');
  const viewers = campaign ? [PARTY, ...playersOf(campaign)] : [];
  return (
    <SeenAsNotice
      who={who}
      ownView={addressOf(undefined)}
      viewers={viewers.map((id) => ({ id, name: nameOf(id), to: addressOf(id) }))}
      present={viewAs}
      Link={Link}
    >
      {children}
    </SeenAsNotice>
  );
}
