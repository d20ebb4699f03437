import { useState } from 'react';
import { PARTY, useShell, useViewAs, writeQuery } from '@tomekeeper/remote-kit';
import type { CampaignFacts } from '@tomekeeper/remote-kit/campaign';
import { Button } from '@tomekeeper/ui/button';
import { EmptyState } from '@tomekeeper/ui/empty-state';
import { textLinkClass } from '@tomekeeper/ui/text-link';
import { CampaignPage, PageOfAddress } from '../../documents-api/page/campaign-page';
import { WayBack } from '../../documents-api/page/way-back';
import { KnownDocuments } from './known-documents';
import { LedgerEntries } from './entries/ledger-entries';
import styles from './ledger.module.css';

/** `/campaigns/{id}/ledger`: audience changes and the documents visible to players, for GMs. */
export function LedgerPage() {
  return <PageOfAddress Page={Ledger} />;
}

function Ledger() {
  const { Link, useParams } = useShell().routing;
  const { id: campaignId = '' } = useParams();
  return (
    <CampaignPage
      name="ledger"
      className={styles.page}
      header={(title, campaign) => (
        <header>
          <WayBack campaignId={campaignId} />
          <h1>{title}</h1>
          {campaign && campaign.role !== 'player' && (
            <p className={styles.intro}>
              The knowledge of your players over time. Players cannot see this page:{' '}
              <Link className={textLinkClass} to="/how-secrets-are-kept">
                spoiler protection
              </Link>
              .
            </p>
          )}
        </header>
      )}
    >
      {(campaign) => <ForGms campaignId={campaignId} campaign={campaign} />}
    </CampaignPage>
  );
}

const WHO = 'player';
const WHEN = 'as_of';

interface ForGmsProps {
  campaignId: string;
  campaign: CampaignFacts;
}

function ForGms({ campaignId, campaign }: ForGmsProps) {
  const { useLocation } = useShell().routing;
  const viewAs = useViewAs();
  const query = new URLSearchParams(useLocation().search);
  const [player, setPlayer] = useState(query.get(WHO) ?? undefined);
  const [asOf, setAsOf] = useState(query.get(WHEN) ?? undefined);
  const ask = (player: string | undefined, asOf: string | undefined) => {
    setPlayer(player);
    setAsOf(asOf);
    writeQuery({ [WHO]: player, [WHEN]: asOf });
  };
  if (viewAs !== undefined)
    return (
      <EmptyState title="Players have no ledger.">
        The ledger is for game masters and shows everything. Go back to your own view to read it.
      </EmptyState>
    );
  if (campaign.role === 'player')
    return (
      <EmptyState title="The ledger is for game masters.">
        Only game masters of this campaign can read it. Your documents are in the campaign’s
        library.
      </EmptyState>
    );

  const knows = player !== undefined;
  return (
    <>
      <div className={styles.switch} role="group" aria-label="Shown">
        <Button
          variant="quiet"
          size="small"
          aria-pressed={!knows}
          onClick={() => ask(undefined, undefined)}
        >
          What happened
        </Button>
        <Button
          variant="quiet"
          size="small"
          aria-pressed={knows}
          onClick={() => !knows && ask(PARTY, undefined)}
        >
          Player knowledge
        </Button>
      </div>
      {knows ? (
        <KnownDocuments {...{ campaignId, campaign }} asked={{ player, asOf }} onAsk={ask} />
      ) : (
        <LedgerEntries {...{ campaignId, campaign }} />
      )}
    </>
  );
}
