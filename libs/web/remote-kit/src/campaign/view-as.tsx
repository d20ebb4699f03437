import type { ReactNode } from 'react';
import { SeenAs as SeenAsNotice } from '@tomekeeper/ui/seen-as';
import { useShell } from '../shell-context';
import { PARTY, useViewAs, VIEW_AS, ViewAsProvider } from '../view-as';
import { nameOfPerson, playersOf, useCampaign } from './use-campaign';

/** Page that supports view-as: the URL's `?as=` selects the impersonated viewer. */
export function WithViewAs({ children }: { children: ReactNode }) {
  const { routing } = useShell();
  const viewAs = new URLSearchParams(routing.useLocation().search).get(VIEW_AS) ?? undefined;
  return <ViewAsProvider value={viewAs}>{children}</ViewAsProvider>;
}

interface SeenAsProps {
  campaignId: string;
  /** URL of this page for an impersonated viewer; undefined for the GM's own view. */
  addressOf: (viewAs: string | undefined) => string;
  /** Additional content of the banner. */
  children?: ReactNode;
}

/** Banner that names the impersonated viewer and links to the page as other viewers see it. */
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
