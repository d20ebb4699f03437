import { useShell } from '@tomekeeper/remote-kit';
import { buttonClass } from '@tomekeeper/ui/button';
import { menuItemClass } from '@tomekeeper/ui/menu';
import { MoreMenu } from '@tomekeeper/ui/more-menu';
import { exportPath, importPath } from '../../documents-api/viewer-path';

interface TransferLinksProps {
  campaignId: string;
  isGm: boolean;
}

/** Links to import, for GMs, and to export. */
export function TransferLinks({ campaignId, isGm }: TransferLinksProps) {
  const { Link } = useShell().routing;
  if (!isGm)
    return (
      <Link
        className={buttonClass({ variant: 'quiet', size: 'small' })}
        to={exportPath(campaignId)}
      >
        Export…
      </Link>
    );
  const item = { role: 'menuitem', tabIndex: -1, className: menuItemClass };
  return (
    <MoreMenu label="Import and export">
      <Link {...item} to={importPath(campaignId)}>
        Import…
      </Link>
      <Link {...item} to={exportPath(campaignId)}>
        Export…
      </Link>
    </MoreMenu>
  );
}
