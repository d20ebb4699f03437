import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { EmptyState } from '@tomekeeper/ui/empty-state';
import { CampaignPage, PageOfAddress } from '../../documents-api/page/campaign-page';
import { printPath } from '../../documents-api/viewer-path';
import styles from '../transfers.module.css';
import { WayToLibrary } from '../way-to-library';
import { ExportList } from './export-list';
import { StartExport } from './start-export';

/** `/campaigns/{id}/export`: exports the documents that the user can see. */
export function ExportPage() {
  return <PageOfAddress Page={Exporting} />;
}

function Exporting() {
  const { Link, useParams } = useShell().routing;
  const { id: campaignId = '' } = useParams();
  const viewAs = useViewAs();
  return (
    <CampaignPage
      name="export"
      className={styles.page}
      unknown="There is no such page here."
      header={(title) => (
        <header>
          <WayToLibrary campaignId={campaignId} />
          <h1>{title}</h1>
        </header>
      )}
    >
      {({ role }) =>
        viewAs === undefined ? (
          <>
            <StartExport campaignId={campaignId} isGm={role !== 'player'} />
            <p>
              <Link to={printPath(campaignId)}>Print or save as PDF</Link>
            </p>
            <ExportList campaignId={campaignId} />
          </>
        ) : (
          <EmptyState title="Exports are not available while you view as a player.">
            Go back to your own view to export the campaign.
          </EmptyState>
        )
      }
    </CampaignPage>
  );
}
