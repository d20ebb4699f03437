import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { useCampaign } from '@tomekeeper/remote-kit/campaign';
import { WayBack as Links } from '@tomekeeper/ui/way-back';
import { campaignPath, libraryPath } from '../viewer-path';

interface WayBackProps {
  campaignId: string;
  /** Includes the library of the campaign. */
  toLibrary?: boolean;
}

/** Breadcrumbs; the campaign name appears once loaded. */
export function WayBack({ campaignId, toLibrary = false }: WayBackProps) {
  const { Link } = useShell().routing;
  const viewAs = useViewAs();
  const { data } = useCampaign(campaignId);
  return (
    <Links>
      <Link to={campaignPath(campaignId, viewAs)}>{data?.title ?? 'To the campaign'}</Link>
      {toLibrary && <Link to={libraryPath(campaignId, viewAs)}>Library</Link>}
    </Links>
  );
}
