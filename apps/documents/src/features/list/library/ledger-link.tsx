import { useShell } from '@tomekeeper/remote-kit';
import { buttonClass } from '@tomekeeper/ui/button';
import { ledgerPath } from '../../documents-api/viewer-path';

/** For GMs, to what their players know. */
export function LedgerLink({ campaignId }: { campaignId: string }) {
  const { Link } = useShell().routing;
  return (
    <Link className={buttonClass({ variant: 'quiet', size: 'small' })} to={ledgerPath(campaignId)}>
      Ledger
    </Link>
  );
}
