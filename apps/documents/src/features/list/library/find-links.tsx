import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { buttonClass } from '@tomekeeper/ui/button';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { withViewAs } from '../../documents-api/viewer-path';

/** Links to search and questions for this campaign; keeps the impersonated viewer. */
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
