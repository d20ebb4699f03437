import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { WayBack } from '@tomekeeper/ui/way-back';
import { libraryPath } from '../documents-api/viewer-path';

/** Link to the library of the campaign. */
export function WayToLibrary({ campaignId }: { campaignId: string }) {
  const { Link } = useShell().routing;
  const viewAs = useViewAs();
  return (
    <WayBack>
      <Link to={libraryPath(campaignId, viewAs)}>Library</Link>
    </WayBack>
  );
}
