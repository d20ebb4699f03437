import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { WayBack } from '@tomekeeper/ui/way-back';
import { campaignPath, sessionsPath } from './paths';

interface SessionsWayBackProps {
  campaignId: string;
  campaignTitle: string | undefined;
  /** Whether the page is below the list of sessions. */
  isBelowList?: boolean;
}

/** Links to the campaign and, from one session, to the list. */
export function SessionsWayBack({
  campaignId,
  campaignTitle,
  isBelowList = false,
}: SessionsWayBackProps) {
  const { Link } = useShell().routing;
  const viewAs = useViewAs();
  return (
    <WayBack>
      <Link to={campaignPath(campaignId, viewAs)}>{campaignTitle ?? 'Campaign'}</Link>
      {isBelowList && (
        <>
          {' / '}
          <Link to={sessionsPath(campaignId, viewAs)}>Sessions</Link>
        </>
      )}
    </WayBack>
  );
}
