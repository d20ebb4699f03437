import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { useCampaign } from '@tomekeeper/remote-kit/campaign';
import { WayBack as Links } from '@tomekeeper/ui/way-back';
import { campaignPath } from '../viewer-path';

/** Link to the campaign, with its title once loaded. */
export function WayBack({ campaignId }: { campaignId: string }) {
  const { Link } = useShell().routing;
  const viewAs = useViewAs();
  const { data } = useCampaign(campaignId);
  return (
    <Links>
      <Link to={campaignPath(campaignId, viewAs)}>{data?.title ?? 'To the campaign'}</Link>
    </Links>
  );
}
