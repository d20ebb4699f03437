import { useShell } from '@tomekeeper/remote-kit';
import { SeenAs as SeenAsOfCampaign } from '@tomekeeper/remote-kit/campaign';
import { isEditing, withViewAs } from '../viewer-path';

/** Names the impersonated viewer, and switches viewers on the same page. */
export function SeenAs({ campaignId }: { campaignId: string }) {
  const { pathname, search } = useShell().routing.useLocation();
  return (
    <SeenAsOfCampaign campaignId={campaignId} addressOf={(viewAs) => withViewAs(pathname, viewAs)}>
      {isEditing(search) && ' To write, go back to your own view.'}
    </SeenAsOfCampaign>
  );
}
