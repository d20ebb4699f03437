import { useShell } from '@tomekeeper/remote-kit';
import { buttonClass } from '@tomekeeper/ui/button';
import { ledgerPath } from '../../documents-api/viewer-path';

/** Link to the ledger, for GMs. */
export function LedgerLink({ campaignId }: { campaignId: string }) {
  const { Link } = useShell().routing;
  return (
    <Link className={buttonClass({ variant: 'quiet', size: 'small' })} to={ledgerPath(campaignId)}>
      Ledger
    </Link>
  );
}
