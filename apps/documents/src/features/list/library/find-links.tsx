import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { buttonClass } from '@tomekeeper/ui/button';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { withViewAs } from '../../documents-api/viewer-path';

/** To the pages that look through all texts of the campaign, with the same eyes. */
export function FindLinks({ campaignId }: { campaignId: string }) {
  const { Link } = useShell().routing;
  const viewAs = useViewAs();
  const campaign = `/campaigns/${encodeURIComponent(campaignId)}`;
  const look = buttonClass({ variant: 'quiet', size: 'small' });
  return (
    <>
      <Link className={look} to={withViewAs(`${campaign}/search`, viewAs)}>
        <Drawing shape={iconShapes.search} />
        Search
      </Link>
      <Link className={look} to={withViewAs(`${campaign}/ask`, viewAs)}>
        Ask
      </Link>
    </>
  );
}
