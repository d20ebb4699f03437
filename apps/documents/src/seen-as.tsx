import type { ReactNode } from 'react';
import { canViewAs, useShell } from '@tomekeeper/remote-kit';
import { ReloadNeeded } from '@tomekeeper/ui/load-failure';
import { Notice } from '@tomekeeper/ui/notice';
import { useViewAs, ViewAsProvider } from './view-as';
import { campaignPath, VIEW_AS } from './viewer-path';

/** A page that a GM may look at as a player does: `?as=` of the address says as whom. */
export function WithViewAs({ children }: { children: ReactNode }) {
  const { contract, routing } = useShell();
  const viewAs = new URLSearchParams(routing.useLocation().search).get(VIEW_AS) ?? undefined;
  // A shell of before would answer with what the GM sees.
  if (viewAs !== undefined && !canViewAs(contract)) return <ReloadNeeded />;
  return <ViewAsProvider value={viewAs}>{children}</ViewAsProvider>;
}

/** Says with whose eyes a GM looks. */
export function SeenAs({ campaignId }: { campaignId: string }) {
  const { Link } = useShell().routing;
  const viewAs = useViewAs();
  if (viewAs === undefined) return null;
  return (
    <Notice
      title={`This is what ${viewAs === 'party' ? 'the party' : 'this player'} sees.`}
      action={<Link to={campaignPath(campaignId, undefined)}>Back to your own view</Link>}
    >
      <p>Nothing can be changed here, and nothing counts as read.</p>
    </Notice>
  );
}
