import { useShell } from '@tomekeeper/remote-kit';
import { menuItemClass } from '@tomekeeper/ui/menu';
import { MoreMenu } from '@tomekeeper/ui/more-menu';
import { exportPath, importPath } from '../../documents-api/viewer-path';

interface TransferLinksProps {
  campaignId: string;
  isGm: boolean;
}

/** Menu that leads to import, for GMs, and to export. */
export function TransferLinks({ campaignId, isGm }: TransferLinksProps) {
  const { Link } = useShell().routing;
  const item = { role: 'menuitem', tabIndex: -1, className: menuItemClass };
  return (
    <MoreMenu label={isGm ? 'Import and export' : 'Export'}>
      {isGm && (
        <Link {...item} to={importPath(campaignId)}>
          Import…
        </Link>
      )}
      <Link {...item} to={exportPath(campaignId)}>
        Export…
      </Link>
    </MoreMenu>
  );
}
