import { PARTY, useShell } from '@tomekeeper/remote-kit';
import { buttonClass } from '@tomekeeper/ui/button';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { libraryPath } from '../../documents-api/viewer-path';

/** Link to the library as players see it, for GMs. */
export function ViewAsPlayers({ campaignId }: { campaignId: string }) {
  const { Link } = useShell().routing;
  return (
    <Link
      className={buttonClass({ variant: 'quiet', size: 'small' })}
      to={libraryPath(campaignId, PARTY)}
    >
      <Drawing shape={iconShapes.eye} />
      <span>View as your players</span>
    </Link>
  );
}
